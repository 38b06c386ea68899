// Sequence Builder: a row of slots for each player, the sum of each pair between them, the pool.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { PoolBoard } from "./tiles.js";

const MOST_SLOTS = 12; // longer rows show what is filled and how much is missing

/** @implements {Board} */
export class SequenceBoard extends PoolBoard {
  /** @override @param {BoardProps} props */
  view(props) {
    const numbers = Number(props.position.options.numbers);
    return html`<div class="board sequence">
      <div class="rows">${row(1, props)}${row(2, props)}</div>
      ${this.grid(props, numbers)}
    </div>`;
  }

  /** @override @param {Position} _position */
  task(_position) {
    return { you: "take a number for your row", other: "takes a number for their row" };
  }
}

/** @param {PlayerNumber} player @param {BoardProps} props */
function row(player, { position, nameOf }) {
  /** @type {number[]} */
  const filled = position.view.sequences[player - 1];
  const length = Number(position.options.length);
  const even = filled.filter((number, index) => index && (number + filled[index - 1]) % 2 === 0).length;
  const shown = length <= MOST_SLOTS ? length : Math.min(filled.length + 1, length);
  const isTurn = position.to_move === player && !position.outcome;
  const newest = position.moves.length && (position.moves.length % 2 === 1) === (player === 1);
  return html`<section class="row player-${player} ${isTurn ? "turn" : ""}">
    <p class="row-name">
      ${nameOf(player)}<span class="count">${even} even ${even === 1 ? "pair" : "pairs"}</span>
    </p>
    <ol class="slots ${shown > 7 ? "many" : shown > 5 ? "long" : ""}" aria-label="The row of ${nameOf(player)}">
      ${Array.from({ length: shown }, (_, index) => {
        const isNext = isTurn && index === filled.length;
        const isLast = newest && index === filled.length - 1;
        const state = index < filled.length ? "filled" : "empty";
        return html`${index ? disc(filled[index - 1], filled[index]) : nothing}
          <li class="slot ${state} ${isNext ? "next" : ""} ${isLast ? "last" : ""}">
            ${filled[index] ?? html`<span class="unseen">empty</span>`}
          </li>`;
      })}
    </ol>
    ${shown < length ? html`<p class="more">${filled.length} of ${length} numbers</p>` : nothing}
  </section>`;
}

/** @param {number | undefined} one @param {number | undefined} two */
function disc(one, two) {
  if (one === undefined || two === undefined) return html`<li class="disc none" aria-hidden="true"></li>`;
  const sum = one + two;
  const isEven = sum % 2 === 0;
  return html`<li
    class="disc ${isEven ? "even" : "odd"}"
    title="${one} + ${two} = ${sum}, ${isEven ? "even" : "odd"}"
  >
    <span>${sum}</span><span class="unseen">${isEven ? "even" : "odd"}</span>${isEven
      ? html`<span aria-hidden="true">✓</span>`
      : nothing}
  </li>`;
}
