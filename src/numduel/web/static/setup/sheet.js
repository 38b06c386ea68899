// The sheet behind a duel's button on home: the form for a new duel.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { recall, remember } from "../browser/storage.js";
import { Setup } from "./setup.js";

export class SetupSheet {
  /** @param {import("../app.js").Frame} frame */
  constructor(frame) {
    this.frame = frame;
    /** @type {GameShape[]} rule books with the same rules */
    this.games = [];
    /** @type {Setup | null} */
    this.setup = null;
  }

  /** @param {GameShape[]} games rule books with the same rules @param {(setup: Setup) => void} [prepare] */
  open(games, prepare) {
    this.games = games;
    const named = recall(`words.${games[0].slug}`);
    this.setup = new Setup(games.find(({ slug }) => slug === named) ?? games[0], this.frame);
    prepare?.(this.setup);
    this.frame.redraw();
    queueMicrotask(() => {
      const dialog = document.getElementById("setup");
      if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
    });
  }

  view() {
    const { setup, games } = this;
    if (!setup) return nothing;
    return html`<dialog id="setup" class="sheet-dialog" aria-labelledby="setup-title" @click=${closeOutside}>
      <form method="dialog" class="sheet-head">
        <h2 id="setup-title" tabindex="-1" autofocus>${setup.game.title}</h2>
        <button class="button quiet">Close</button>
      </form>
      ${games.length > 1 ? setup.chips("In the words of", "words", games.map(({ slug, title }) => [slug, title]), setup.game.slug, this.turnTo) : nothing}
      ${setup.view()}
    </dialog>`;
  }

  /** Switches to another rule book with the same rules. @param {string} slug */
  turnTo = (slug) => {
    const game = this.games.find((each) => each.slug === slug);
    if (!game || !this.setup) return;
    const { wishes } = this.setup;
    remember(`words.${this.games[0].slug}`, slug);
    this.setup = new Setup(game, this.frame);
    this.setup.change({ mode: wishes.mode, level: wishes.level, first: wishes.first });
    this.setup.choose(wishes.options);
  };
}

/** Closes a dialog on a click outside it. @param {MouseEvent} event */
function closeOutside(event) {
  const dialog = /** @type {HTMLDialogElement} */ (event.currentTarget);
  if (event.target !== dialog) return;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  if (!isInside && event.detail) dialog.close();
}
