// A page that cannot be shown: there is nothing at its address, or the server does not answer.

import { html } from "../vendor/lit-html/lit-html.js";
import { mayPass } from "../api.js";
import { tryAgain } from "../parts/fault.js";

/** @param {Error} fault @param {() => void} again */
export function lostView(fault, again) {
  return html`<section class="lost">
    <h1>${fault.message}</h1>
    <p>${mayPass(fault) ? tryAgain(fault, again) : html`Go to <a href="/">the duels</a> and begin a new one.`}</p>
  </section>`;
}
