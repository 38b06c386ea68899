// A number tile, and the grid of tiles.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { moverOf } from "../words.js";

/** A phone in landscape: more columns, so that all rows fit. */
export const SHORT = matchMedia("(orientation: landscape) and (max-height: 480px)");

/** @param {number} numbers @returns {number} tiles in a row, also on a phone */
export function columnsFor(numbers) {
  if (SHORT.matches && numbers > 4) return numbers <= 12 ? numbers : numbers <= 50 ? 10 : 20;
  if (numbers <= 4) return Math.max(numbers, 1);
  if (numbers <= 20) return 5;
  if (numbers <= 36) return 6;
  if (numbers <= 56) return 7;
  return 10;
}

/** At which index of the moves each number was taken. @param {string[]} moves @returns {Map<number, number>} */
export function takenIn(moves) {
  return new Map(moves.map((move, index) => [Number(move), index]));
}

/** A mark of the truth: a sign, and in how many moves. @param {Mark | undefined} known */
export function markView(known) {
  if (!known) return nothing;
  const { wins, mark } = known;
  const far = mark.slice(1);
  return html`<span class="mark ${wins ? "wins" : "loses"}" aria-hidden="true"
    ><span class="sign">${mark[0]}</span><span class=${far.length > 3 ? "long" : ""}>${far}</span></span
  >`;
}

/**
 * @param {number} number
 * @param {BoardProps} props
 * @param {{taken: Map<number, number>, allowed: Set<string>, cursor: number}} about
 */
export function tile(number, props, { taken, allowed, cursor }) {
  const move = String(number);
  const order = taken.get(number);
  const isAllowed = order === undefined && allowed.has(move);
  const isOver = props.position.outcome !== null;
  const mark = order === undefined ? props.marks?.get(move) : undefined;
  const cost = isAllowed ? props.position.costs?.[move] : undefined;
  const names = ["tile"];
  const said = [move];
  if (order !== undefined) {
    const taker = moverOf(order);
    names.push("taken", `player-${taker}`);
    said.push(`taken by ${props.nameOf(taker)}, move ${order + 1}`);
    if (order === props.position.moves.length - 1) {
      names.push("last");
      said.push("the last move");
    }
    if (order + 1 === props.decisive) {
      names.push("wrong");
      said.push("a mistake");
    }
  } else if (isAllowed) {
    names.push("allowed");
    said.push(mark ? `may be taken, ${mark.text}` : "may be taken");
    if (cost) {
      names.push("costly");
      said.push(cost);
    }
  } else {
    names.push("barred");
    said.push(mark?.text ?? (isOver ? "left over" : "not allowed now"));
  }
  if (mark) names.push(mark.wins ? "wins" : "loses");
  if (props.hint === move) {
    names.push("hinted");
    said.push("the hint");
  }
  if (props.pending === move) names.push("pending");
  if (props.typed === move) names.push("aimed");
  return html`<button
    type="button"
    class=${names.join(" ")}
    data-move=${move}
    tabindex=${number === cursor ? 0 : -1}
    aria-label=${said.join(", ")}
    aria-disabled=${String(!isAllowed || !props.mayPlay)}
    @click=${() => (props.mayPlay ? props.play(move) : props.say(props.waiting))}
  >
    <span class="face"
      ><span class="number">${number}</span>${order === undefined
        ? nothing
        : html`<span class="order">${order + 1 === props.decisive ? "?" : order + 1}</span>`}${cost
        ? html`<span class="cost" aria-hidden="true">★</span>`
        : nothing}${markView(mark)}</span
    >
  </button>`;
}

/**
 * Where an arrow key leads from a tile.
 * @param {string} key @param {number} from @param {number} numbers @param {number} columns
 */
export function step(key, from, numbers, columns) {
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 1,
    End: numbers,
  }[key];
  return to !== undefined && to >= 1 && to <= numbers ? to : from;
}

export const ARROWS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
