// Cutting a bar of unit cells in two: where a cut may be, where the pointer means it, and the focus.

/** Whether a bar may be cut there; equal parts are refused. @param {number} at @param {number} size */
export function mayCut(at, size) {
  return at >= 1 && at <= size - 1 && 2 * at !== size;
}

/**
 * The allowed cut nearest to a wish; an equal cut gives way to the side the wish is on.
 * @param {number} wish where the cut is wanted, in cells from the left, not whole
 * @param {number} size
 */
export function snap(wish, size) {
  const at = Math.min(Math.max(Math.round(wish), 1), size - 1);
  if (2 * at !== size) return at;
  return wish < at ? at - 1 : at + 1;
}

/** The next allowed cut in a direction. @param {number} at @param {number} by @param {number} size */
export function nudge(at, by, size) {
  const to = Math.min(Math.max(at + by, 1), size - 1);
  if (2 * to !== size) return to;
  return Math.min(Math.max(to + Math.sign(by), 1), size - 1);
}

/** Where the pointer is on a bar, in cells from its left end. @param {PointerEvent} event @param {number} size */
export function wishOf(event, size) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  return ((event.clientX - bar.left) / bar.width) * size;
}

/** How far an arrow key moves the cut; Page keys move it further. @param {string} key @param {number} size */
export function strideOf(key, size) {
  const far = Math.max(1, Math.round(size / 10));
  return { ArrowLeft: -1, ArrowRight: 1, PageDown: -far, PageUp: far, Home: -size, End: size }[key];
}

/**
 * Moves the focus within the board as soon as the drawing that was asked for is done: a key
 * pressed right after finds it there.
 * @param {string} selector
 */
export function focusOn(selector) {
  queueMicrotask(() => {
    const found = document.querySelector(`.board ${selector}`);
    if (found instanceof HTMLElement) found.focus();
  });
}
