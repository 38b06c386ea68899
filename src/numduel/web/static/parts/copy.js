// A link to pass on: shown whole, copied by one press.

import { html } from "../vendor/lit-html/lit-html.js";

/**
 * @param {{label: string, path: string, id: string, say: (sentence: string) => void}} link
 */
export function copyLink({ label, path, id, say }) {
  const address = new URL(path, location.origin).href;
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      say("The link is copied.");
    } catch {
      say("The link is marked: copy it with Ctrl+C.");
    }
  };
  return html`<div class="copy">
    <label for=${id}>${label}</label>
    <div class="together">
      <input id=${id} type="text" readonly .value=${address} @focus=${select} />
      <button type="button" class="button" @click=${copy}>Copy</button>
    </div>
  </div>`;
}

/** @param {FocusEvent} event */
function select(event) {
  /** @type {HTMLInputElement} */ (event.target).select();
}
