// Presentation: the board as large as a projector shows it, and little else. `f` begins and ends it.

const root = document.documentElement;

/** Begins or ends the presentation, if there is a board. Returns whether there is one. */
export function present() {
  if (!document.querySelector(".stage .board")) return false;
  const isOn = root.toggleAttribute("data-presenting");
  // Where full screen is refused, the board is large all the same.
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
