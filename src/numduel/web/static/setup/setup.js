// What is chosen before a duel begins: its settings, who sits where, whether choices count, and the
// three ways to play. Home has one for each duel, and so does a duel's own page.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, getOptions, getOutlook } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { capital } from "../words.js";
import { changedOptions, defaultOptions, focusOption, isSame, optionFields, seatFields } from "./options.js";
import { ways } from "./start.js";

/** What a visitor has chosen for a duel. @typedef {{options: Options, level: string, first: string}} Wishes */

export class Setup {
  /** @param {GameShape} game @param {import("../app.js").Frame} frame */
  constructor(game, frame) {
    this.game = game;
    this.frame = frame;
    this.redraw = frame.redraw;
    this.fields = game.options; // with the bounds that hold now
    this.touched = ""; // the option that was changed last
    /** @type {import("./options.js").OptionRefusal | null} */
    this.trouble = null;
    /** @type {Foregone | null} */
    this.foregone = null;
    this.address = ""; // the ID of the position in which it begins, once it is known
    /** @type {Wishes} */
    this.wishes = recall(`wishes.${game.slug}`, sessionStorage) ?? firstWishes(game);
    this.look();
  }

  /** @param {Partial<Wishes>} changed */
  change(changed) {
    this.wishes = { ...this.wishes, ...changed };
    remember(`wishes.${this.game.slug}`, this.wishes, sessionStorage);
    this.redraw();
  }

  /** @param {Options} options */
  choose(options) {
    this.trouble = null;
    this.change({ options });
    this.look();
    this.findBounds();
  }

  /** Finds out whether choices count with these options. */
  async look() {
    const { options } = this.wishes;
    const known = this.game.presets.find((preset) => isSame(this.game, preset.options, options));
    this.foregone = known?.foregone ?? null;
    this.address = known?.address ?? "";
    if (known) return;
    try {
      const { foregone, address } = await getOutlook(this.game.slug, changedOptions(this.game, options));
      if (this.wishes.options !== options) return; // they were changed meanwhile
      this.foregone = foregone;
      this.address = address;
      this.redraw();
    } catch {
      // If it is not known, nothing is said.
    }
  }

  /** One option may limit another. */
  async findBounds() {
    const { options } = this.wishes;
    try {
      const found = await getOptions(this.game.slug, changedOptions(this.game, options));
      if (this.wishes.options !== options) return;
      this.fields = found;
      this.redraw();
    } catch {
      // Each option keeps the bounds that it has by itself.
    }
  }

  /** Says why a duel cannot begin, at the option to mend. @param {Error} problem */
  fail = (problem) => {
    const isOption = problem instanceof Refused && problem.status === 422;
    const field = isOption ? this.touched : "";
    this.trouble = { sentence: problem.message, field };
    this.redraw();
    if (field) focusOption(this.game, field);
  };

  view() {
    const { game, wishes, trouble } = this;
    return html`${this.presets()} ${this.warning()}
      ${ways(game, wishes, { go: this.frame.go, fail: this.fail })}
      ${trouble && !trouble.field ? html`<p class="notice" role="alert">${trouble.sentence}</p>` : nothing}
      <details class="options" @toggle=${() => this.findBounds()}>
        <summary>Options<span class="unseen"> of ${game.title}</span></summary>
        <div class="fields">
          ${optionFields(game, {
            fields: this.fields,
            options: wishes.options,
            refusal: trouble?.field ? trouble : null,
            change: (field, value) => {
              this.touched = field;
              this.choose({ ...wishes.options, [field]: value });
            },
          })}
          ${seatFields(game, wishes, (changed) => this.change(changed))}
        </div>
        ${this.address ? html`<p><a href="/p/${this.address}">Look at it on the analysis board</a></p>` : nothing}
      </details>`;
  }

  /** The settings worth playing, one click each. */
  presets() {
    const { game, wishes } = this;
    const presets = game.presets.filter((preset) => preset.is_offered);
    if (presets.length < 2) return nothing;
    const chip = (/** @type {{name: string, options: Options}} */ { name, options }) =>
      html`<label class="chip"
        ><input
          type="radio"
          name="preset-${game.slug}"
          .checked=${isSame(game, options, wishes.options)}
          @change=${() => this.choose({ ...defaultOptions(game), ...options })}
        />${capital(name)}</label
      >`;
    return html`<fieldset class="presets">
      <legend class="unseen">Setting of ${game.title}</legend>
      ${presets.map(chip)}
    </fieldset>`;
  }

  /** Says that nothing anybody does will change who wins, and what to play instead. */
  warning() {
    const { game, wishes, foregone } = this;
    if (!foregone) return nothing;
    const seat = { me: 0, other: 1 }[wishes.first];
    const better = game.presets.filter(({ name }) => foregone.better.includes(name));
    return html`<div class="notice foregone" role="group" aria-label="Decided already">
      <p>${seat === undefined ? foregone.text : foregone.seats[seat]} ${foregone.offer}</p>
      ${seat === undefined
        ? nothing
        : html`<button type="button" class="button" @click=${() => this.change({ first: seat ? "me" : "other" })}>Swap seats</button>`}
      ${better.map(
        ({ name, options }) =>
          html`<button type="button" class="button" @click=${() => this.choose({ ...defaultOptions(game), ...options })}>
            ${capital(name)}
          </button>`,
      )}
    </div>`;
  }
}

/** What a newcomer is offered: the first setting worth playing. @param {GameShape} game @returns {Wishes} */
function firstWishes(game) {
  const best = game.presets.find(({ purposes }) => purposes.includes("play"));
  return {
    options: { ...defaultOptions(game), ...best?.options },
    level: game.default_level,
    first: "me",
  };
}
