// A row of slots for each player and the pool that fills them. Between two filled slots stands
// their sum, with ✓ where the pair counts.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { countOf, moverOf } from "../words.js";
import { TilesBoard } from "./tiles.js";

const MOST_SLOTS = 12; // longer rows show the filled slots and how many are free

/** @implements {Board} */
export class RowsBoard extends TilesBoard {
  /** @override @param {BoardProps} props */
  view(props) {
    const numbers = Number(props.position.options.numbers);
    return html`<div class="board rows-board">
      <div class="rows">${row(1, props)}${row(2, props)}</div>
      ${this.grid(props, numbers)}
    </div>`;
  }
}

/** @param {PlayerNumber} player @param {BoardProps} props */
function row(player, { position, nameOf }) {
  /** @type {number[]} */
  const filled = position.view.sequences[player - 1];
  /** @type {boolean[]} whether each pair of neighbours counts */
  const pairs = position.view.pairs[player - 1];
  const count = pairs.filter(Boolean).length;
  const length = Number(position.options.length);
  const shown = length <= MOST_SLOTS ? length : Math.min(filled.length + 1, length);
  const isTurn = position.to_move === player && !position.outcome;
  const isNewest = position.moves.length > 0 && moverOf(position.moves.length - 1) === player;
  return html`<section class="row player-${player} ${isTurn ? "turn" : ""}">
    <p class="row-name">
      ${nameOf(player)}<span class="count">${countOf(count, "pair")}</span>
    </p>
    <ol class="slots ${shown > 7 ? "many" : shown > 5 ? "long" : ""}" aria-label="The row of ${nameOf(player)}">
      ${Array.from({ length: shown }, (_, index) => {
        const isNext = isTurn && index === filled.length;
        const isLast = isNewest && index === filled.length - 1;
        const state = index < filled.length ? "filled" : "empty";
        return html`${index ? disc(filled[index - 1], filled[index], pairs[index - 1]) : nothing}
          <li class="slot ${state} ${isNext ? "next" : ""} ${isLast ? "last" : ""}">
            ${filled[index] ?? html`<span class="unseen">empty</span>`}
          </li>`;
      })}
    </ol>
    ${shown < length ? html`<p class="more">${filled.length} of ${length} numbers</p>` : nothing}
  </section>`;
}

/** @param {number | undefined} one @param {number | undefined} two @param {boolean} counts */
function disc(one, two, counts) {
  if (one === undefined || two === undefined) return html`<li class="disc" aria-hidden="true"></li>`;
  return html`<li class="disc sum ${counts ? "counts" : ""}" title="${one} + ${two} = ${one + two}">
    <span>${one + two}</span><span class="unseen">${counts ? "counts" : "does not count"}</span>${counts
      ? html`<span aria-hidden="true">✓</span>`
      : nothing}
  </li>`;
}
