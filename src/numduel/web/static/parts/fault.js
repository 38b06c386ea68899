// Something could not be fetched: why, and a button to try again where that makes sense.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mayPass } from "../api.js";

/** @param {Error} fault @param {() => void} again */
export function faultNotice(fault, again) {
  return html`<p class="notice" role="alert">${fault.message} ${tryAgain(fault, again)}</p>`;
}

/** @param {Error} fault @param {() => void} again */
export function tryAgain(fault, again) {
  return mayPass(fault) ? html`<button type="button" class="button" @click=${again}>Try again</button>` : nothing;
}
