// The plain board: the named values of the position, and a button for every allowed move. Any duel can
// be played on it, at any size.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { labelOf } from "../words.js";
import { markView } from "./tile.js";

const MOST_BUTTONS = 200;

/** @implements {Board} */
export class PlainBoard {
  showsMarks = true;

  /** @param {BoardProps} props */
  view(props) {
    const { legal } = props.position;
    const shown = legal.slice(0, MOST_BUTTONS);
    return html`<div class="board plain">
      ${valueList(withoutChoices(props.position))}
      <div class="choices" role="group" aria-label="Allowed moves">
        ${shown.map((move) => choice(move, props))}
      </div>
      ${legal.length > shown.length
        ? html`<p>${legal.length} moves are allowed; the first ${shown.length} are shown.</p>
            ${props.mayPlay ? entry(props) : nothing}`
        : nothing}
    </div>`;
  }

  /** @param {string} key */
  press(key) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (by === undefined) return false;
    const buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".choices .choice")]);
    if (!buttons.length) return false;
    const now = buttons.findIndex((button) => button === document.activeElement);
    buttons[now < 0 ? 0 : Math.min(Math.max(now + by, 0), buttons.length - 1)].focus();
    return true;
  }
}

const MANY = 60;

/** The view without a second list of the allowed moves, which have their buttons. @param {BoardPosition} position */
function withoutChoices({ view, legal }) {
  const holdsChoices = (/** @type {unknown} */ value) => {
    if (!Array.isArray(value) || !legal.length || value.length < legal.length) return false;
    const listed = new Set(value.map(String));
    return legal.every((move) => listed.has(move));
  };
  const shown = Object.entries(view).map(([name, value]) => {
    if (!holdsChoices(value)) return [name, value];
    if (value.length === legal.length) return [name, undefined];
    return [name, value.length > MANY ? `${value.length} in all` : value];
  });
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** @param {string} move @param {BoardProps} props */
function choice(move, props) {
  const mark = props.marks?.get(move);
  return html`<button
    type="button"
    class="choice ${props.hint === move ? "hinted" : ""} ${props.pending === move ? "pending" : ""}"
    data-move=${move}
    aria-label="${move}${mark ? `, ${mark.text}` : ""}"
    aria-disabled=${String(!props.mayPlay)}
    @click=${() => (props.mayPlay ? props.play(move) : props.say(props.waiting))}
  >
    ${move} ${markView(mark)}
  </button>`;
}

/** @param {BoardProps} props */
function entry(props) {
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("move"));
    if (field.value.trim()) props.play(field.value.trim());
    field.value = "";
  };
  return html`<form class="entry" @submit=${send}>
    <label>Your move <input name="move" autocomplete="off" inputmode="text" maxlength="40" /></label>
    <button type="submit" class="button">Play it</button>
  </form>`;
}

const MOST_SHOWN = 60;

/** Every value but the turn, which is in the headline. @param {Record<string, any>} view @returns {unknown} */
function valueList(view) {
  const names = Object.keys(view).filter((name) => name !== "to_move");
  if (!names.length) return nothing;
  return html`<dl class="values">
    ${names.map((name) => html`<div><dt>${labelOf(name)}</dt><dd>${valueView(view[name])}</dd></div>`)}
  </dl>`;
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
