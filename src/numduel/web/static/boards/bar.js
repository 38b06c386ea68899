// A number as a bar of cells: cut it in two, then press a part. The move is that part.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusOn, moveCut, snap, strideOf, wishOf } from "./cut.js";
import { markView } from "./tile.js";

const MOST_CELLS = 60; // beyond this a cell would be a hair: the bar is drawn whole

/** @implements {Board} */
export class BarBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.showsMarks = false;
    this.cut = 0;
    this.isApart = false;
    this.of = "";
    /** @type {string | null} */
    this.hinted = null;
  }

  /** @param {BoardProps} props */
  view(props) {
    const size = props.position.view.number;
    this.settle(props);
    return html`<div class="board bar-board">
      ${this.isApart ? this.parts(props, size) : this.bar(props, size)}
      ${trail(props)}
    </div>`;
  }

  /** A new number starts uncut. @param {BoardProps} props */
  settle(props) {
    const of = props.position.moves.join(" ");
    if (of !== this.of) {
      this.of = of;
      this.isApart = false;
      this.cut = 0;
    }
    if (props.hint && props.hint !== this.hinted) this.cut = Number(props.hint);
    this.hinted = props.hint;
    if (!props.mayPlay) this.isApart = false;
  }

  /** @param {BoardProps} props @param {number} size */
  bar(props, size) {
    const at = props.mayPlay ? this.cut : 0;
    const text = at ? `${at} and ${size - at}` : `${size}, not cut yet`;
    return html`<div class="bar-place">
        <div class="sizes" aria-hidden="true" .style=${`--at: ${at}; --size: ${size}`}>
          ${at
            ? html`<b class="left">${at}</b><b class="right">${size - at}</b>`
            : html`<b class="whole">${size}</b>`}
        </div>
        <div
          class="bar ${size > MOST_CELLS ? "whole" : ""} ${props.mayPlay ? "live" : ""}"
          .style=${`--at: ${at}; --size: ${size}`}
          role="slider"
          tabindex="0"
          aria-label="Where to cut ${size}"
          aria-valuemin="1"
          aria-valuemax=${Math.max(size - 1, 1)}
          aria-valuenow=${at || 1}
          aria-valuetext=${text}
          aria-disabled=${String(!props.mayPlay)}
          @pointermove=${(/** @type {PointerEvent} */ event) => props.mayPlay && this.aim(event, props)}
          @click=${(/** @type {PointerEvent} */ event) => {
            if (!props.mayPlay) return props.say(props.waiting);
            this.aim(event, props);
            this.part();
          }}
        >
          ${at ? html`<span class="knife"></span>` : nothing}
        </div>
      </div>
      <p class="do">
        ${at
          ? html`<button type="button" class="button" @click=${() => this.part()}>
              Cut into ${at} and ${size - at}
            </button>`
          : props.mayPlay
            ? "Point at the bar to cut it, or use the arrow keys."
            : nothing}
      </p>`;
  }

  /** @param {BoardProps} props @param {number} size */
  parts(props, size) {
    return html`<div class="parts" role="group" aria-label="Which part to hand over">
        ${[this.cut, size - this.cut].map((part) => partButton(part, props, size))}
      </div>
      <p class="do">
        <button type="button" class="button" @click=${() => this.together()}>Cut elsewhere</button>
      </p>`;
  }

  /** @param {PointerEvent} event @param {BoardProps} props */
  aim(event, { position }) {
    const size = position.view.number;
    const at = snap(wishOf(event, size), size, allowedIn(position));
    if (at !== this.cut) {
      this.cut = at;
      this.redraw();
    }
  }

  part() {
    this.isApart = true;
    this.redraw();
    focusOn(".part");
  }

  together() {
    this.isApart = false;
    this.redraw();
    focusOn(".bar");
  }

  /** @param {string} key @param {BoardProps} props */
  press(key, { position, mayPlay }) {
    const size = position.view.number;
    if (!mayPlay) return false;
    if (this.isApart) return this.pressApart(key);
    const stride = strideOf(key, size);
    if (stride !== undefined) {
      this.cut = moveCut(this.cut, stride, size, allowedIn(position));
      this.redraw();
      focusOn(".bar");
      return true;
    }
    const onBar = document.activeElement?.classList.contains("bar");
    if ((key === "Enter" || key === " ") && onBar && this.cut) {
      this.part();
      return true;
    }
    return false;
  }

  /** @param {string} key */
  pressApart(key) {
    if (key === "Escape") {
      this.together();
      return true;
    }
    if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
    focusOn(key === "ArrowLeft" ? ".part:first-child" : ".part:last-child");
    return true;
  }
}

/** Which cuts leave a part that may be played. @param {BoardPosition} position @returns {import("./cut.js").May} */
function allowedIn({ view, legal, legal_count }) {
  const parts = new Set(legal.map(Number));
  const isWhole = legal.length === legal_count; // of a very large number only some are listed
  return (at) => at > 0 && at < view.number && (!isWhole || parts.has(at) || parts.has(view.number - at));
}

/** @param {number} part @param {BoardProps} props @param {number} size */
function partButton(part, props, size) {
  const move = String(part);
  const mark = props.marks?.get(move);
  const names = ["part"];
  if (size > MOST_CELLS) names.push("whole");
  if (props.hint === move) names.push("hinted");
  if (props.pending === move) names.push("pending");
  return html`<button
    type="button"
    class=${names.join(" ")}
    data-move=${move}
    .style=${`--part: ${part}; --size: ${size}`}
    aria-label="Hand over ${part}${mark ? `, ${mark.text}` : ""}"
    @click=${() => props.play(move)}
  >
    <span class="cells"></span>
    <span class="label"><b>${part}</b><span>Hand over ${markView(mark)}</span></span>
  </button>`;
}

/** The numbers that the duel has come down. @param {BoardProps} props */
function trail({ position }) {
  if (!position.moves.length) return nothing;
  const numbers = [String(position.options.start), ...position.moves];
  return html`<ol class="trail" aria-label="The numbers so far">
    ${numbers.map(
      (number, index) =>
        html`<li class=${index ? `player-${index % 2 ? 1 : 2}` : ""}>${number}</li>`,
    )}
  </ol>`;
}
