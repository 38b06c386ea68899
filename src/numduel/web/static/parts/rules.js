// The rules of a duel: on its page, on a sheet to print, and one button away in a match.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findGame } from "../api.js";
import { markdown } from "./markdown.js";

/** @param {RuleBookShape} book */
export function rulesView({ rules, example, options }) {
  return markdown([rules, example, options].join("\n\n"));
}

export class RulesDialog {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {GameShape | undefined} */
    this.game = undefined;
  }

  /** @param {string} slug @param {(sentence: string) => void} say */
  async open(slug, say) {
    try {
      this.game ??= await findGame(slug);
    } catch (fault) {
      return say(`${/** @type {Error} */ (fault).message} Try again in a moment.`);
    }
    this.redraw();
    queueMicrotask(() => {
      const dialog = document.getElementById("rules");
      if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
    });
  }

  view() {
    if (!this.game) return nothing;
    const { title, slug, rule_book } = this.game;
    return html`<dialog id="rules" class="rules-dialog" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules of ${title}</h2>
      <div class="rules">${rulesView(rule_book)}</div>
      <form method="dialog" class="closing">
        <button class="button primary">Close</button><a class="button" href="/games/${slug}">All about this duel</a>
      </form>
    </dialog>`;
  }
}
