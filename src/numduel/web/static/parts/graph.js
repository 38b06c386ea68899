// The value over a game: a step line between two bands, one in each player's colour.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

const HEIGHT = 96;
const MIDDLE = HEIGHT / 2;
const LEVEL = { 1: 30, 2: HEIGHT - 30 };

/**
 * @param {Review} review
 * @param {{at: number, jump: (ply: number) => void, nameOf: (player: PlayerNumber) => string}} about
 */
export function valueGraph(review, { at, jump, nameOf }) {
  const count = review.winners.length;
  const width = 640;
  const stepWidth = width / Math.max(count, 1);
  const level = (/** @type {PlayerNumber | null} */ winner) => (winner === null ? MIDDLE : LEVEL[winner]);
  const line = review.winners
    .map((winner, ply) => `${ply ? "L" : "M"}${ply * stepWidth} ${level(winner)}H${(ply + 1) * stepWidth}`)
    .join("");
  const choose = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    jump(clamp(Math.floor(((event.clientX - box.left) / box.width) * count), count));
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    jump(clamp(to, count));
  };
  const here = review.moves[at - 1];
  return html`<div class="graph-place">
    <div class="graph-names" aria-hidden="true">
      <span class="player-1">${nameOf(1)}</span><span class="player-2">${nameOf(2)}</span>
    </div>
    <div
      class="graph"
      role="slider"
      tabindex="0"
      aria-label="Who was winning, move by move"
      aria-valuemin="0"
      aria-valuemax=${count - 1}
      aria-valuenow=${at}
      aria-valuetext=${here ? moveText(here) : `The start: ${review.start}.`}
      @click=${choose}
      @keydown=${press}
    >
      <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        <rect class="band player-1" width=${width} height=${MIDDLE} />
        <rect class="band player-2" y=${MIDDLE} width=${width} height=${MIDDLE} />
        ${svg`<rect class="now" x=${at * stepWidth} width=${stepWidth} height=${HEIGHT} />
        <path class="value" d=${line} />`}
      </svg>
      ${review.moves.map((move, index) => (move.is_mistake ? dot(move, index, count) : nothing))}
    </div>
  </div>`;
}

/** @param {ReviewedMove} move @param {number} index @param {number} count */
function dot(move, index, count) {
  const x = ((index + 1.5) / count) * 100;
  const y = (LEVEL[move.winner_after ?? 1] / HEIGHT) * 100;
  return html`<span
    class="mistake-dot player-${move.player}"
    .style=${`left: ${x}%; top: ${y}%`}
    title=${moveText(move)}
    >?</span
  >`;
}

/** @param {ReviewedMove} move */
export function moveText({ ply, name, text }) {
  return `Move ${ply}, ${name}: ${text}.`;
}

/** @param {number} ply @param {number} count */
function clamp(ply, count) {
  return Math.min(Math.max(ply, 0), count - 1);
}
