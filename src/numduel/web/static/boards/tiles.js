// Boards on which numbers are taken from one pool: a grid of tiles.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { labelOf, moverOf } from "../words.js";
import { relations } from "./relations.js";
import { ARROWS, columnsFor, step, takenIn, tile } from "./tile.js";

/** @implements {Board} */
export class TilesBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.showsMarks = true;
    this.cursor = 1;
  }

  /** @param {BoardProps} props */
  view(props) {
    const numbers = Number(props.position.options.numbers);
    return html`<div class="board">${this.grid(props, numbers)}${notes(props)}</div>`;
  }

  /** @param {BoardProps} props @param {number} numbers */
  grid(props, numbers) {
    const columns = columnsFor(numbers);
    this.columns = columns;
    this.numbers = numbers;
    const about = {
      taken: takenIn(props.position.moves),
      allowed: new Set(props.position.legal),
      cursor: this.cursor,
    };
    const list = Array.from({ length: numbers }, (_, index) => index + 1);
    return html`<div
      class="tiles ${columns > 7 && numbers > 50 ? "dense" : ""} ${rareIn(props.marks)}"
      role="group"
      aria-label="Numbers 1 to ${numbers}"
      .style=${`--columns: ${columns}; --rows: ${Math.ceil(numbers / columns)}`}
      @focusin=${this.follow}
    >
      ${this.lines(props, numbers, columns)}${list.map((number) => tile(number, props, about))}
    </div>`;
  }

  follow = (/** @type {FocusEvent} */ event) => {
    const focused = /** @type {HTMLElement} */ (event.target).closest("[data-move]");
    const number = Number(focused?.getAttribute("data-move"));
    if (number && number !== this.cursor) {
      this.cursor = number;
      this.redraw();
    }
  };

  /** @param {BoardProps} props @param {number} numbers @param {number} columns @returns {unknown} */
  lines(props, numbers, columns) {
    if (!props.pairs.length) return nothing;
    const { legal, moves } = props.position;
    return relations({ columns, numbers, pairs: props.pairs, now: new Set(legal.map(Number)), last: Number(moves.at(-1)) });
  }

  /** @param {string} key */
  press(key) {
    if (!ARROWS.has(key) || !this.numbers || !this.columns) return false;
    const isInside = document.activeElement?.closest(".tiles");
    const to = isInside ? step(key, this.cursor, this.numbers, this.columns) : this.cursor;
    const next = document.querySelector(`.tiles [data-move="${to}"]`);
    if (next instanceof HTMLElement) next.focus();
    return true;
  }
}

const MOST_COLUMNS = 6; // a denser board has no room between its numbers for lines
const MOST_LINES = 12; // if more may follow, nearly all may, and lines say nothing

/** Draws a line from the last number to each number that may follow, where that helps. */
export class LinesBoard extends TilesBoard {
  /** @override @param {BoardProps} props @param {number} numbers @param {number} columns */
  lines({ position, pairs }, numbers, columns) {
    const last = position.view.last;
    const allowed = position.legal.map(Number);
    const isClear = columns <= MOST_COLUMNS && allowed.length <= MOST_LINES;
    const to = last === null || pairs.length || !isClear ? [] : allowed;
    const mover = moverOf(position.moves.length - 1);
    return relations({ columns, numbers, from: last, to, mover, pairs, now: new Set(allowed), last: last ?? 0 });
  }
}

/** The marks to emphasise: the rarer ones. @param {BoardProps["marks"]} marks */
function rareIn(marks) {
  if (!marks) return "";
  const wins = [...marks.values()].filter((mark) => mark.wins).length;
  return wins > marks.size / 2 ? "few-lose" : "few-win";
}

/** The values of each player that tiles do not show, of options in use. @param {BoardProps} props */
function notes({ position: { view, options }, nameOf }) {
  const names = Object.keys(view).filter((name) => options[name] && Array.isArray(view[name]));
  return names.map(
    (name) => html`<p class="notes">
      ${labelOf(name)} <span class="player-1">${nameOf(1)}: ${view[name][0]}</span>
      <span class="player-2">${nameOf(2)}: ${view[name][1]}</span>
    </p>`,
  );
}
