// A match's menu: another level, other duels.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findGame } from "../api.js";
import { capital } from "../words.js";

export class Menu {
  /** @param {() => void} redraw @param {(level: string) => void} begin begins the same game at another level */
  constructor(redraw, begin) {
    this.redraw = redraw;
    this.begin = begin;
    /** @type {string[]} */
    this.levels = [];
  }

  /** @param {Snapshot} match */
  open({ game, mode, you }) {
    /** @type {HTMLDialogElement} */ (document.getElementById("menu")).showModal();
    if (mode !== "computer" || !you.length || this.levels.length) return;
    findGame(game)
      .then((found) => {
        this.levels = found?.levels ?? [];
        this.redraw();
      })
      .catch(() => undefined); // the rest of the menu works without them
  }

  /** @param {Snapshot} match */
  view({ level, game, outcome, ply }) {
    const isUnderWay = ply > 0 && !outcome;
    return html`<dialog id="menu" class="menu" aria-labelledby="menu-title">
      <h2 id="menu-title">Menu</h2>
      ${this.levels.length
        ? html`<div class="levels" role="group" aria-label="Level of the computer">
            <p>${isUnderWay ? "Play this game again from its start at another level:" : "Level of the computer:"}</p>
            <form method="dialog" class="choices">
              ${this.levels.map(
                (name) => html`<button class="button" aria-pressed=${String(name === level)}
                  @click=${() => name !== level && this.begin(name)}>${capital(name)}</button>`,
              )}
            </form>
          </div>`
        : nothing}
      <form method="dialog" class="closing">
        <button class="button primary">Close</button>
        <a class="button" href="/games/${game}">About this duel</a>
        <a class="button" href="/">Other duels</a>
      </form>
    </dialog>`;
  }
}
