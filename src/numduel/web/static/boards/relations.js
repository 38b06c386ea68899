// Lines over a grid of tiles: from a number to those that may follow it, and the pairs of a plan.

import { nothing, svg } from "../vendor/lit-html/lit-html.js";

const FEW_PAIRS = 14; // more than these are drawn faint, but for those that matter now

/**
 * @param {{columns: number, numbers: number, from?: number | null, to?: number[],
 *   mover?: PlayerNumber, pairs: [number, number][], now?: Set<number>}} drawn
 *   `now` holds the numbers that may be taken, whose pairs stand out
 */
export function relations({ columns, numbers, from = null, to = [], mover = 1, pairs, now }) {
  const rows = Math.ceil(numbers / columns);
  const middle = (/** @type {number} */ number) => ({
    x: ((number - 1) % columns) + 0.5,
    y: Math.floor((number - 1) / columns) + 0.5,
  });
  const shown = pairs.filter((pair) => pair.every((number) => number >= 1 && number <= numbers));
  return svg`<svg class="relations ${shown.length ? "over" : ""}" viewBox="0 0 ${columns} ${rows}"
      preserveAspectRatio="none" aria-hidden="true">
    ${from === null ? nothing : to.map((number) => straight(middle(from), middle(number), mover))}
    ${shown.map(([one, two]) => {
      const isNear = shown.length <= FEW_PAIRS || now?.has(one) || now?.has(two);
      return arc(middle(one), middle(two), { x: columns / 2, y: rows / 2 }, isNear ? "near" : "far");
    })}
  </svg>`;
}

/** @typedef {{x: number, y: number}} Point */

/** @param {Point} a @param {Point} b @param {PlayerNumber} mover */
function straight(a, b, mover) {
  return svg`<line class="follows player-${mover}" x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} />`;
}

/**
 * A bow between two tiles, towards the board's centre, that leaves the numbers on its way readable.
 * @param {Point} a @param {Point} b @param {Point} centre @param {string} name
 */
function arc(a, b, centre, name) {
  const bow = 0.22;
  const bend = (/** @type {number} */ by) => ({
    x: (a.x + b.x) / 2 + (b.y - a.y) * by,
    y: (a.y + b.y) / 2 - (b.x - a.x) * by,
  });
  const far = (/** @type {Point} */ point) => Math.hypot(point.x - centre.x, point.y - centre.y);
  const control = [bend(bow), bend(-bow)].sort((one, two) => far(one) - far(two))[0];
  const start = towards(a, control);
  const end = towards(b, control);
  return svg`<path class="pair ${name}"
      d="M${start.x} ${start.y} Q${control.x} ${control.y} ${end.x} ${end.y}" />
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
