// A small picture of a duel that plays itself slowly; it stands still for those who ask for that.

import { nothing, svg } from "../vendor/lit-html/lit-html.js";
import { kindOf } from "../boards/index.js";
import { follows as lineTo, wayBetween } from "../boards/relations.js";
import { moverOf } from "../boards/tile.js";
import { isStill } from "../motion.js";

const WIDTH = 240;
const HEIGHT = 136;
const PAUSE = 1400;

/** A game to show for each kind of board: the moves, and what they begin from. */
const GAMES = {
  parity: { from: 20, moves: [7, 12, 3, 18, 15, 2, 11, 20, 9, 6] },
  divisor: { from: 20, moves: [6, 18, 9, 3, 15, 5, 10, 20, 4, 16, 8, 2, 14, 7] },
  tiles: { from: 20, moves: [4, 9, 17, 12, 1, 20] },
  split: { from: 16, moves: [11, 7, 4, 1] },
  heaps: { from: 16, moves: [[16, 10], [6, 4], [10, 7], [7, 4], [4, 3]] },
  sequence: { from: 9, moves: [6, 5, 2, 3, 7, 1, 4, 8, 9] },
  plain: { from: 0, moves: [1, 2, 3, 2, 1, 3] },
};

export class Picture {
  /** @param {GameInfo} game @param {number} place @param {() => void} redraw */
  constructor(game, place, redraw) {
    const kind = kindOf(game);
    this.kind = /** @type {keyof typeof GAMES} */ (kind in GAMES ? kind : "plain");
    this.length = GAMES[this.kind].moves.length;
    this.shown = Math.ceil(this.length * 0.6);
    if (isStill()) return;
    this.timer = setInterval(() => {
      this.shown = (this.shown + 1) % (this.length + 2);
      if (!document.hidden) redraw();
    }, PAUSE + place * 130);
  }

  stop() {
    clearInterval(this.timer);
  }

  view() {
    const count = Math.min(this.shown, this.length);
    return svg`<svg class="live ${this.kind}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
      ${DRAW[this.kind](count)}
    </svg>`;
  }
}

/** @type {Record<keyof typeof GAMES, (count: number) => unknown>} */
const DRAW = {
  parity: (count) => pool(count, "parity"),
  divisor: (count) => pool(count, "divisor"),
  tiles: (count) => pool(count, "tiles"),
  split: drawSplit,
  heaps: drawHeaps,
  sequence: drawSequence,
  plain: drawPlain,
};

/** @param {number} index */
const moverClass = (index) => `player-${moverOf(index)}`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} name @param {unknown} text */
function box(x, y, width, height, name, text) {
  return svg`<rect class=${name} x=${x} y=${y} width=${width} height=${height} rx="5" />
    ${text === "" ? nothing : svg`<text class=${name} x=${x + width / 2} y=${y + height / 2}>${text}</text>`}`;
}

/** @param {number} count @param {"parity" | "divisor" | "tiles"} kind */
function pool(count, kind) {
  const { from, moves } = GAMES[kind];
  const taken = /** @type {number[]} */ (moves).slice(0, count);
  const last = taken.at(-1);
  const columns = 5;
  const [width, height] = [WIDTH / columns, HEIGHT / 4];
  const place = (/** @type {number} */ number) => ({
    x: ((number - 1) % columns) * width,
    y: Math.floor((number - 1) / columns) * height,
  });
  const follows = (/** @type {number} */ number) => {
    if (last === undefined || kind === "tiles") return true;
    if (kind === "parity") return (number + last) % 2 === 1;
    return number % last === 0 || last % number === 0;
  };
  const numbers = Array.from({ length: from }, (_, index) => index + 1);
  const free = numbers.filter((number) => !taken.includes(number) && follows(number));
  const grid = { columns, numbers: from, raised: new Set([...free, ...taken]) };
  return svg`${
    kind === "divisor" && last !== undefined
      ? svg`<g transform="scale(${width} ${height})">
          ${free.map((number) => lineTo(wayBetween(last, number, grid), moverOf(count - 1)))}
        </g>`
      : nothing
  }${numbers.map((number) => {
    const { x, y } = place(number);
    const order = taken.indexOf(number);
    const name = order >= 0 ? `took ${moverClass(order)}` : free.includes(number) ? "free" : "barred";
    return box(x + 3, y + 3, width - 6, height - 6, name, number);
  })}`;
}

/** @param {number} x @param {number} y @param {number} cells @param {number} cell @param {string} name */
function bar(x, y, cells, cell, name) {
  return Array.from(
    { length: cells },
    (_, index) => svg`<rect class="cell ${name}" x=${x + index * cell} y=${y} width=${cell - 1.5} height="20" rx="3" />`,
  );
}

/** @param {number} count */
function drawSplit(count) {
  const numbers = [16, .../** @type {number[]} */ (GAMES.split.moves)];
  const cell = (WIDTH - 28) / 16;
  return numbers.slice(0, count + 1).map((number, index) => {
    const y = 4 + index * 27;
    const name = index === count ? "now" : "past";
    return svg`${bar(28, y, number, cell, `${name} ${index ? moverClass(index - 1) : ""}`)}
      <text class="size ${name}" x="22" y=${y + 10}>${number}</text>`;
  });
}

/** @param {number} count */
function drawHeaps(count) {
  const heaps = [16];
  for (const [size, part] of /** @type {number[][]} */ (GAMES.heaps.moves).slice(0, count)) {
    heaps.splice(heaps.indexOf(size), 1, part, size - part);
  }
  heaps.sort((one, two) => two - one);
  const height = Math.min(27, HEIGHT / heaps.length);
  const cell = (WIDTH - 28) / 16;
  return heaps.map((size, index) => {
    const y = 2 + index * height;
    const name = size > 2 ? "now" : "past";
    return svg`${bar(28, y, size, cell, `${name} ${count ? moverClass(count - 1) : ""}`)}
      <text class="size ${name}" x="22" y=${y + 10}>${size}</text>`;
  });
}

/** @param {number} count */
function drawSequence(count) {
  const moves = /** @type {number[]} */ (GAMES.sequence.moves).slice(0, count);
  return [0, 1].map((player) => {
    const row = moves.filter((_, index) => index % 2 === player);
    const y = 10 + player * 68;
    return Array.from({ length: 5 }, (_, index) => {
      const x = 2 + index * 50;
      const name = index < row.length ? `took player-${player + 1}` : "barred";
      const sum = index && index < row.length ? row[index] + row[index - 1] : null;
      return svg`${box(x, y, 36, 44, name, row[index] ?? "")}
        ${sum === null ? nothing : svg`<circle class="sum ${sum % 2 ? "" : "even"}" cx=${x - 7} cy=${y + 46} r="11" />
        <text class="sum ${sum % 2 ? "" : "even"}" x=${x - 7} y=${y + 46}>${sum}</text>`}`;
    });
  });
}

/** @param {number} count */
function drawPlain(count) {
  return GAMES.plain.moves.map((_, index) => {
    const name = index < count ? `took ${moverClass(index)}` : "barred";
    return svg`<circle class=${name} cx=${30 + index * 36} cy=${HEIGHT / 2} r="14" />`;
  });
}
