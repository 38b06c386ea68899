// Error messages, with a button to try again where that makes sense.

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

/** A page that cannot be shown: there is nothing at its address, or the server does not answer. @param {Error} fault @param {() => void} again */
export function lostView(fault, again) {
  const isAway = mayPass(fault);
  return html`<section class="lost">
    <div class="lost-tiles" aria-hidden="true">${[...(isAway ? "···" : "404")].map((sign) => html`<span>${sign}</span>`)}</div>
    <h1>${fault.message}</h1>
    <p class="controls">
      ${tryAgain(fault, again)}
      <a class="button ${isAway ? "" : "primary"}" href="/">To the duels</a>
    </p>
  </section>`;
}
