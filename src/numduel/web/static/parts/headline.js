// The sentence above a board. Its box has one height, whatever it says: a board never moves during a game.

import { html } from "../vendor/lit-html/lit-html.js";

/** @param {string} text @param {string} tone the class of whoever it is about @param {number} [level] as a heading */
export function headlineView(text, tone, level = 1) {
  const names = `headline ${tone} ${sizeOf(text)}`;
  return level === 1 ? html`<h1 class=${names}>${text}</h1>` : html`<h2 class=${names}>${text}</h2>`;
}

/** A longer sentence is written smaller. @param {string} text */
function sizeOf({ length }) {
  return length > 84 ? "very long" : length > 44 ? "long" : "";
}
