// The visitor's name, asked for when somebody else will read it.

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

  /** Keeps what was typed, if it can be a name; else says why not. Returns whether it can. */
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
