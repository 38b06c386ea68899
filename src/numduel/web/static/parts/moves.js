// The moves so far, numbered, in the players' colours; each is a place to jump to if jumping is on.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { moverOf } from "../words.js";

/**
 * @param {string[]} moves
 * @param {{done: string[], at?: number, jump?: (ply: number) => void, mistakes?: Set<number>, costly?: number[]}} about
 *   `done` says in words what each move did; `costly` are the indices of those that spent something, such as a joker
 */
export function moveList(moves, { done, at = moves.length, jump, mistakes, costly = [] }) {
  if (!moves.length) return html`<p class="quiet">No move yet.</p>`;
  const isNumber = (/** @type {string} */ move) => /^\d+$/.test(move);
  return html`<ol class="moves ${moves.every(isNumber) ? "" : "in-words"}" aria-label="Moves">
    ${moves.map((move, index) => {
      const mark = html`${costly.includes(index) ? html` <span class="cost" role="img" aria-label=${done[index]}>★</span>` : nothing}${mistakes?.has(index)
        ? html` <span class="mistake" title="a mistake">?</span>`
        : nothing}`;
      const isHere = at === index + 1;
      const shown = isNumber(move) ? move : (done[index] ?? move); // people do not read "16:14"
      return html`<li class="player-${moverOf(index)} ${isHere ? "here" : ""}" title=${done[index]}>
        ${jump
          ? html`<button
              type="button"
              aria-current=${isHere ? "step" : "false"}
              aria-label="Move ${index + 1}: ${done[index]}${mistakes?.has(index) ? ", a mistake" : ""}"
              @click=${() => jump(index + 1)}
            >
              <span class="count">${index + 1}</span> <b>${shown}</b>${mark}
            </button>`
          : html`<span class="count">${index + 1}</span> <b>${shown}</b>${mark}`}
      </li>`;
    })}
  </ol>`;
}
