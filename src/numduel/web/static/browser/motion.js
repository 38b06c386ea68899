// Short animations of where a thing went; off if the visitor prefers reduced motion.

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Animates a copy of one element flying to another.
 * @param {Element | null} from
 * @param {Element | null} to
 */
export function fly(from, to) {
  if (!from || !to || isStill()) return;
  const start = from.getBoundingClientRect();
  const goal = to.getBoundingClientRect();
  if (!start.width || !goal.width) return;
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.textContent = from.getAttribute("data-move");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
  });
  document.body.append(ghost);
  const x = goal.left + goal.width / 2 - start.left - start.width / 2;
  const y = goal.top + goal.height / 2 - start.top - start.height / 2;
  const flight = ghost.animate(
    [{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0.2 }],
    { duration: 200, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
