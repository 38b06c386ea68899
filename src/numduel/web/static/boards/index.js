// Which board draws which duel. A rule book names its board; a duel without one, or of a size that the
// board cannot draw, gets the plain board.

import { BarBoard } from "./bar.js";
import { HeapsBoard } from "./heaps.js";
import { PlainBoard } from "./plain.js";
import { RowsBoard } from "./rows.js";
import { LinesBoard, TilesBoard } from "./tiles.js";
import { asPlayer } from "../words.js";

/** @typedef {(view: Record<string, any>, options: Options) => boolean} Fits */

/** @type {Record<string, {make: new (redraw: () => void) => Board, fits: Fits}>} */
const BOARDS = {
  tiles: { make: TilesBoard, fits: hasTiles },
  lines: { make: LinesBoard, fits: hasTiles },
  bar: { make: BarBoard, fits: (view) => Number.isInteger(view.number) },
  heaps: { make: HeapsBoard, fits: (view) => Array.isArray(view.heaps) && view.heaps.length <= 60 },
  rows: {
    make: RowsBoard,
    fits: (view, options) => hasTiles(view, options) && Array.isArray(view.sequences) && Array.isArray(view.pairs),
  },
  plain: { make: PlainBoard, fits: () => true },
};

const MOST_TILES = 400;

/** @param {Record<string, any>} view @param {Options} options */
function hasTiles(view, options) {
  return Array.isArray(view.remaining) && Number(options.numbers) <= MOST_TILES;
}

/** @param {BoardPosition} position @param {() => void} redraw @returns {Board} */
export function makeBoard({ board, view, options }, redraw) {
  const named = BOARDS[board ?? "plain"];
  const { make: Kind } = named?.fits(view, options) ? named : BOARDS.plain;
  return new Kind(redraw);
}

/** A board that only shows a position. @param {Board} board @param {BoardPosition} position */
export function stillView(board, position) {
  const nobody = () => undefined;
  const nothing = { marks: null, pairs: [], hint: null, pending: null, typed: "" };
  return board.view({ position, mayPlay: false, waiting: "", play: nobody, say: nobody, nameOf: asPlayer, ...nothing });
}
