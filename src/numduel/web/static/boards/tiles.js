// Boards on which numbers are taken from one pool: a grid of tiles.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { ARROWS, columnsFor, moverOf, step, takenIn, tile } from "./tile.js";
import { relations } from "./relations.js";

/** @implements {Board} */
export class PoolBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.showsMarks = true;
    this.cursor = 1;
  }

  /** @param {BoardProps} props */
  view(props) {
    const numbers = Number(props.position.options.numbers);
    return html`<div class="board pool">${this.grid(props, numbers)}${this.notes(props)}</div>`;
  }

  /** @param {BoardProps} props @param {number} numbers @param {number} [columns] */
  grid(props, numbers, columns = columnsFor(numbers)) {
    this.columns = columns;
    this.numbers = numbers;
    const about = {
      taken: takenIn(props.position.moves),
      allowed: new Set(props.position.legal),
      cursor: this.cursor,
    };
    const list = Array.from({ length: numbers }, (_, index) => index + 1);
    return html`<div
      class="tiles ${columns > 7 ? "dense" : ""}"
      role="group"
      aria-label="Numbers 1 to ${numbers}"
      .style=${`--columns: ${columns}`}
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
    return relations({ columns, numbers, pairs: props.pairs, now: new Set(props.position.legal.map(Number)) });
  }

  /** What stands under the tiles. @param {BoardProps} _props @returns {unknown} */
  notes(_props) {
    return nothing;
  }

  /** @param {string} key @param {BoardProps} _props */
  press(key, _props) {
    if (!ARROWS.has(key) || !this.numbers || !this.columns) return false;
    const isInside = document.activeElement?.closest(".tiles");
    const to = isInside ? step(key, this.cursor, this.numbers, this.columns) : this.cursor;
    const next = document.querySelector(`.tiles [data-move="${to}"]`);
    if (next instanceof HTMLElement) next.focus();
    return true;
  }

  /** @param {Position} position @returns {{you: string, other: string} | null} */
  task(position) {
    return position.legal_count ? { you: "take a number", other: "takes a number" } : null;
  }

  /** @param {string} move @param {Position} _position */
  told(move, _position) {
    return `took ${move}`;
  }
}

/** Odd after even, even after odd. */
export class ParityBoard extends PoolBoard {
  /** @override @param {Position} position */
  task({ view }) {
    if (view.last === null) return { you: "take any number", other: "takes any number" };
    const due = view.last % 2 ? "an even number" : "an odd number";
    const joker = view.jokers?.[view.to_move - 1] ? ", or any with a joker" : "";
    return { you: `take ${due}${joker}`, other: `takes ${due}${joker}` };
  }

  /** @override @param {BoardProps} props */
  notes({ position, nameOf }) {
    const jokers = position.view.jokers;
    if (!position.options.jokers || !jokers) return nothing;
    return html`<p class="jokers">
      ${[1, 2].map((player) => {
        const number = /** @type {PlayerNumber} */ (player);
        return html`<span class="player-${player}"
          >${nameOf(number)}: ${jokers[player - 1]} ${jokers[player - 1] === 1 ? "joker" : "jokers"} left</span
        >`;
      })}
    </p>`;
  }

  /** @override @param {string} move @param {Position} position */
  told(move, position) {
    const before = position.moves[position.moves.length - 2];
    const needed = before !== undefined && (Number(before) + Number(move)) % 2 === 0;
    return needed ? `played a joker and took ${move}` : `took ${move}`;
  }
}

const MOST_COLUMNS = 6; // a denser board has no room between its numbers for lines
const MOST_LINES = 12; // where more may follow, nearly all do, and lines tell nothing

/** From the last number, a line to each number that may follow, where that makes things clearer. */
export class DivisorBoard extends PoolBoard {
  /** @override @param {BoardProps} props @param {number} numbers @param {number} columns */
  lines({ position, pairs }, numbers, columns) {
    const last = position.view.last;
    const allowed = position.legal.map(Number);
    const isClear = columns <= MOST_COLUMNS && allowed.length <= MOST_LINES;
    const to = last === null || pairs.length || !isClear ? [] : allowed;
    const mover = moverOf(position.moves.length - 1);
    return relations({ columns, numbers, from: last, to, mover, pairs, now: new Set(allowed) });
  }

  /** @override @param {Position} position */
  task({ view, options }) {
    if (view.last === null) {
      const kind = options.opening === "even" ? "any even number" : "any number";
      return { you: `take ${kind}`, other: `takes ${kind}` };
    }
    const what = `a divisor or a multiple of ${view.last}`;
    return { you: `take ${what}`, other: `takes ${what}` };
  }
}
