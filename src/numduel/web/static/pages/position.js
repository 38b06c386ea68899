// The analysis board: every position has an address, and every address can be tried from.

import { html } from "../vendor/lit-html/lit-html.js";
import { findGame, positionLink, readPosition } from "../api.js";
import { copyLink } from "../parts/copy.js";
import { AnalysisBoard } from "../parts/analysis_board.js";
import { lostView } from "./lost.js";

/** @param {string} id @param {import("../app.js").Frame} frame @returns {Page} */
export function positionPage(id, frame) {
  const written = readPosition(id);
  if (!written) {
    return { title: () => "Analysis", view: () => lostView("This address does not describe a position.") };
  }
  const { game, options, moves } = written;
  let title = "";
  findGame(game).then((found) => {
    title = found?.title ?? game;
    frame.redraw();
  }, () => undefined);
  const analysis = new AnalysisBoard(
    { game, options, moves },
    {
      redraw: frame.redraw,
      showsTruth: true,
      // The address follows the board; Back in the browser leaves the page, Back here takes back.
      moved: (line) => history.replaceState(null, "", positionLink(line)),
    },
  );
  return {
    title: () => `Analysis · ${title}`,
    key: (event) => analysis.key(event.key),
    view: () => (analysis.fault ? lostView(analysis.fault) : board()),
  };

  function board() {
    return html`<div class="analysis">
      <p class="players"><a class="title" href="/games/${game}">${title}</a> analysis board</p>
      ${analysis.view()}
      ${copyLink({
        label: "A link to this position",
        path: positionLink({ game, options, moves: analysis.line.moves.slice(0, analysis.at) }),
        id: "position-link",
        say: (sentence) => analysis.say(sentence),
      })}
    </div>`;
  }
}
