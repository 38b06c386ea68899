// Which board draws which duel: a rule book names its board; without a name, and at any size that
// the board cannot draw, a duel gets the plain one.

import { DivisorBoard, ParityBoard, PoolBoard } from "./tiles.js";
import { HeapsBoard } from "./heaps.js";
import { PlainBoard } from "./plain.js";
import { SequenceBoard } from "./sequence.js";
import { SplitBoard } from "./split.js";

/** @type {Record<string, {make: new (redraw: () => void) => Board, fits: (view: Record<string, any>, options: Options) => boolean}>} */
const BOARDS = {
  tiles: { make: PoolBoard, fits: hasTiles },
  parity: { make: ParityBoard, fits: hasTiles },
  divisor: { make: DivisorBoard, fits: hasTiles },
  split: { make: SplitBoard, fits: (view) => Number.isInteger(view.number) },
  heaps: { make: HeapsBoard, fits: (view) => Array.isArray(view.heaps) && view.heaps.length <= 60 },
  sequence: {
    make: SequenceBoard,
    fits: (view, options) => hasTiles(view, options) && Array.isArray(view.sequences),
  },
  plain: { make: PlainBoard, fits: () => true },
};

const MOST_TILES = 400;

/** @param {Record<string, any>} view @param {Options} options */
function hasTiles(view, options) {
  return Array.isArray(view.remaining) && Number(options.numbers) <= MOST_TILES;
}

/** The kind of board a duel has. @param {{board: string | null}} of */
export function kindOf(of) {
  const kind = of.board ?? "plain";
  return kind in BOARDS ? kind : "plain";
}

/** @param {Position} position @param {() => void} redraw @returns {Board} */
export function makeBoard(position, redraw) {
  const wanted = BOARDS[kindOf(position)];
  const fits = wanted.fits(position.view, position.options);
  const { make: Kind } = fits ? wanted : BOARDS.plain;
  return new Kind(redraw);
}
