// A finished game, move by move: who was winning, where it was given away, and what if.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { copyLink } from "./copy.js";
import { faultNotice } from "./fault.js";
import { moveText, valueGraph } from "./graph.js";
import { moveList } from "./moves.js";

export class ReviewPart {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.isOpen = false;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Error | null} */
    this.fault = null;
  }

  /** @param {string} id */
  async open(id) {
    this.isOpen = true;
    this.fault = null;
    this.redraw();
    try {
      this.review ??= await call(`/api/matches/${id}/review`);
    } catch (problem) {
      this.fault = /** @type {Error} */ (problem);
    }
    this.redraw();
  }

  close() {
    this.isOpen = false;
    this.redraw();
  }

  /**
   * @param {Snapshot} match
   * @param {{position: Position, jump: (ply: number) => void, nameOf: (player: PlayerNumber) => string, say: (sentence: string) => void}} about
   *   `position` is the one that is shown
   */
  view(match, { position, jump, nameOf, say }) {
    if (!this.isOpen) return nothing;
    if (this.fault) return faultNotice(this.fault, () => this.open(match.id));
    const at = position.ply;
    const review = this.review;
    if (!review) return html`<section class="panel"><p class="quiet">Looking at every move …</p></section>`;
    const mistakes = new Set(review.moves.flatMap((move, index) => (move.is_mistake ? [index] : [])));
    const here = review.moves[at - 1];
    return html`<section class="panel review" aria-label="Review">
      <h2>Review</h2>
      ${valueGraph(review, { at, jump, nameOf })}
      ${here?.is_mistake ? html`<p>${moveText(here)}</p>` : nothing}
      ${here?.refutation ? html`<p>${here.refutation.text}</p>` : nothing}
      <div class="controls steps">
        <button type="button" class="button" ?disabled=${at <= 0} @click=${() => jump(at - 1)}>Back</button>
        <span class="place">${at ? `Move ${at} of ${match.moves.length}` : "The start"}</span>
        <button type="button" class="button" ?disabled=${at >= match.moves.length} @click=${() => jump(at + 1)}>Forward</button>
        <a class="button" href="/p/${position.address}">What if …</a>
      </div>
      ${review.sentences.map((sentence) => html`<p>${sentence}</p>`)}
      ${moveList(match.moves, { at, jump, mistakes, done: match.done })}
      <details>
        <summary>Keep this duel</summary>
        <p><a class="button" href="/api/matches/${match.id}/record" download>Save the record as a file</a></p>
        ${copyLink({ label: "The whole duel as a link:", path: `/p/${match.address}`, id: "record-link", say })}
      </details>
    </section>`;
  }
}
