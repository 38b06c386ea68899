// Number Split Duel: the number as a bar of cells. Cut it, then press the part to hand over.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusOn, nudge, snap, strideOf, wishOf } from "./cut.js";
import { markSpoken, markView } from "./tile.js";

const MOST_CELLS = 60; // beyond this a cell would be a hair: the bar is drawn whole

/** @implements {Board} */
export class SplitBoard {
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
    this.settle(props, size);
    return html`<div class="board split">
      ${this.isApart ? this.parts(props, size) : this.bar(props, size)}
      ${trail(props)}
    </div>`;
  }

  /** A new number starts uncut. @param {BoardProps} props @param {number} size */
  settle(props, size) {
    const of = props.position.moves.join(" ");
    if (of !== this.of) {
      this.of = of;
      this.isApart = false;
      this.cut = 0;
    }
    if (props.hint && props.hint !== this.hinted) this.cut = Number(props.hint);
    this.hinted = props.hint;
    if (size < 3 || !props.mayPlay) this.isApart = false;
  }

  /** @param {BoardProps} props @param {number} size */
  bar(props, size) {
    const canCut = props.mayPlay && size > 2;
    const at = canCut ? this.cut : 0;
    const text = at ? `${at} and ${size - at}` : `${size}, not cut yet`;
    return html`<div class="bar-place">
        <div class="sizes" aria-hidden="true" .style=${`--at: ${at}; --size: ${size}`}>
          ${at
            ? html`<b class="left">${at}</b><b class="right">${size - at}</b>`
            : html`<b class="whole">${size}</b>`}
        </div>
        <div
          class="bar ${size > MOST_CELLS ? "whole" : ""} ${canCut ? "live" : ""}"
          .style=${`--at: ${at}; --size: ${size}`}
          role="slider"
          tabindex="0"
          aria-label="Where to cut ${size}"
          aria-valuemin="1"
          aria-valuemax=${Math.max(size - 1, 1)}
          aria-valuenow=${at || 1}
          aria-valuetext=${text}
          aria-disabled=${String(!canCut)}
          @pointermove=${(/** @type {PointerEvent} */ event) => canCut && this.aim(event, size)}
          @click=${(/** @type {PointerEvent} */ event) => {
            if (!canCut) return props.say(size < 3 ? `${size} cannot be split.` : props.waiting);
            this.aim(event, size);
            this.part();
          }}
        >
          ${at ? html`<span class="knife"></span>` : nothing}
        </div>
      </div>
      <p class="do">
        ${canCut
          ? at
            ? html`<button type="button" class="button" @click=${() => this.part()}>
                Cut into ${at} and ${size - at}
              </button>`
            : "Point at the bar to cut it, or use the arrow keys."
          : nothing}
      </p>`;
  }

  /** @param {BoardProps} props @param {number} size */
  parts(props, size) {
    const parts = [this.cut, size - this.cut];
    return html`<div class="parts" role="group" aria-label="Which part to hand over">
        ${parts.map((part) => this.part_button(part, props, size))}
      </div>
      <p class="do">
        <button type="button" class="button" @click=${() => this.together()}>Cut elsewhere</button>
      </p>`;
  }

  /** @param {number} part @param {BoardProps} props @param {number} size */
  part_button(part, props, size) {
    const mark = props.marks?.get(String(part));
    const isHint = props.hint === String(part);
    return html`<button
      type="button"
      class="part ${size > MOST_CELLS ? "whole" : ""} ${isHint ? "hinted" : ""} ${props.pending === String(part) ? "pending" : ""}"
      data-move=${part}
      .style=${`--part: ${part}; --size: ${size}`}
      aria-label="Hand over ${part}${mark ? `, ${markSpoken(mark)}` : ""}"
      @click=${() => props.play(String(part))}
    >
      <span class="cells"></span>
      <span class="label"><b>${part}</b><span>Hand over ${markView(mark)}</span></span>
    </button>`;
  }

  /** @param {PointerEvent} event @param {number} size */
  aim(event, size) {
    const at = snap(wishOf(event, size), size);
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
  press(key, props) {
    const size = props.position.view.number;
    if (!props.mayPlay || size < 3) return false;
    if (this.isApart) return this.pressApart(key);
    const stride = strideOf(key, size);
    if (stride !== undefined) {
      this.cut = this.cut ? nudge(this.cut, stride, size) : snap(size / 2 + stride / 4, size);
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

  /** @param {Position} position */
  task({ view, moves }) {
    if (this.isApart && this.of === moves.join(" ")) {
      const which = inOrder(this.cut, view.number - this.cut).join(" or ");
      return { you: `hand over ${which}`, other: `hands over ${which}` };
    }
    const what = `${view.number} into two unequal parts`;
    return { you: `split ${what} and hand one over`, other: `splits ${what}` };
  }

  /** @param {string} move @param {Position} position */
  told(move, position) {
    const before = Number(position.moves[position.moves.length - 2] ?? position.options.start);
    const split = inOrder(Number(move), before - Number(move)).join(" and ");
    return `split ${before} into ${split}, and handed over ${move}`;
  }
}

/** Two parts as a split is announced: the larger first. @param {number} one @param {number} two */
function inOrder(one, two) {
  return [Math.max(one, two), Math.min(one, two)];
}

/** The numbers the duel has come down. @param {BoardProps} props */
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
