// Renders the subset of Markdown that rule books use: paragraphs, lists, and code, bold and emphasis
// within a line. It builds no HTML text.

import { html } from "../vendor/lit-html/lit-html.js";

/** @param {string} text */
export function markdown(text) {
  return text.split(/\n\s*\n/).filter((block) => block.trim()).map(blockView);
}

/** A list has an item for each line that begins with a dash, with the lines that follow. @param {string} block */
function blockView(block) {
  const items = block.split(/^\s*[-*]\s+/m).map(joined);
  if (items.length === 1) return html`<p>${inline(items[0])}</p>`;
  const [lead, ...rest] = items;
  return html`${lead ? html`<p>${inline(lead)}</p>` : ""}
    <ul>${rest.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
}

/** @param {string} lines */
function joined(lines) {
  return lines.trim().replace(/\s+/g, " ");
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/;

/** @param {string} text @returns {unknown[]} */
function inline(text) {
  return text.split(INLINE).map((piece) => {
    if (/^`.+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/.test(piece)) return html`<strong>${inline(piece.slice(2, -2))}</strong>`;
    if (/^\*.+\*$/.test(piece)) return html`<em>${inline(piece.slice(1, -1))}</em>`;
    return piece;
  });
}
