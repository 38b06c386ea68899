// Digits typed anywhere on a page with a board, until Enter plays them or Escape forgets them.

import { html } from "../vendor/lit-html/lit-html.js";

export class Typing {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.text = "";
  }

  view() {
    return html`<b>${this.text}</b> typed. Enter plays it, Esc forgets it.`;
  }

  /**
   * Handles a key. Returns whether it did.
   * @param {string} key
   * @param {(move: string) => void} play
   */
  press(key, play) {
    if (/^[0-9]$/.test(key) || (this.text && /^[:.,-]$/.test(key))) {
      this.text = (this.text + key).slice(0, 12);
    } else if (!this.text) {
      return false;
    } else if (key === "Enter") {
      const move = this.text;
      this.text = "";
      play(move);
    } else if (key === "Backspace") {
      this.text = this.text.slice(0, -1);
    } else if (key === "Escape") {
      this.text = "";
    } else {
      return false;
    }
    this.redraw();
    return true;
  }
}
