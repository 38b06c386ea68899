// The three or four controls under a match's board.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isFull, moverOf } from "../words.js";

/**
 * @typedef {Object} Deeds
 * @prop {() => void} hint
 * @prop {() => void} undo
 * @prop {() => void} redo
 * @prop {() => void} truth
 * @prop {() => void} rematch
 * @prop {(wanted: SuggestionShape) => void} another
 * @prop {() => void} review
 * @prop {() => void} askResign
 */

/** A question that replaces the controls until it is answered.
 * @typedef {{question: string, yes: string, no: string, act: () => void, back: string}} Doubt
 *   `back` is the selector of what gets the focus if the answer is no */

/**
 * @param {Snapshot} match
 * @param {{deeds: Deeds, doubt: Doubt | null, answer: (isYes: boolean) => void, suggestions: SuggestionShape[] | null,
 *   isBusy: boolean}} about
 */
export function controls(match, { deeds, doubt, answer, suggestions, isBusy }) {
  if (match.outcome) return endControls(match, deeds, suggestions);
  if (!match.you.length) return html`<p class="controls quiet">You are watching.</p>`;
  if (doubt) {
    return html`<div class="controls doubt" role="group" aria-label=${doubt.question}>
      <span>${doubt.question}</span>
      <button type="button" class="button primary" id="yes" @click=${() => answer(true)}>${doubt.yes}</button>
      <button type="button" class="button" id="play-on" @click=${() => answer(false)}>${doubt.no}</button>
    </div>`;
  }
  const mine = match.you[0];
  const hasAsked = match.truth.asked.includes(mine) && !match.truth.on && match.mode === "link";
  const canUndo = match.moves.some((_, index) => match.you.includes(moverOf(index)));
  return html`<div class="controls">
    ${match.mode === "link"
      ? nothing
      : html`<button type="button" class="button" id="hint" ?disabled=${isBusy} @click=${deeds.hint}>Hint</button>`}
    <button type="button" class="button" id="undo"
      ?disabled=${!canUndo || isBusy || (match.mode === "link" && match.takeback !== null)}
      @click=${deeds.undo}>Undo</button>
    <button type="button" class="button switch" id="truth" role="switch"
      aria-checked=${String(match.truth.on)} @click=${deeds.truth}>
      <span class="knob" aria-hidden="true"></span>Best moves${hasAsked ? " asked for" : ""}
    </button>
    <button type="button" class="button" id="resign" @click=${deeds.askResign}>Resign</button>
    ${match.redo // last, so that the other buttons do not move
      ? html`<button type="button" class="button" id="redo" ?disabled=${isBusy} @click=${deeds.redo}>Redo</button>`
      : nothing}
  </div>`;
}

/** What to do after a game. @param {Snapshot} match @param {Deeds} deeds @param {SuggestionShape[] | null} suggestions */
function endControls(match, deeds, suggestions) {
  if (!match.you.length) {
    return html`<div class="controls">
      ${match.next ? html`<a class="button primary" href="/m/${match.next}">Watch the rematch</a>` : nothing}
      ${reviewButton("Review", deeds, !match.next)}
    </div>`;
  }
  if (!isFull(match)) {
    return html`<div class="controls"><a class="button primary" href="/games/${match.game}">Play another</a></div>`;
  }
  // No buttons until the server has answered: they must not change under the pointer.
  return html`<div class="controls ending">
    ${(suggestions ?? []).map((wanted, place) => {
      if (wanted.kind === "review") return reviewButton(wanted.label, deeds, !place);
      const isAgain = wanted.kind === "again";
      const hasAsked = isAgain && hasAskedAgain(match);
      return html`<button type="button" class="button ${place ? "" : "primary"}" id=${isAgain ? "rematch" : "harder"}
        ?disabled=${hasAsked} @click=${isAgain ? deeds.rematch : () => deeds.another(wanted)}>
        ${isAgain ? rematchWords(match, hasAsked, wanted.label) : wanted.label}
      </button>`;
    })}
  </div>`;
}

/** @param {string} label @param {Deeds} deeds @param {boolean} isFirst */
function reviewButton(label, deeds, isFirst) {
  return html`<button type="button" class="button ${isFirst ? "primary" : ""}" id="review" @click=${deeds.review}>${label}</button>`;
}

/** @param {Snapshot} match */
function hasAskedAgain(match) {
  return !match.next && match.mode === "link" && match.rematch.includes(match.you[0]);
}

/** @param {Snapshot} match @param {boolean} hasAsked @param {string} otherwise */
function rematchWords(match, hasAsked, otherwise) {
  if (match.next) return "Go to the rematch";
  if (hasAsked) return "Rematch asked for";
  return match.mode === "link" && match.rematch.length ? "Accept the rematch" : otherwise;
}
