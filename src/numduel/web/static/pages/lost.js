// The page for an address at which there is nothing.

import { html } from "../vendor/lit-html/lit-html.js";

/** @returns {Page} */
export function lostPage() {
  return { title: () => "Not found", view: () => lostView("There is nothing at this address.") };
}

/** @param {string} sentence */
export function lostView(sentence) {
  return html`<section class="lost">
    <h1>${sentence}</h1>
    <p>Go to <a href="/">the duels</a> and begin a new one.</p>
  </section>`;
}
