// The analysis board, at the ID of any position.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { AnalysisBoard } from "../parts/analysis_board.js";
import { copyLink } from "../parts/copy.js";
import { reviewLeft } from "../parts/review.js";
import { lostView } from "../parts/faults.js";

/** @param {string} id @param {import("../app.js").Frame} frame @returns {Page} */
export function positionPage(id, frame) {
  const review = reviewLeft();
  const analysis = new AnalysisBoard(id, {
    redraw: frame.redraw,
    showsTruth: true,
    // The address follows the board without history entries: the browser's Back leaves the page.
    moved: ({ address }) => history.replaceState(null, "", `/p/${address}`),
  });
  const back = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (review) frame.go(review);
  };
  return {
    title: () => ["Analysis", analysis.position?.title].filter(Boolean).join(" · "),
    key: (event) => analysis.key(event.key),
    view: () => {
      const { fault, position } = analysis;
      if (fault) return lostView(fault, frame.again);
      if (!position) return html`<p class="quiet">One moment …</p>`;
      return html`<div class="analysis">
        <p class="crumbs"><a class="title" href="/games/${position.game}">${position.title}</a> analysis board
          ${review ? html`<a class="back" href=${review} @click=${back}>Back to the review</a>` : nothing}</p>
        ${analysis.view()}
        ${copyLink({
          label: "A link to this position",
          path: `/p/${position.address}`,
          id: "position-link",
          say: (sentence) => analysis.say(sentence),
        })}
      </div>`;
    },
  };
}
