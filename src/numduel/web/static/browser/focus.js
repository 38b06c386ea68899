// Focus management: the focus is never lost, for keyboards and screen readers.

/** Moves the focus after the next drawing. @param {string} selector */
export function focusSoon(selector) {
  queueMicrotask(() => {
    const found = document.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  });
}

/**
 * Draws. If the focused element is then gone or disabled, the focus goes to a control in the same part
 * of the page, else to the board, else to the content.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const focused = document.activeElement;
  /** @type {Element[]} */
  const parts = [];
  for (let part = focused?.parentElement; part && part.id !== "content"; part = part.parentElement) parts.push(part);
  draw();
  if (!focused || focused === document.body || isReady(focused)) return;
  queueMicrotask(() => {
    if (document.activeElement !== document.body && document.activeElement !== focused) return;
    const group = parts.find((part) => part.isConnected && part.matches(".controls, .board, .do, .notice, .review, .panel"));
    const next = group?.querySelector(PRESSED) ?? document.querySelector(".stage .board [tabindex='0'], .stage .board .part");
    const to = next instanceof HTMLElement ? next : document.getElementById("content");
    to?.focus({ preventScroll: true });
  });
}

const PRESSED = "button:not(:disabled), a[href], [tabindex='0'], input:not(:disabled)";

/** @param {Element} one */
function isReady(one) {
  return one.isConnected && !one.matches(":disabled");
}
