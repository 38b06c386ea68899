// Rules come as Markdown. This reads the little of it that they use: headings, paragraphs, lists,
// tables, code blocks, and code, bold, emphasis and links within a line. It builds no HTML text.

import { html } from "../vendor/lit-html/lit-html.js";

/** @param {string} text @param {number} [top] the level of its highest heading */
export function markdown(text, top = 2) {
  return blocksOf(text).map((block) => blockView(block, top));
}

/** @typedef {{kind: "heading" | "list" | "numbers" | "code" | "table" | "text", lines: string[], level?: number}} Block */

/** @param {string} text @returns {Block[]} */
function blocksOf(text) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | null} */
  let open = null;
  const add = (/** @type {Block} */ block) => {
    blocks.push(block);
    open = block;
  };
  for (const line of text.split("\n")) {
    const block = /** @type {Block | null} */ (open);
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*(?:([-*])|\d+[.)])\s+(.*)$/.exec(line);
    if (line.startsWith("```")) {
      if (block?.kind === "code") open = null;
      else add({ kind: "code", lines: [] });
    } else if (block?.kind === "code") {
      block.lines.push(line);
    } else if (!line.trim()) {
      open = null;
    } else if (heading) {
      add({ kind: "heading", lines: [heading[2]], level: heading[1].length });
      open = null;
    } else if (item) {
      const kind = item[1] ? "list" : "numbers";
      const last = block ?? blocks.at(-1) ?? null;
      if (last?.kind === kind) {
        last.lines.push(item[2]);
        open = last;
      } else add({ kind, lines: [item[2]] });
    } else if (line.startsWith("|")) {
      if (block?.kind === "table") block.lines.push(line);
      else add({ kind: "table", lines: [line] });
    } else if (block && block.kind !== "table") {
      block.lines[block.lines.length - 1] += ` ${line.trim()}`;
    } else add({ kind: "text", lines: [line.trim()] });
  }
  return blocks;
}

/** @param {Block} block @param {number} top */
function blockView({ kind, lines, level = 1 }, top) {
  if (kind === "heading") return headingView(lines[0], Math.min(top + level - 1, 4));
  if (kind === "list") return html`<ul>${lines.map((line) => html`<li>${inline(line)}</li>`)}</ul>`;
  if (kind === "numbers") return html`<ol>${lines.map((line) => html`<li>${inline(line)}</li>`)}</ol>`;
  if (kind === "code") return html`<pre tabindex="0"><code>${lines.join("\n")}</code></pre>`;
  if (kind === "table") return tableView(lines);
  return html`<p>${inline(lines[0])}</p>`;
}

/** @param {string} text @param {number} level */
function headingView(text, level) {
  if (level <= 2) return html`<h2>${inline(text)}</h2>`;
  return level === 3 ? html`<h3>${inline(text)}</h3>` : html`<h4>${inline(text)}</h4>`;
}

/** @param {string[]} lines */
function tableView(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|?$/.test(line))
    .map((line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return html`<div class="table-place" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
    <tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)\s]+\))/;

/** @param {string} text @returns {unknown[]} */
function inline(text) {
  return text.split(INLINE).map((piece) => {
    if (/^`.+`$/.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/.test(piece)) return html`<strong>${inline(piece.slice(2, -2))}</strong>`;
    if (/^\*.+\*$/.test(piece)) return html`<em>${inline(piece.slice(1, -1))}</em>`;
    const link = /^\[([^\]]+)\]\((\/[^)\s]*)\)$/.exec(piece);
    if (link) return html`<a href=${link[2]}>${link[1]}</a>`;
    return piece.replace(/^\[([^\]]+)\]\([^)\s]+\)$/, "$1");
  });
}
