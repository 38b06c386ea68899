// The rules of a duel: on its page, on a sheet to print, and one button away in a match.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findGame, getRules } from "../api.js";
import { capital } from "../words.js";
import { markdown } from "./markdown.js";

const PART = /^(Goal|Turn|End|Example|In this game)[:,]\s+/;

/** Goal, turn, end and example under headings; options are described where they are set. @param {RuleBookShape} book */
export function rulesView({ rules, example }) {
  const parts = [rules, example].flatMap((text) => text.split(/\n\s*\n/)).filter(Boolean);
  return parts.length ? parts.map(partView) : html`<p class="quiet">There is no more to the rules than the line above.</p>`;
}

/** @param {string} text */
function partView(text) {
  const [found, name] = PART.exec(text) ?? ["", ""];
  const told = markdown(found ? capital(text.slice(found.length)) : text);
  return html`<div class="rule">${name ? html`<h3>${name}</h3>` : nothing}<div>${told}</div></div>`;
}

/** What differs from the book in a duel with options. @param {RuleBookShape} book from `getRules` */
export function differences({ options }) {
  return options ? partView(options) : nothing;
}

export class RulesDialog {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {GameShape | undefined} */
    this.game = undefined;
    /** @type {RuleBookShape | undefined} */
    this.book = undefined;
  }

  /** @param {string} slug @param {(sentence: string) => void} say @param {Options} options */
  async open(slug, say, options) {
    try {
      this.book = await getRules(slug, options);
      this.game = await findGame(slug);
    } catch (fault) {
      return say(`${/** @type {Error} */ (fault).message} Try again in a moment.`);
    }
    this.redraw();
    queueMicrotask(() => {
      const dialog = document.getElementById("rules");
      if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
      dialog.showModal();
      dialog.scrollTop = 0;
    });
  }

  view() {
    const { game, book } = this;
    if (!game || !book) return nothing;
    return html`<dialog id="rules" class="sheet-dialog" aria-labelledby="rules-title">
      <form method="dialog" class="sheet-head">
        <h2 id="rules-title" tabindex="-1" autofocus>Rules of ${game.title}</h2>
        <button class="button quiet">Close</button>
      </form>
      <div class="rules">${differences(book)} ${rulesView(book)}</div>
      <p><a href="/games/${game.slug}">All about this duel</a></p>
    </dialog>`;
  }
}
