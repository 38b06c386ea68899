// The visitor's name, asked for only if a friend will read it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { recall, remember } from "../browser/storage.js";

export class NameField {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    this.refusal = "";
  }

  /** Stores a valid name, or says what is wrong with it. Returns whether it is valid. */
  async keep() {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(this.id));
    try {
      const { name } = await call("/api/matches/names", { name: field.value });
      remember("name", name);
      this.refusal = "";
    } catch (fault) {
      this.refusal = /** @type {Error} */ (fault).message;
      field.focus();
    }
    this.redraw();
    return !this.refusal;
  }

  view() {
    const { id, refusal } = this;
    return html`<div class="your-name">
      <label for=${id}>Your name, if you like</label>
      <input id=${id} autocomplete="nickname" aria-invalid=${refusal ? "true" : nothing}
        aria-describedby=${refusal ? `${id}-refusal` : nothing} value=${recall("name") ?? ""} />
      ${refusal ? html`<p class="refusal" id="${id}-refusal" role="alert">${refusal}</p>` : nothing}
    </div>`;
  }
}
