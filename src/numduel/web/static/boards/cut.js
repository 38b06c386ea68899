// Cutting a bar of unit cells in two: where a cut may be, and where the pointer means it.
// A board says by `may` which cuts the server allows.

/** @typedef {(at: number) => boolean} May whether a cut after this many cells is allowed */

/**
 * The allowed cut nearest to a wish. If the nearest cell border is not allowed, the side that the
 * wish is on comes first.
 * @param {number} wish where the cut is wanted, in cells from the left; it may lie within a cell
 * @param {number} size @param {May} may
 */
export function snap(wish, size, may) {
  const at = Math.min(Math.max(Math.round(wish), 1), size - 1);
  const side = wish < at ? -1 : 1;
  for (let away = 0; away < size; away += 1) {
    if (may(at + side * away)) return at + side * away;
    if (may(at - side * away)) return at - side * away;
  }
  return 0;
}

/** The next allowed cut in a direction. @param {number} at @param {number} by @param {number} size @param {May} may */
function nudge(at, by, size, may) {
  const step = Math.sign(by);
  let to = Math.min(Math.max(at + by, 1), size - 1);
  while (to > 0 && to < size && !may(to)) to += step;
  return may(to) ? to : at;
}

/** Where the pointer is on a bar, in cells from its left end. @param {PointerEvent} event @param {number} size */
export function wishOf(event, size) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  return ((event.clientX - bar.left) / bar.width) * size;
}

/** How far a key moves the cut; Page keys move it further. @param {string} key @param {number} size */
export function strideOf(key, size) {
  const far = Math.max(1, Math.round(size / 10));
  return { ArrowLeft: -1, ArrowRight: 1, PageDown: -far, PageUp: far, Home: -size, End: size }[key];
}

/**
 * The cut after a key: an uncut bar is cut near its middle.
 * @param {number} cut @param {number} stride @param {number} size @param {May} may
 */
export function moveCut(cut, stride, size, may) {
  return cut ? nudge(cut, stride, size, may) : snap(size / 2 + stride / 4, size, may);
}

/** Why a bar cannot be cut there. @param {number} at @param {number} size */
export function whyNot(at, size) {
  if (!Number.isInteger(at)) return `${at} is not a whole number.`;
  if (at < 1 || at >= size) return `Type a number from 1 to ${size - 1}.`;
  return `${size} cannot be cut into ${at} and ${size - at}.`;
}
