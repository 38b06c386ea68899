// Presentation: all text large, for a projector. `f` or a button in the header begins and ends it.

const root = document.documentElement;

export const isPresenting = () => root.hasAttribute("data-presenting");

/** Whether there is a board to show. */
export const canPresent = () => document.querySelector(".stage .board") !== null;

/** Begins or ends the presentation, if there is a board. Returns whether there is one. */
export function present() {
  if (!canPresent()) return false;
  const isOn = root.toggleAttribute("data-presenting");
  // Full screen may be refused; the board is large all the same.
  if (isOn) root.requestFullscreen?.().catch(() => undefined);
  else stopPresenting();
  return true;
}

export function stopPresenting() {
  root.removeAttribute("data-presenting");
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) root.removeAttribute("data-presenting");
});
