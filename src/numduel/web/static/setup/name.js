// The visitor's name, asked for when somebody else will read it. The server checks it when it is typed,
// and only a good one is kept.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call } from "../api.js";
import { recall, remember } from "../browser/storage.js";

/** The check that is under way. @type {Promise<void>} */
let checking = Promise.resolve();

/** The last good name, or null; waits for the one that is being checked. @returns {Promise<string | null>} */
export async function visitorsName() {
  await checking;
  return recall("name");
}

export class NameField {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {string} */
    this.text = recall("name") ?? "";
    this.refusal = "";
  }

  /** Keeps what was typed, if it can be a name. Returns whether it can. @param {string} typed */
  async keep(typed) {
    if (typed !== this.text || this.refusal) {
      this.text = typed;
      checking = this.check(typed);
    }
    await checking;
    this.redraw();
    return !this.refusal;
  }

  /** @param {string} typed */
  async check(typed) {
    try {
      const { name } = await call("/api/matches/names", { name: typed });
      if (typed !== this.text) return; // another one was typed meanwhile
      this.refusal = "";
      this.text = name ?? "";
      remember("name", name);
    } catch (fault) {
      if (typed !== this.text) return;
      const { message } = /** @type {Error} */ (fault);
      this.refusal = fault instanceof Refused ? message : `${message} Your name is not saved.`;
    }
  }

  /** @param {unknown} [note] what follows the reason why it is refused */
  view(note = nothing) {
    const { id, refusal } = this;
    const keep = (/** @type {Event} */ event) => this.keep(/** @type {HTMLInputElement} */ (event.target).value.trim());
    return html`<div class="your-name">
      <label for=${id}>Your name, if you like</label>
      <input id=${id} autocomplete="nickname" aria-invalid=${refusal ? "true" : nothing}
        aria-describedby=${refusal ? `${id}-refusal` : nothing} .value=${this.text} @change=${keep} />
      ${refusal ? html`<p class="refusal" id="${id}-refusal" role="alert">${refusal} ${note}</p>` : nothing}
    </div>`;
  }
}
