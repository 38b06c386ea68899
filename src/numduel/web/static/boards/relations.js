// Lines over a grid of tiles: from a number to those that may follow it, and the pairs of a plan.
// They curve around the numbers between their ends, so that none looks struck out.

import { nothing, svg } from "../vendor/lit-html/lit-html.js";

const FEW_PAIRS = 14; // more are drawn faint, except those of allowed numbers
const BOWS = [0, 0.15, -0.15, 0.25, -0.25, 0.35, -0.35, 0.45, -0.45];
const CLEAR = 0.32; // of a tile: a line this far from a number's middle leaves it readable
const STEPS = 32;

/** @typedef {{x: number, y: number}} Point in tiles, which are one wide and one high here */

/**
 * @param {{columns: number, numbers: number, from?: number | null, to?: number[],
 *   mover?: PlayerNumber, pairs: [number, number][], now: Set<number>, last?: number}} drawn
 *   `now` holds the numbers that may be taken, whose pairs are emphasised; the pair of `last` most of all
 */
export function relations({ columns, numbers, from = null, to = [], mover = 1, pairs, now, last = 0 }) {
  const rows = Math.ceil(numbers / columns);
  const raised = new Set(to); // these hide what runs below them
  const shown = pairs.filter((pair) => pair.every((number) => number >= 1 && number <= numbers));
  return svg`<svg class="relations ${shown.length ? "over" : ""}" viewBox="0 0 ${columns} ${rows}"
      preserveAspectRatio="none" aria-hidden="true">
    ${from === null
      ? nothing
      : to.map((number) => follows(wayBetween(from, number, { columns, numbers, raised }), mover))}
    ${shown.map(([one, two]) => {
      const isNear = shown.length <= FEW_PAIRS || now.has(one) || now.has(two);
      const isLit = one === last || two === last;
      return arc(wayBetween(one, two, { columns, numbers }), isLit ? "near lit" : isNear ? "near" : "far");
    })}
  </svg>`;
}

/** @param {Way} way @param {PlayerNumber} mover */
function follows({ a, control, b }, mover) {
  return svg`<path class="follows player-${mover}" d="M${a.x} ${a.y}Q${control.x} ${control.y} ${b.x} ${b.y}" />`;
}

/** @param {Way} way @param {string} name */
function arc({ a, control, b }, name) {
  const start = towards(a, control);
  const end = towards(b, control);
  return svg`<path class="pair ${name}"
      d="M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}" />
    <path class="pair-end ${name}" d="M${start.x} ${start.y}h0M${end.x} ${end.y}h0" />`;
}

/** A point near the rim of a tile, so that its number stays free. @param {Point} from @param {Point} to */
function towards(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const reach = 0.36;
  return {
    x: from.x + ((to.x - from.x) / length) * reach,
    y: from.y + ((to.y - from.y) / length) * reach,
  };
}

/** A quadratic curve between two tiles. @typedef {{a: Point, control: Point, b: Point}} Way */
/** @typedef {{columns: number, numbers: number, raised?: Set<number>}} Grid with the tiles that hide a line */

/**
 * The flattest curve between two numbers that keeps clear of all others; if none does, the one that
 * keeps furthest from them.
 * @param {number} one @param {number} two @param {Grid} grid
 * @returns {Way}
 */
function wayBetween(one, two, grid) {
  const a = middleOf(one, grid);
  const b = middleOf(two, grid);
  let best = { a, control: a, b };
  let widest = -1;
  for (const bow of BOWS) {
    const control = { x: (a.x + b.x) / 2 + (b.y - a.y) * bow, y: (a.y + b.y) / 2 - (b.x - a.x) * bow };
    const way = { a, control, b };
    const room = roomOf(way, grid);
    if (room > widest) {
      widest = room;
      best = way;
    }
    if (room >= CLEAR) break;
  }
  return best;
}

/** @param {number} number @param {Grid} grid @returns {Point} */
function middleOf(number, { columns }) {
  return { x: ((number - 1) % columns) + 0.5, y: Math.floor((number - 1) / columns) + 0.5 };
}

/** How near a way comes to another number. @param {Way} way @param {Grid} grid */
function roomOf({ a, control, b }, { columns, numbers, raised }) {
  const rows = Math.ceil(numbers / columns);
  let room = 1;
  for (let step = 1; step < STEPS; step += 1) {
    const t = step / STEPS;
    const at = (/** @type {"x" | "y"} */ axis) =>
      (1 - t) ** 2 * a[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * b[axis];
    const [x, y] = [at("x"), at("y")];
    if (x < 0 || y < 0 || x > columns || y > rows) return 0; // outside the board
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const number = top * columns + left + 1;
    const isEnd = [a, b].some((end) => Math.floor(end.x) === left && Math.floor(end.y) === top);
    if (isEnd || number > numbers || raised?.has(number)) continue;
    room = Math.min(room, Math.hypot(x - left - 0.5, y - top - 0.5));
  }
  return room;
}
