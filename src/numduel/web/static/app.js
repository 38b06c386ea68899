// The page's frame: header, theme, help, keys, and which page an address shows.

import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { SHORT } from "./boards/tile.js";
import { keepFocus } from "./browser/focus.js";
import { present, stopPresenting } from "./browser/presenting.js";
import { recall, remember } from "./browser/storage.js";
import { gamePage } from "./pages/game.js";
import { homePage } from "./pages/home.js";
import { joinPage } from "./pages/join.js";
import { learnPage } from "./pages/learn.js";
import { lessonPage } from "./pages/lesson.js";
import { lostPage } from "./pages/lost.js";
import { matchPage } from "./pages/match.js";
import { positionPage } from "./pages/position.js";
import { dailyPage, puzzlePage, puzzlesPage } from "./pages/puzzles.js";
import { sheetsPage } from "./pages/sheets.js";
import { LEGEND } from "./words.js";

/** @typedef {(found: string[], frame: Frame) => Page} Maker */
/** @typedef {{redraw: () => void, go: (path: string, replace?: boolean) => void}} Frame */

/** @type {[RegExp, Maker][]} */
const ROUTES = [
  [/^\/$/, (_, frame) => homePage(frame)],
  [/^\/m\/([\w-]+)\/join\/([\w-]+)$/, ([, id, token], frame) => joinPage(id, token, frame)],
  [/^\/m\/([\w-]+)$/, ([, id], frame) => matchPage(id, frame)],
  [/^\/p\/([\w-]+(?:\/[\w:.,=-]+){0,2})$/, ([, id], frame) => positionPage(id, frame)],
  [/^\/puzzles$/, (_, frame) => puzzlesPage(frame)],
  [/^\/puzzles\/daily(?:\/(\d{4}-\d\d-\d\d))?$/, ([, day], frame) => dailyPage(day, frame)],
  [/^\/puzzles\/([\w-]+(?:\/[\w:.,=-]+){0,2})$/, ([, id], frame) => puzzlePage(id, frame)],
  [/^\/learn$/, (_, frame) => learnPage(frame)],
  [/^\/learn\/([\w-]+\/[\w-]+)(?:\/(\d+))?$/, ([, key, step], frame) => lessonPage(key, Number(step ?? 0), frame)],
  [/^\/sheets$/, (_, frame) => sheetsPage(frame)],
  [/^\/games\/([\w-]+)$/, ([, slug], frame) => gamePage(slug, frame)],
];

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
root.replaceChildren(); // what stood there until this script ran
/** @type {Page} */
let page;
let isDrawn = true;

/** @type {Frame} */
const frame = { redraw, go };

/** Draws once, however often it is asked for before the next drawing. */
function redraw() {
  if (!isDrawn) return;
  isDrawn = false;
  queueMicrotask(() => {
    isDrawn = true;
    document.title = [page.title(), "numduel"].filter(Boolean).join(" · ");
    keepFocus(() => render(shell(), root));
  });
}

/** @param {string} path @param {boolean} [replace] */
function go(path, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  show();
  scrollTo(0, 0);
  focusContent();
}

function focusContent() {
  document.getElementById("content")?.focus({ preventScroll: true });
}

function show() {
  page?.leave?.();
  if (!location.pathname.startsWith("/m/")) stopPresenting(); // a projector goes on with the rematch
  page = lostPage();
  for (const [pattern, make] of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (found) {
      page = make([...found], frame);
      break;
    }
  }
  redraw();
}

function shell() {
  const here = location.pathname;
  const link = (/** @type {string} */ path, /** @type {string} */ text) =>
    html`<a href=${path} aria-current=${here === path ? "page" : nothing}>${text}</a>`;
  return html`<a class="skip" href="#content">Skip to the content</a>
    <header class="site">
      <a class="name" href="/"><span class="player-1">num</span><span class="player-2">duel</span></a>
      <nav aria-label="Site">${link("/", "Duels")}${link("/learn", "Learn")}${link("/puzzles", "Puzzles")}</nav>
      <span class="tools">
        <button type="button" class="button quiet" @click=${switchTheme}>${isDark() ? "Light" : "Dark"}</button>
        <button type="button" class="button quiet" @click=${openHelp}>Help</button>
      </span>
    </header>
    <main id="content" tabindex="-1">${page.view()}</main>
    ${help()}`;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function switchTheme() {
  const theme = isDark() ? "light" : "dark";
  const isSystem = matchMedia("(prefers-color-scheme: dark)").matches === (theme === "dark");
  document.documentElement.dataset.theme = theme;
  remember("theme", isSystem ? null : theme);
  redraw();
}

function openHelp() {
  /** @type {HTMLDialogElement} */ (document.getElementById("help")).showModal();
}

function help() {
  const keys = [
    ["Arrows", "move over the board, or move the cut"],
    ["Digits, then Enter", "play that number"],
    ["Enter", "play what is in focus"],
    ["H", "a hint"],
    ["U", "take back"],
    ["R", "redo"],
    ["Esc", "forget what you typed, or cut elsewhere"],
    ["F", "the board for a projector, and back"],
    ["?", "this help"],
  ];
  return html`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
    </dl>
    <p>${LEGEND}</p>
    <form method="dialog" class="closing">
      <button class="button primary">Close</button>
      ${document.querySelector(".stage .board") ? html`<button class="button" @click=${present}>Show it large</button>` : nothing}
    </form>
  </dialog>`;
}

addEventListener("popstate", () => {
  show();
  setTimeout(focusContent); // after the browser has moved the focus itself
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
SHORT.addEventListener("change", redraw);
addEventListener("storage", (event) => {
  if (event.key !== "numduel.theme") return;
  const theme = recall("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  redraw();
});

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.download || link.target) return;
  if (!ROUTES.some(([pattern]) => pattern.test(link.pathname))) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

// The second half of a double click is not a second move: what is under the pointer has changed.
const ONCE = ".tile, .bar, .part, .confirm, .choice, .ways .button, #rematch, #resign, #undo, #redo";
document.addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || !(/** @type {Element} */ (event.target).closest?.(ONCE))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = /** @type {Element} */ (event.target);
    if (at.closest?.("input, select, textarea, dialog[open], .graph")) return;
    if (event.key === "?") {
      openHelp();
      event.preventDefault();
    } else if (page.key?.(event)) {
      event.preventDefault();
    } else if (event.key === "f" && present()) {
      event.preventDefault();
    }
  },
  true,
);

show();
