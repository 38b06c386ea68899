// The small panel made from a duel's options, with the level and who begins.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { capital } from "../words.js";

/** What a visitor has chosen for a duel. @typedef {{options: Options, level: string, first: string}} Wishes */

/** @param {GameInfo} game @returns {Wishes} */
export function defaultWishes(game) {
  const options = Object.fromEntries(game.options.map((field) => [field.name, field.default]));
  return { options, level: game.levels.includes("medium") ? "medium" : game.levels[0], first: "me" };
}

/** Only what differs from the rule book, so that links stay short. @param {GameInfo} game @param {Options} options */
export function changedOptions(game, options) {
  return Object.fromEntries(
    game.options
      .filter((field) => options[field.name] !== field.default)
      .map((field) => [field.name, options[field.name]]),
  );
}

/**
 * @param {GameInfo} game
 * @param {Options} options
 * @param {(name: string, value: number | boolean | string) => void} change
 */
export function optionFields(game, options, change) {
  return game.options.map((field) => {
    const id = `${game.slug}-${field.name}`;
    return html`<div class="field">
      <label for=${id}>${capital(field.name)}</label>
      ${control(field, id, options[field.name], (value) => change(field.name, value))}
      <p class="help" id="${id}-help">${capital(field.help)}.${rangeOf(field)}</p>
    </div>`;
  });
}

/** @param {OptionField} field */
function rangeOf({ kind, minimum, maximum }) {
  if (kind !== "int" || minimum === null || maximum === null) return "";
  return ` From ${minimum.toLocaleString("en")} to ${maximum.toLocaleString("en")}.`;
}

/**
 * @param {OptionField} field
 * @param {string} id
 * @param {number | boolean | string} value
 * @param {(value: number | boolean | string) => void} change
 */
function control(field, id, value, change) {
  const input = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  if (field.kind === "bool") {
    return html`<input type="checkbox" id=${id} aria-describedby="${id}-help" .checked=${value === true}
      @change=${(/** @type {Event} */ event) => change(input(event).checked)} />`;
  }
  if (field.kind === "choice") {
    return html`<select id=${id} aria-describedby="${id}-help"
      @change=${(/** @type {Event} */ event) => change(input(event).value)}>
      ${(field.values ?? []).map((word) => html`<option value=${word} ?selected=${word === value}>${capital(word)}</option>`)}
    </select>`;
  }
  return html`<input type="number" id=${id} aria-describedby="${id}-help" inputmode="numeric" step="1"
    min=${field.minimum ?? nothing} max=${field.maximum ?? nothing} .value=${String(value)}
    @change=${(/** @type {Event} */ event) => {
      const typed = input(event).valueAsNumber;
      change(Number.isInteger(typed) ? typed : field.default);
    }} />`;
}

/** @param {GameInfo} game @param {Wishes} wishes @param {(wishes: Wishes) => void} change */
export function seatFields(game, wishes, change) {
  const pick = (/** @type {"level" | "first"} */ what) => (/** @type {Event} */ event) =>
    change({ ...wishes, [what]: /** @type {HTMLSelectElement} */ (event.target).value });
  const begins = [["me", "You"], ["other", "The other"], ["random", "A coin decides"]];
  return html`<div class="field">
      <label for="${game.slug}-level">Computer’s level</label>
      <select id="${game.slug}-level" @change=${pick("level")}>
        ${game.levels.map((level) => html`<option value=${level} ?selected=${level === wishes.level}>${capital(level)}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="${game.slug}-first">Who begins</label>
      <select id="${game.slug}-first" @change=${pick("first")}>
        ${begins.map(([value, text]) => html`<option value=${value} ?selected=${value === wishes.first}>${text}</option>`)}
      </select>
    </div>`;
}
