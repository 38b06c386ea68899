// The fields made from a duel's options.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { capital } from "../words.js";

/** The default options. @param {GameShape} game @returns {Options} */
export function defaultOptions(game) {
  return Object.fromEntries(game.options.map((field) => [field.name, field.default]));
}

/** Whether a preset is what is chosen. @param {GameShape} game @param {Options} preset @param {Options} chosen */
export function isSame(game, preset, chosen) {
  return Object.entries({ ...defaultOptions(game), ...preset }).every(([name, value]) => chosen[name] === value);
}

/** The options that differ from the defaults, so that links stay short. @param {GameShape} game @param {Options} options */
export function changedOptions(game, options) {
  return Object.fromEntries(
    game.options
      .filter((field) => options[field.name] !== field.default)
      .map((field) => [field.name, options[field.name]]),
  );
}

/** Why a duel cannot begin, and the option to change. @typedef {{sentence: string, field: string}} OptionRefusal */

/**
 * @param {GameShape} game
 * @param {{fields: OptionShape[], options: Options, refusal: OptionRefusal | null,
 *   change: (name: string, value: number | boolean | string) => void}} about
 */
export function optionFields(game, { fields, options, refusal, change }) {
  return fields.map((field) => {
    const id = fieldId(game, field.name);
    const isRefused = refusal?.field === field.name;
    return html`<div class="field">
      <label for=${id}>${capital(field.name)}</label>
      ${control(field, { id, isRefused }, options[field.name], (value) => change(field.name, value))}
      ${isRefused ? html`<p class="refusal" id="${id}-refusal" role="alert">${refusal?.sentence}</p>` : nothing}
      <p class="help" id="${id}-help">${capital(field.help)}.${rangeOf(field)}</p>
    </div>`;
  });
}

/** @param {GameShape} game @param {string} name */
function fieldId(game, name) {
  return `${game.slug}-${name}`;
}

/** Moves to an option as soon as it is drawn, with as little scrolling as possible. @param {GameShape} game @param {string} name */
export function focusOption(game, name) {
  queueMicrotask(() => {
    const control = document.getElementById(fieldId(game, name));
    const panel = control?.closest("details");
    if (!control || !panel) return;
    panel.open = true;
    control.focus({ preventScroll: true });
    control.closest(".field")?.scrollIntoView({ block: "nearest" });
  });
}

/** @param {OptionShape} field */
function rangeOf({ kind, minimum, maximum }) {
  if (kind !== "int" || minimum === null || maximum === null) return "";
  if (minimum === maximum) return ` Only ${minimum.toLocaleString("en")} goes with the other options.`;
  return ` From ${minimum.toLocaleString("en")} to ${maximum.toLocaleString("en")}.`;
}

/**
 * @param {OptionShape} field
 * @param {{id: string, isRefused: boolean}} about
 * @param {number | boolean | string} value
 * @param {(value: number | boolean | string) => void} change
 */
function control(field, { id, isRefused }, value, change) {
  const invalid = isRefused ? "true" : nothing;
  const told = isRefused ? `${id}-refusal ${id}-help` : `${id}-help`;
  const input = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  if (field.kind === "bool") {
    return html`<input type="checkbox" id=${id} aria-describedby=${told} aria-invalid=${invalid} .checked=${value === true}
      @change=${(/** @type {Event} */ event) => change(input(event).checked)} />`;
  }
  if (field.kind === "choice") {
    return html`<select id=${id} aria-describedby=${told} aria-invalid=${invalid}
      @change=${(/** @type {Event} */ event) => change(input(event).value)}>
      ${(field.values ?? []).map((word, place) => html`<option value=${word} .selected=${word === value}>${capital(field.labels?.[place] ?? word)}</option>`)}
    </select>`;
  }
  return html`<input type="number" id=${id} aria-describedby=${told} aria-invalid=${invalid} inputmode="numeric" step="1"
    min=${field.minimum ?? nothing} max=${field.maximum ?? nothing} .value=${String(value)}
    @change=${(/** @type {Event} */ event) => {
      const typed = input(event).valueAsNumber;
      change(Number.isInteger(typed) ? typed : field.default);
    }} />`;
}
