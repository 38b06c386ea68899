// Heaps as bars of cells: point at a heap to cut it; both parts stay. A move is written heap:part.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusSoon } from "../browser/focus.js";
import { CuttingBoard, howToCut } from "./cutting.js";
import { markView } from "./tile.js";

/** @implements {Board} */
export class HeapsBoard extends CuttingBoard {
  heap = 0; // the place of the heap that is being cut

  /** @param {BoardProps} props */
  view(props) {
    /** @type {number[]} */
    const heaps = props.position.view.heaps;
    this.settle(props);
    const canSplit = (/** @type {number} */ size) => isAlive(size, props.position);
    return html`<div class="board heaps">
      <div class="heap-list" .style=${`--largest: ${Math.max(...heaps, 1)}`}>
        ${heaps.map((size, place) => (canSplit(size) ? this.row(props, place) : nothing))}
      </div>
      ${spent(heaps.filter((size) => !canSplit(size)))}
      <p class="do">${this.confirm(props)}</p>
    </div>`;
  }

  /** @override @param {BoardPosition} position */
  begin(position) {
    /** @type {number[]} */
    const heaps = position.view.heaps;
    this.aimAt(Math.max(heaps.findIndex((size) => isAlive(size, position)), 0));
  }

  /** @override @param {string} hint @param {BoardPosition} position */
  follow(hint, position) {
    const [size, part] = partsOf(hint);
    this.aimAt(position.view.heaps.indexOf(size));
    this.cut = part;
    this.isApart = true;
  }

  /** @param {number} heap */
  aimAt(heap) {
    this.heap = heap;
    this.bar = `[data-heap="${heap}"]`;
    this.pressed = ".confirm";
  }

  /** @param {BoardProps} props @param {number} [heap] */
  cuttable({ position, mayPlay }, heap = this.heap) {
    const size = position.view.heaps[heap];
    return { size, at: mayPlay && heap === this.heap ? this.cut : 0, may: allowedIn(size, position) };
  }

  /** @param {BoardProps} props @param {number} place */
  row(props, place) {
    const cuttable = this.cuttable(props, place);
    const { size, at } = cuttable;
    const aim = (/** @type {number} */ to) => {
      if (place !== this.heap) this.aimAt(place);
      else if (to === this.cut) return;
      this.cut = to;
      this.redraw();
    };
    return html`<div class="heap">
      <b class="size">${size}</b>
      ${this.slider(cuttable, props, {
        label: `Where to cut the heap of ${size}`,
        text: at ? `${at} and ${size - at}` : "not cut",
        name: at && this.isApart ? "apart" : "",
        place,
        isReached: place === this.heap,
        aim,
        cut: (to) => {
          aim(to);
          this.part();
        },
      })}
      <span class="cut-sizes">${at ? `${at} and ${size - at}` : nothing}</span>
    </div>`;
  }

  /** @param {BoardProps} props */
  confirm(props) {
    if (!props.mayPlay) return nothing;
    if (!this.cut) return howToCut("a heap");
    const cuttable = this.cuttable(props);
    const { size } = cuttable;
    const move = moveFor(props.position, size, this.cut);
    const mark = props.marks?.get(move);
    return html`${this.stepper(cuttable, props)}
      <button
        type="button"
        class="button primary confirm ${props.pending === move ? "pending" : ""}"
        data-move=${move}
        aria-label="Split ${size} into ${this.cut} and ${size - this.cut}${mark ? `, ${mark.text}` : ""}"
        @click=${() => props.play(move)}
      >
        Split ${size} into ${this.cut} and ${size - this.cut} ${markView(mark)}
      </button>`;
  }

  /** @param {string} key @param {BoardProps} props */
  press(key, props) {
    if (!props.mayPlay) return false;
    if (key === "Escape" && this.isApart) {
      this.isApart = false;
      this.redraw();
      focusSoon(`.board ${this.bar}`);
      return true;
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      this.changeHeap(key === "ArrowUp" ? -1 : 1, props.position);
      return true;
    }
    return this.pressBar(key, this.cuttable(props));
  }

  /** The next heap in a direction that can still be split. @param {number} by @param {BoardPosition} position */
  changeHeap(by, position) {
    /** @type {number[]} */
    const heaps = position.view.heaps;
    let to = this.heap + by;
    while (to >= 0 && to < heaps.length && !isAlive(heaps[to], position)) to += by;
    if (to >= 0 && to < heaps.length) {
      this.aimAt(to);
      this.cut = 0;
      this.isApart = false;
      this.redraw();
    }
    focusSoon(`.board ${this.bar}`);
  }
}

/** Heaps that cannot be split. @param {number[]} sizes */
function spent(sizes) {
  if (!sizes.length) return nothing;
  return html`<p class="spent">
    <span>Cannot be split:</span>
    ${sizes.map((size) => html`<span class="stub">${size}</span>`)}
  </p>`;
}

/** The heap and one of its parts in a written move. @param {string} move */
function partsOf(move) {
  const [size, part] = move.split(":").map(Number);
  return [size, part];
}

/** The two ways to write a cut. @param {number} size @param {number} at */
function waysToWrite(size, at) {
  return [`${size}:${at}`, `${size}:${size - at}`];
}

/** The written move that cuts a heap there. @param {BoardPosition} position @param {number} size @param {number} at */
function moveFor({ legal }, size, at) {
  const written = waysToWrite(size, at);
  return written.find((move) => legal.includes(move)) ?? written[0];
}

/** Which cuts of a heap are allowed. @param {number} size @param {BoardPosition} position @returns {import("./cutting.js").May} */
function allowedIn(size, { legal }) {
  const listed = new Set(legal);
  return (at) => at > 0 && at < size && waysToWrite(size, at).some((move) => listed.has(move));
}

/** Whether a heap can still be split. @param {number} size @param {BoardPosition} position */
function isAlive(size, { legal }) {
  return legal.some((move) => move.startsWith(`${size}:`));
}
