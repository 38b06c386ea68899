// The form for a new duel: its options, the opponent, who begins. It is on a sheet on home, and on the
// duel's own page.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, getOptions, getOutlook } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { capital } from "../words.js";
import { NameField } from "./name.js";
import { changedOptions, defaultOptions, focusOption, isSame, optionFields } from "./options.js";
import { start } from "./start.js";

/** What a visitor has chosen for a duel. @typedef {{options: Options, mode: string, level: string, first: string}} Wishes */

const MODES = [["computer", "The computer"], ["link", "A friend, by link"], ["screen", "Two at this screen"]];
const BEGINS = [["me", "You"], ["other", "The other"], ["random", "A coin decides"]];

export class Setup {
  /** @param {GameShape} game @param {import("../app.js").Frame} frame */
  constructor(game, frame) {
    this.game = game;
    this.frame = frame;
    this.redraw = frame.redraw;
    this.fields = game.options; // with the current bounds
    this.touched = ""; // the option changed last
    /** @type {import("./options.js").OptionRefusal | null} */
    this.trouble = null;
    /** @type {Foregone | null} */
    this.foregone = null;
    this.address = ""; // the ID of the position in which it begins, once it is known
    this.name = new NameField(`name-${game.slug}`, frame.redraw);
    /** @type {Wishes} */
    this.wishes = { ...firstWishes(game), ...recall(`wishes.${game.slug}`) };
    this.look();
  }

  /** @param {Partial<Wishes>} changed */
  change(changed) {
    this.wishes = { ...this.wishes, ...changed };
    remember(`wishes.${this.game.slug}`, this.wishes);
    this.redraw();
  }

  /** @param {Options} options */
  choose(options) {
    this.trouble = null;
    this.change({ options });
    this.look();
    this.findBounds();
  }

  /** Chooses the game as written, in the winning seat if there is one. */
  chooseAsWritten() {
    const { game } = this;
    if (game.foregone) this.change({ mode: "computer", first: game.foregone.winner === 1 ? "me" : "other" });
    this.choose(defaultOptions(game));
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
      if (this.wishes.options !== options) return; // changed meanwhile
      this.foregone = foregone;
      this.address = address;
      this.redraw();
    } catch {
      // Unknown: say nothing.
    }
  }

  /** Fetches the bounds: one option may limit another. */
  async findBounds() {
    const { options } = this.wishes;
    try {
      const found = await getOptions(this.game.slug, changedOptions(this.game, options));
      if (this.wishes.options !== options) return;
      this.fields = found;
      this.redraw();
    } catch {
      // Keep the options' own bounds.
    }
  }

  start = async () => {
    if (this.wishes.mode === "link" && !(await this.name.keep())) return;
    await start(this.game, this.wishes, { go: this.frame.go, fail: this.fail });
  };

  /** Says why a duel cannot begin, at the option to change. @param {Error} problem */
  fail = (problem) => {
    const isOption = problem instanceof Refused && problem.status === 422;
    const field = isOption ? this.touched : "";
    this.trouble = { sentence: problem.message, field };
    this.redraw();
    if (field) focusOption(this.game, field);
  };

  view() {
    const { game, wishes, trouble } = this;
    const presets = game.presets.filter((preset) => preset.is_offered);
    const levels = game.levels.map((level) => [level, capital(level)]);
    const preset = presets.find(({ options }) => isSame(game, options, wishes.options));
    const pick = (/** @type {string} */ name) => this.choose({ ...defaultOptions(game), ...presets.find((each) => each.name === name)?.options });
    return html`<div class="setup">
      ${this.told(preset)}
      ${this.chips("Play against", "mode", MODES, wishes.mode, (mode) => this.change({ mode }))}
      ${wishes.mode === "computer"
        ? this.chips("Level", "level", levels, wishes.level, (level) => this.change({ level }))
        : nothing}
      ${wishes.mode === "link" ? this.name.view() : nothing}
      ${wishes.mode === "screen"
        ? nothing
        : this.chips("Who begins", "first", BEGINS, wishes.first, (first) => this.change({ first }))}
      ${presets.length > 1
        ? this.chips("Setting", "preset", presets.map(({ name }) => [name, capital(name)]), preset?.name ?? "", pick)
        : nothing}
      <details class="options" @toggle=${() => this.findBounds()}>
        <summary>Size and options<span class="unseen"> of ${game.title}</span></summary>
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
        </div>
        ${this.address ? html`<p><a href="/p/${this.address}">Look at it on the analysis board</a></p>` : nothing}
      </details>
      ${trouble && !trouble.field ? html`<p class="notice" role="alert">${trouble.sentence}</p>` : nothing}
      <button type="button" class="button primary start-button" aria-label="Start: ${game.title}" @click=${this.start}>Start</button>
    </div>`;
  }

  /**
   * A choice as radio buttons.
   * @param {string} legend @param {string} name @param {string[][]} choices @param {string} chosen
   * @param {(value: string) => void} choose
   */
  chips(legend, name, choices, chosen, choose) {
    return html`<fieldset class="chips">
      <legend>${legend}</legend>
      ${choices.map(
        ([value, text]) => html`<label class="chip"
          ><input type="radio" name=${name} value=${value} .checked=${value === chosen} @change=${() => choose(value)} />${text}</label
        >`,
      )}
    </fieldset>`;
  }

  /** What is new in the setting, or that its outcome is decided. @param {PresetShape | undefined} preset */
  told(preset) {
    const { foregone, wishes } = this;
    if (!foregone) return preset?.about ? html`<p class="quiet">${preset.about}</p>` : nothing;
    const seat = wishes.mode === "screen" ? undefined : { me: 0, other: 1 }[wishes.first];
    return html`<p class="notice foregone">${seat === undefined ? foregone.text : foregone.seats[seat]} ${foregone.offer}</p>`;
  }
}

/** The first offer for a newcomer. @param {GameShape} game @returns {Wishes} */
export function firstWishes(game) {
  const { options, level, seat } = game.offer;
  return { options: { ...defaultOptions(game), ...options }, mode: "computer", level, first: seat === 1 ? "me" : "other" };
}
