// The base of boards with bars to cut: where the cut is, how pointer, keys, two buttons and a number
// field move it, and whether it is fixed, so that it no longer follows the pointer.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { focusSoon } from "../browser/focus.js";

export const MOST_CELLS = 60; // longer bars are drawn without cells

/** A bar that can be cut: its length, the cut, and which cuts the server allows.
 * @typedef {{size: number, at: number, may: May}} Cuttable */

/** The instructions for cutting, by touch or with pointer and keys. @param {string} what */
export function howToCut(what) {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  return isTouched ? `Tap ${what} to cut it.` : `Point at ${what} to cut it, or use the arrow keys.`;
}

export class CuttingBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.showsMarks = false;
    this.cut = 0;
    this.isApart = false;
    /** @type {string | null} the moves before the position that is being cut */
    this.of = null;
    /** @type {string | null} */
    this.hinted = null;
  }

  /** A new position starts uncut; a new hint cuts. @param {BoardProps} props */
  settle(props) {
    const of = props.position.moves.join(" ");
    if (of !== this.of) {
      this.of = of;
      this.cut = 0;
      this.isApart = false;
      this.begin(props.position);
    }
    if (props.hint && props.hint !== this.hinted) this.follow(props.hint, props.position);
    this.hinted = props.hint;
    if (!props.mayPlay) this.isApart = false;
  }

  /** Resets what else depends on the position. @param {BoardPosition} _position */
  begin(_position) {}

  /** Cuts as a hint says. @param {string} _hint @param {BoardPosition} _position */
  follow(_hint, _position) {}

  bar = ".bar"; // has the focus while the cut is moved
  pressed = ".part"; // has it when the parts lie apart

  /** Fixes the cut. @param {boolean} [byKeys] whether the focus moves to the parts */
  part(byKeys = false) {
    this.isApart = true;
    this.redraw();
    if (byKeys) focusSoon(`.board ${this.pressed}`);
  }

  /** @param {number} cut */
  move(cut) {
    if (cut === this.cut) return;
    this.cut = cut;
    this.redraw();
  }

  /**
   * The bar itself.
   * @param {Cuttable} cuttable
   * @param {BoardProps} props
   * @param {{label: string, text: string, name?: string, place?: number, isReached?: boolean, aim: (at: number) => void, cut: (at: number) => void}} about
   */
  slider({ size, at, may }, props, { label, text, name = "", place = 0, isReached = true, aim, cut }) {
    const wish = (/** @type {PointerEvent} */ event) => snap(wishOf(event, size), size, may);
    return html`<div
      class="bar ${size > MOST_CELLS ? "whole" : ""} ${props.mayPlay ? "live" : ""} ${name}"
      data-heap=${place}
      .style=${`--at: ${at}; --size: ${size}`}
      role="slider"
      tabindex=${isReached ? 0 : -1}
      aria-label=${label}
      aria-valuemin="1"
      aria-valuemax=${Math.max(size - 1, 1)}
      aria-valuenow=${at || 1}
      aria-valuetext=${text}
      aria-disabled=${String(!props.mayPlay)}
      @pointerdown=${(/** @type {PointerEvent} */ event) =>
        /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId)}
      @pointermove=${(/** @type {PointerEvent} */ event) =>
        props.mayPlay && (!this.isApart || event.buttons) && aim(wish(event))}
      @click=${(/** @type {PointerEvent} */ event) => (props.mayPlay ? cut(wish(event)) : props.say(props.waiting))}
    >
      ${at ? html`<span class="knife"></span>` : nothing}
    </div>`;
  }

  /**
   * Moves the cut one by one, or to a number: for fingers, which are wider than a cell.
   * @param {Cuttable} cuttable @param {BoardProps} props
   */
  stepper({ size, at, may }, props) {
    const by = (/** @type {number} */ step) => () => this.move(moveCut(this.cut, step, size, may));
    const field = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
    const follow = (/** @type {Event} */ event) => {
      const typed = field(event).valueAsNumber;
      if (may(typed)) this.move(typed);
    };
    const settle = (/** @type {Event} */ event) => {
      const typed = field(event).valueAsNumber;
      if (Number.isFinite(typed) && !may(typed)) props.say(whyNot(typed, size));
      field(event).value = String(this.cut || "");
    };
    return html`<span class="stepper" role="group" aria-label="Where to cut">
      <button type="button" class="button" aria-label="One less" @click=${by(-1)}>−</button>
      <input type="number" inputmode="numeric" min="1" max=${size - 1} aria-label="The first part" placeholder="…"
        .value=${String(at || "")} @input=${follow} @change=${settle} />
      <button type="button" class="button" aria-label="One more" @click=${by(1)}>+</button>
    </span>`;
  }

  /** Keys that move the cut, and Enter on a bar that is cut. @param {string} key @param {Cuttable} cuttable */
  pressBar(key, { size, may }) {
    const stride = strideOf(key, size);
    if (stride !== undefined) {
      this.isApart = false;
      this.cut = moveCut(this.cut, stride, size, may);
      this.redraw();
      focusSoon(`.board ${this.bar}`);
      return true;
    }
    const isOnBar = document.activeElement?.classList.contains("bar");
    if ((key !== "Enter" && key !== " ") || !isOnBar || !this.cut) return false;
    this.part(true);
    return true;
  }
}

/** @typedef {(at: number) => boolean} May whether a cut after this many cells is allowed */

/**
 * The allowed cut nearest to a wish; if the nearest cell border is not allowed, first the one on the
 * wish's side of it.
 * @param {number} wish where the cut is wanted, in cells from the left; it may lie within a cell
 * @param {number} size @param {May} may
 */
function snap(wish, size, may) {
  const at = Math.min(Math.max(Math.round(wish), 1), size - 1);
  const side = wish < at ? -1 : 1;
  for (let away = 0; away < size; away += 1) {
    if (may(at + side * away)) return at + side * away;
    if (may(at - side * away)) return at - side * away;
  }
  return 0;
}

/** The next allowed cut in a direction. @param {number} at @param {number} by @param {number} size @param {May} may */
function nudge(at, by, size, may) {
  const step = Math.sign(by);
  let to = Math.min(Math.max(at + by, 1), size - 1);
  while (to > 0 && to < size && !may(to)) to += step;
  return may(to) ? to : at;
}

/** Where the pointer is on a bar, in cells from its left end. @param {PointerEvent} event @param {number} size */
function wishOf(event, size) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  return ((event.clientX - bar.left) / bar.width) * size;
}

/** How far a key moves the cut; Page keys move it further. @param {string} key @param {number} size */
function strideOf(key, size) {
  const far = Math.max(1, Math.round(size / 10));
  return { ArrowLeft: -1, ArrowRight: 1, PageDown: -far, PageUp: far, Home: -size, End: size }[key];
}

/**
 * The cut after a key: an uncut bar is cut near its middle.
 * @param {number} cut @param {number} stride @param {number} size @param {May} may
 */
function moveCut(cut, stride, size, may) {
  return cut ? nudge(cut, stride, size, may) : snap(size / 2 + stride / 4, size, may);
}

/** Why a bar cannot be cut there. @param {number} at @param {number} size */
function whyNot(at, size) {
  if (!Number.isInteger(at)) return `${at} is not a whole number.`;
  if (at < 1 || at >= size) return `Type a number from 1 to ${size - 1}.`;
  return `${size} cannot be cut into ${at} and ${size - at}.`;
}
