// The named values of a position, as the rule book gives them: a list is a row.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { capital } from "../words.js";

const MOST_SHOWN = 60;

/** Every value but the turn, which the headline tells. @param {Record<string, any>} view @returns {unknown} */
export function valueList(view) {
  const names = Object.keys(view).filter((name) => name !== "to_move");
  if (!names.length) return nothing;
  return html`<dl class="values">
    ${names.map((name) => html`<div><dt>${labelOf(name)}</dt><dd>${valueView(view[name])}</dd></div>`)}
  </dl>`;
}

/** "stones_left" as a label: "Stones left". @param {string} name */
export function labelOf(name) {
  return capital(name.replaceAll("_", " "));
}

/** @param {any} value @returns {unknown} */
function valueView(value) {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return rowView(value);
  if (typeof value === "object") return valueList(value);
  return value;
}

/** @param {any[]} list */
function rowView(list) {
  if (!list.length) return "none";
  const shown = list.slice(0, MOST_SHOWN);
  return html`<ol class="value-row">
    ${shown.map((value) => html`<li>${valueView(value)}</li>`)}
    ${list.length > shown.length ? html`<li class="more">and ${list.length - shown.length} more</li>` : nothing}
  </ol>`;
}
