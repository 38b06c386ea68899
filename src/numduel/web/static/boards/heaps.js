// Heaps as bars of cells: point at a heap to cut it; both parts stay. A move is written heap:part.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusOn, moveCut, snap, strideOf, wishOf } from "./cut.js";
import { markView } from "./tile.js";

/** @implements {Board} */
export class HeapsBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.showsMarks = false;
    this.heap = 0; // the place of the heap that is being cut
    this.cut = 0;
    this.isApart = false;
    this.of = "";
    /** @type {string | null} */
    this.hinted = null;
  }

  /** @param {BoardProps} props */
  view(props) {
    /** @type {number[]} */
    const heaps = props.position.view.heaps;
    this.settle(props, heaps);
    const canSplit = (/** @type {number} */ size) => isAlive(size, props.position);
    return html`<div class="board heaps">
      <div class="heap-list" .style=${`--largest: ${Math.max(...heaps, 1)}`}>
        ${heaps.map((size, place) => (canSplit(size) ? this.row(size, place, props) : nothing))}
      </div>
      ${spent(heaps.filter((size) => !canSplit(size)))}
      <p class="do">${this.confirm(props, heaps)}</p>
    </div>`;
  }

  /** @param {BoardProps} props @param {number[]} heaps */
  settle(props, heaps) {
    const of = props.position.moves.join(" ");
    if (of !== this.of) {
      this.of = of;
      this.cut = 0;
      this.isApart = false;
      this.heap = Math.max(heaps.findIndex((size) => isAlive(size, props.position)), 0);
    }
    if (!props.mayPlay) this.isApart = false;
    const isNew = props.hint !== this.hinted;
    this.hinted = props.hint;
    if (props.hint && isNew) {
      const [size, part] = partsOf(props.hint);
      this.heap = heaps.indexOf(size);
      this.cut = part;
      this.isApart = true;
    }
  }

  /** @param {number} size @param {number} place @param {BoardProps} props */
  row(size, place, props) {
    const canCut = props.mayPlay;
    const at = canCut && place === this.heap ? this.cut : 0;
    const apart = at && this.isApart ? "apart" : "";
    const may = allowedIn(size, props.position);
    const aim = (/** @type {PointerEvent} */ event) => {
      if (!canCut || this.isApart) return;
      this.aim(place, snap(wishOf(event, size), size, may));
    };
    return html`<div class="heap">
      <b class="size">${size}</b>
      <div
        class="bar ${canCut ? "live" : ""} ${apart}"
        data-heap=${place}
        .style=${`--at: ${at}; --size: ${size}`}
        role="slider"
        tabindex=${place === this.heap ? 0 : -1}
        aria-label="Where to cut the heap of ${size}"
        aria-valuemin="1"
        aria-valuemax=${Math.max(size - 1, 1)}
        aria-valuenow=${at || 1}
        aria-valuetext=${at ? `${at} and ${size - at}` : "not cut"}
        aria-disabled=${String(!canCut)}
        @pointermove=${aim}
        @click=${(/** @type {PointerEvent} */ event) => {
          if (!props.mayPlay) return props.say(props.waiting);
          this.isApart = false;
          this.aim(place, snap(wishOf(event, size), size, may));
          this.part();
        }}
      >
        ${at ? html`<span class="knife"></span>` : nothing}
      </div>
      ${at ? html`<span class="cut-sizes">${at} and ${size - at}</span>` : nothing}
    </div>`;
  }

  /** @param {BoardProps} props @param {number[]} heaps */
  confirm(props, heaps) {
    const size = heaps[this.heap];
    if (!props.mayPlay) return nothing;
    if (!this.cut) return "Point at a heap to cut it, or use the arrow keys.";
    const move = moveFor(props.position, size, this.cut);
    const mark = props.marks?.get(move);
    return html`<button
        type="button"
        class="button primary confirm ${props.pending === move ? "pending" : ""}"
        data-move=${move}
        aria-label="Split ${size} into ${this.cut} and ${size - this.cut}${mark ? `, ${mark.text}` : ""}"
        @click=${() => props.play(move)}
      >
        Split ${size} into ${this.cut} and ${size - this.cut} ${markView(mark)}
      </button>
      ${this.isApart
        ? html`<button type="button" class="button" @click=${() => this.together()}>Cut elsewhere</button>`
        : nothing}`;
  }

  /** @param {number} heap @param {number} cut */
  aim(heap, cut) {
    if (heap === this.heap && cut === this.cut) return;
    this.heap = heap;
    this.cut = cut;
    this.redraw();
  }

  part() {
    this.isApart = true;
    this.redraw();
    focusOn(".confirm");
  }

  together() {
    this.isApart = false;
    this.redraw();
    focusOn(`[data-heap="${this.heap}"]`);
  }

  /** @param {string} key @param {BoardProps} props */
  press(key, props) {
    /** @type {number[]} */
    const heaps = props.position.view.heaps;
    const size = heaps[this.heap];
    if (!props.mayPlay) return false;
    if (key === "Escape" && this.isApart) {
      this.together();
      return true;
    }
    if (key === "ArrowUp" || key === "ArrowDown") {
      this.changeHeap(key === "ArrowUp" ? -1 : 1, heaps, props.position);
      return true;
    }
    const stride = strideOf(key, size);
    if (stride !== undefined) {
      this.isApart = false;
      this.cut = moveCut(this.cut, stride, size, allowedIn(size, props.position));
      this.redraw();
      focusOn(`[data-heap="${this.heap}"]`);
      return true;
    }
    const onBar = document.activeElement?.classList.contains("bar");
    if ((key === "Enter" || key === " ") && onBar && this.cut) {
      this.part();
      return true;
    }
    return false;
  }

  /** The next heap in a direction that can still be split. @param {number} by @param {number[]} heaps @param {BoardPosition} position */
  changeHeap(by, heaps, position) {
    let to = this.heap + by;
    while (to >= 0 && to < heaps.length && !isAlive(heaps[to], position)) to += by;
    if (to >= 0 && to < heaps.length) {
      this.heap = to;
      this.cut = 0;
      this.isApart = false;
      this.redraw();
    }
    focusOn(`[data-heap="${this.heap}"]`);
  }
}

/** Heaps that nobody can split any more. @param {number[]} sizes */
function spent(sizes) {
  if (!sizes.length) return nothing;
  return html`<p class="spent">
    <span>Cannot be split:</span>
    ${sizes.map((size) => html`<span class="stub" .style=${`--size: ${size}`}>${size}</span>`)}
  </p>`;
}

/** The heap and one of its parts, as a written move says them. @param {string} move */
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

/** Which cuts of a heap are allowed. @param {number} size @param {BoardPosition} position @returns {import("./cut.js").May} */
function allowedIn(size, { legal, legal_count }) {
  const isWhole = legal.length === legal_count; // of very large heaps only some moves are listed
  const listed = new Set(legal);
  return (at) => at > 0 && at < size && (!isWhole || waysToWrite(size, at).some((move) => listed.has(move)));
}

/** Whether a heap can still be split. @param {number} size @param {BoardPosition} position */
function isAlive(size, { legal, legal_count }) {
  return legal.length < legal_count || legal.some((move) => move.startsWith(`${size}:`));
}
