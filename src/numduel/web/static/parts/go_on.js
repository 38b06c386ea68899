// The duels to go on with: whom one plays, and whose turn it is now.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call } from "../api.js";
import { forget, noteProgress, unfinished } from "../browser/storage.js";
import { opponentIn, turnIn } from "../words.js";

export class GoOn {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    unfinished().forEach(({ id }) => this.refresh(id));
  }

  /** Something may have happened since this browser looked. @param {string} id */
  async refresh(id) {
    try {
      /** @type {Snapshot} */
      const match = await call(`/api/matches/${id}`);
      noteProgress(match, { against: opponentIn(match), turn: turnIn(match) });
    } catch (fault) {
      if (!(fault instanceof Refused)) return; // without an answer, what is stored is shown
      forget(id);
    }
    this.redraw();
  }

  view() {
    const open = unfinished();
    if (!open.length) return nothing;
    return html`<section class="go-on" aria-labelledby="go-on-title">
      <h2 id="go-on-title">Go on playing</h2>
      <ul>
        ${open.map(
          ({ id, title, against, turn }) => html`<li>
            <a href="/m/${id}">${title}</a> ${against}${turn ? html` · <span class="turn">${turn}</span>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }
}
