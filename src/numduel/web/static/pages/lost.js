// A page that cannot be shown: there is nothing at its address, or the server does not answer.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mayPass } from "../api.js";
import { tryAgain } from "../parts/fault.js";

/** @param {Error} fault @param {() => void} again */
export function lostView(fault, again) {
  const isAway = mayPass(fault);
  return html`<section class="lost">
    <div class="lost-tiles" aria-hidden="true">${(isAway ? "· · ·" : "4 0 4").split(" ").map((sign) => html`<span>${sign}</span>`)}</div>
    <h1>${fault.message}</h1>
    <p class="controls">
      ${isAway ? tryAgain(fault, again) : nothing}
      <a class="button ${isAway ? "" : "primary"}" href="/">To the duels</a>
    </p>
  </section>`;
}
