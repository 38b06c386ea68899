// A number as a bar of cells: cut it in two, then press a part. The move is that part.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusSoon } from "../browser/focus.js";
import { moverOf } from "../words.js";
import { CuttingBoard, MOST_CELLS, howToCut } from "./cutting.js";
import { markView } from "./tile.js";

/** @implements {Board} */
export class BarBoard extends CuttingBoard {
  /** @param {BoardProps} props */
  view(props) {
    this.settle(props);
    const cuttable = this.cuttable(props);
    return html`<div class="board bar-board">
      ${this.isApart ? this.parts(props, cuttable) : this.whole(props, cuttable)}
      <p class="do">
        ${props.mayPlay && cuttable.size > 1 ? this.stepper(cuttable, props) : nothing} ${this.next(props, cuttable)}
      </p>
      ${trail(props)}
    </div>`;
  }

  /** @override @param {string} hint */
  follow(hint) {
    this.cut = Number(hint);
  }

  /** @param {BoardProps} props */
  cuttable({ position, mayPlay }) {
    return { size: position.view.number, at: mayPlay ? this.cut : 0, may: allowedIn(position) };
  }

  /** @param {BoardProps} props @param {import("./cutting.js").Cuttable} cuttable */
  whole(props, cuttable) {
    const { size, at } = cuttable;
    return html`<div class="bar-place">
      <div class="sizes" aria-hidden="true" .style=${`--at: ${at}; --size: ${size}`}>
        ${at
          ? html`<b class="left">${at}</b><b class="right">${size - at}</b>`
          : html`<b class="whole">${size}</b>`}
      </div>
      ${this.slider(cuttable, props, {
        label: `Where to cut ${size}`,
        text: at ? `${at} and ${size - at}` : `${size}, not cut yet`,
        aim: (to) => this.move(to),
        cut: (to) => {
          this.move(to);
          this.part();
        },
      })}
    </div>`;
  }

  /** @param {BoardProps} props @param {import("./cutting.js").Cuttable} cuttable */
  next({ mayPlay }, { size, at }) {
    if (this.isApart) {
      return html`<button type="button" class="button" @click=${() => this.together()}>Cut elsewhere</button>`;
    }
    if (!at) return mayPlay ? html`<span>${howToCut("the bar")}</span>` : nothing;
    return html`<button type="button" class="button" @click=${() => this.part()}>Cut into ${at} and ${size - at}</button>`;
  }

  /** @param {BoardProps} props @param {import("./cutting.js").Cuttable} cuttable */
  parts(props, { size, at }) {
    return html`<div class="parts" role="group" aria-label="Which part to hand over">
      ${[at, size - at].map((part) => partButton(part, props, size))}
    </div>`;
  }

  /** @param {string} key @param {BoardProps} props */
  press(key, props) {
    if (!props.mayPlay) return false;
    if (!this.isApart) return this.pressBar(key, this.cuttable(props));
    if (key === "Escape") {
      this.together();
      return true;
    }
    if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
    focusSoon(key === "ArrowLeft" ? ".board .part:first-child" : ".board .part:last-child");
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
    .style=${`--part: ${part}`}
    aria-label="Hand over ${part}${mark ? `, ${mark.text}` : ""}"
    @click=${() => props.play(move)}
  >
    <span class="cells"></span>
    <span class="label"><b>${part}</b><span>Hand over ${markView(mark)}</span></span>
  </button>`;
}

/** The numbers so far, from the start down to the present one. @param {BoardProps} props */
function trail({ position }) {
  if (!position.moves.length) return nothing;
  const numbers = [String(position.options.start), ...position.moves];
  return html`<ol class="trail" aria-label="The numbers so far">
    ${numbers.map(
      (number, index) =>
        html`<li class=${index ? `player-${moverOf(index - 1)}` : ""}>${number}</li>`,
    )}
  </ol>`;
}
