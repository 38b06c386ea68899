// A small board that plays a sample game slowly; it stands still for those who ask for that.

import { html } from "../vendor/lit-html/lit-html.js";
import { makeBoard, stillView } from "../boards/index.js";
import { isStill } from "../browser/motion.js";
import { defaultOptions } from "../setup/options.js";

const PAUSE = 1400;
const REST = 2; // pauses at the end

export class Picture {
  /** @param {GameShape} game @param {number} place @param {() => void} redraw */
  constructor(game, place, redraw) {
    this.positions = positionsOf(game);
    this.board = makeBoard(this.positions[0], redraw);
    this.shown = Math.ceil(this.positions.length * 0.5);
    if (isStill()) return;
    this.timer = setInterval(() => {
      this.shown = (this.shown + 1) % (this.positions.length + REST);
      if (!document.hidden) redraw();
    }, PAUSE + place * 130);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** The board as it stands now, which nobody can touch. */
  view() {
    const position = this.positions[Math.min(this.shown, this.positions.length - 1)];
    return html`<div class="live" inert>${stillView(this.board, position)}</div>`;
  }
}

/** The sample game as a board reads positions. @param {GameShape} game @returns {BoardPosition[]} */
function positionsOf(game) {
  const options = defaultOptions(game);
  const moves = game.sample.flatMap(({ last }) => last ?? []);
  return game.sample.map(({ view, legal, to_move }, ply) => ({
    board: game.board,
    options,
    moves: moves.slice(0, ply),
    view,
    to_move,
    legal,
    legal_count: legal.length,
    outcome: null,
  }));
}
