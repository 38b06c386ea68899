// The three or four controls under a match's board.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isFull, moverOf } from "../words.js";

/**
 * @typedef {Object} Deeds
 * @prop {() => void} hint
 * @prop {() => void} undo
 * @prop {() => void} redo
 * @prop {() => void} truth
 * @prop {() => void} resign
 * @prop {() => void} rematch
 * @prop {() => void} review
 * @prop {(isAsking: boolean) => void} askResign
 */

/**
 * @param {Snapshot} match
 * @param {{deeds: Deeds, isResigning: boolean, isReviewing: boolean, isBusy: boolean}} about
 */
export function controls(match, { deeds, isResigning, isReviewing, isBusy }) {
  if (match.outcome) return endControls(match, deeds, isReviewing);
  if (!match.you.length) return html`<p class="controls quiet">You are watching.</p>`;
  if (isResigning) {
    return html`<div class="controls" role="group" aria-label="Resign">
      <span>Give up this duel?</span>
      <button type="button" class="button primary" @click=${deeds.resign}>Yes, resign</button>
      <button type="button" class="button" id="play-on" @click=${() => deeds.askResign(false)}>No, play on</button>
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
      @click=${deeds.undo}>Take back</button>
    <button type="button" class="button switch" id="truth" role="switch"
      aria-checked=${String(match.truth.on)} @click=${deeds.truth}>
      <span class="knob" aria-hidden="true"></span>Truth${hasAsked ? " asked for" : ""}
    </button>
    <button type="button" class="button" id="resign" @click=${() => deeds.askResign(true)}>Resign</button>
    ${match.redo // the last, so that nothing moves under the finger when it comes and goes
      ? html`<button type="button" class="button" id="redo" ?disabled=${isBusy} @click=${deeds.redo}>Redo</button>`
      : nothing}
  </div>`;
}

/** @param {Snapshot} match @param {Deeds} deeds @param {boolean} isReviewing */
function endControls(match, deeds, isReviewing) {
  return html`<div class="controls">
    ${match.you.length ? again(match, deeds) : nothing}
    ${match.next && !match.you.length
      ? html`<a class="button primary" href="/m/${match.next}">Watch the rematch</a>`
      : nothing}
    <button type="button" class="button" id="review" aria-expanded=${String(isReviewing)} @click=${deeds.review}>
      ${isReviewing ? "Close review" : "Review"}
    </button>
    <a class="button" href="/">Other duels</a>
  </div>`;
}

/** A rematch; or another duel, if nobody came to this one. @param {Snapshot} match @param {Deeds} deeds */
function again(match, deeds) {
  if (!isFull(match)) return html`<a class="button primary" href="/games/${match.game}">Play another</a>`;
  const hasAsked = !match.next && match.mode === "link" && match.rematch.includes(match.you[0]);
  return html`<button type="button" class="button primary" id="rematch" ?disabled=${hasAsked} @click=${deeds.rematch}>
    ${rematchWords(match, hasAsked)}
  </button>`;
}

/** @param {Snapshot} match @param {boolean} hasAsked */
function rematchWords(match, hasAsked) {
  if (match.next) return "Go to the rematch";
  if (hasAsked) return "Rematch asked for";
  return match.mode === "link" && match.rematch.length ? "Accept the rematch" : "Rematch";
}
