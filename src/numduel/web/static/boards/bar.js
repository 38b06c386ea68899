// A number as a bar of cells: cut it in two, then hand over a part. The move is that part.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusSoon } from "../browser/focus.js";
import { moverOf } from "../words.js";
import { CuttingBoard, howToCut } from "./cutting.js";
import { markView } from "./tile.js";

/** @implements {Board} */
export class BarBoard extends CuttingBoard {
  /** @param {BoardProps} props */
  view(props) {
    this.settle(props);
    const cuttable = this.cuttable(props);
    return html`<div class="board bar-board">
      ${this.whole(props, cuttable)}
      ${props.mayPlay || props.pending ? this.parts(props, cuttable) : nothing}
      ${trail(props)}
    </div>`;
  }

  /** @override @param {string} hint */
  follow(hint) {
    this.cut = Number(hint);
    this.isApart = true;
  }

  /** @param {BoardProps} props */
  cuttable({ position, mayPlay, pending }) {
    return { size: position.view.number, at: mayPlay || pending ? this.cut : 0, may: allowedIn(position) };
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
        name: at && this.isApart ? "apart" : "",
        aim: (to) => this.move(to),
        cut: (to) => {
          this.move(to);
          this.part();
        },
      })}
    </div>`;
  }

  /** The cut can be moved until a part is handed over. @param {BoardProps} props @param {import("./cutting.js").Cuttable} cuttable */
  parts(props, cuttable) {
    const { size, at } = cuttable;
    return html`<p class="do">${cuttable.size > 1 ? this.stepper(cuttable, props) : nothing}</p>
      <div class="parts" role="group" aria-label="Which part to hand over">
        ${at
          ? [at, size - at].map((part) => partButton(part, props))
          : html`<p class="how">${howToCut("the bar")}</p>`}
      </div>`;
  }

  /** @param {string} key @param {BoardProps} props */
  press(key, props) {
    if (!props.mayPlay) return false;
    const isOnPart = document.activeElement?.classList.contains("part");
    if (isOnPart && (key === "ArrowLeft" || key === "ArrowRight")) {
      focusSoon(key === "ArrowLeft" ? ".board .part:first-child" : ".board .part:last-child");
      return true;
    }
    if (isOnPart && key === "Escape") {
      focusSoon(`.board ${this.bar}`);
      return true;
    }
    return !isOnPart && this.pressBar(key, this.cuttable(props));
  }
}

/** Which cuts leave a part that may be played. @param {BoardPosition} position @returns {import("./cutting.js").May} */
function allowedIn({ view, legal }) {
  const parts = new Set(legal.map(Number));
  return (at) => at > 0 && at < view.number && (parts.has(at) || parts.has(view.number - at));
}

/** @param {number} part @param {BoardProps} props */
function partButton(part, props) {
  const move = String(part);
  const mark = props.marks?.get(move);
  const names = ["part"];
  if (mark) names.push(mark.wins ? "wins" : "loses");
  if (props.hint === move) names.push("hinted");
  if (props.pending === move) names.push("pending");
  return html`<button
    type="button"
    class=${names.join(" ")}
    data-move=${move}
    aria-label="Hand over ${part}${mark ? `, ${mark.text}` : ""}"
    @click=${() => props.play(move)}
  >
    <span>Hand over</span> <b>${part}</b> ${markView(mark)}
  </button>`;
}

/** The numbers so far, from the start down to the current one. @param {BoardProps} props */
function trail({ position, decisive }) {
  if (!position.moves.length) return nothing;
  const numbers = [String(position.options.start), ...position.moves];
  return html`<ol class="trail" aria-label="The numbers so far">
    ${numbers.map(
      (number, index) =>
        html`<li class=${index ? `player-${moverOf(index - 1)}` : ""}>${number}${index && index === decisive
            ? html`<span class="wrong" title="a mistake">?</span>`
            : nothing}</li>`,
    )}
  </ol>`;
}
