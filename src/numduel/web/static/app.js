// The page's frame: header, theme, help, keys, and which page an address shows.

import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { SHORT } from "./boards/tile.js";
import { keepFocus } from "./browser/focus.js";
import { canPresent, isPresenting, present, stopPresenting } from "./browser/presenting.js";
import { recall, remember } from "./browser/storage.js";
import { gamePage } from "./pages/game.js";
import { homePage } from "./pages/home.js";
import { joinPage } from "./pages/join.js";
import { learnPage } from "./pages/learn.js";
import { lessonPage } from "./pages/lesson.js";
import { matchPage } from "./pages/match.js";
import { positionPage } from "./pages/position.js";
import { dailyPage, puzzlePage, puzzlesPage } from "./pages/puzzles.js";
import { sheetsPage } from "./pages/sheets.js";
import { TOLD } from "./words.js";

/** @typedef {{redraw: () => void, go: (path: string, replace?: boolean) => void, again: () => void}} Frame
 *  `again` reloads the current page */

/** The page of each name. @type {Record<string, (found: Record<string, string>, frame: Frame) => Page>} */
const PAGES = {
  home: (_, frame) => homePage(frame),
  match: ({ id }, frame) => matchPage(id, frame),
  join: ({ id, token }, frame) => joinPage(id, token, frame),
  position: ({ id }, frame) => positionPage(id, frame),
  puzzles: (_, frame) => puzzlesPage(frame),
  daily: ({ date }, frame) => dailyPage(date, frame),
  puzzle: ({ id }, frame) => puzzlePage(id, frame),
  learn: (_, frame) => learnPage(frame),
  lesson: ({ slug, lesson, step }, frame) => lessonPage(`${slug}/${lesson}`, Number(step ?? 0), frame),
  sheets: (_, frame) => sheetsPage(frame),
  game: ({ slug }, frame) => gamePage(slug, frame),
};

/** The server's routes: `{id}` stands for anything without a slash, `{id:path}` for anything. */
const ROUTES = TOLD.routes.map(([name, pattern]) => {
  const written = pattern.replace(/\{(\w+)(:path)?\}/g, (_, part, path) => `(?<${part}>${path ? ".*" : "[^/]+"})`);
  return { name, pattern: new RegExp(`^${written}$`) };
});

const content = /** @type {HTMLElement} */ (document.getElementById("content"));
content.replaceChildren(); // what stood there until this script ran
/** @type {Page} */
let page;
let isDrawn = true;

/** @type {Frame} */
const frame = { redraw, go, again: show };

/** Draws once in the next frame, however often it is called before. */
function redraw() {
  if (!isDrawn) return;
  isDrawn = false;
  queueMicrotask(() => {
    isDrawn = true;
    document.title = [page.title(), "numduel"].filter(Boolean).join(" · ");
    keepFocus(draw);
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
  content.focus({ preventScroll: true });
}

function show() {
  page?.leave?.();
  if (!location.pathname.startsWith("/m/")) stopPresenting(); // a projector goes on with the rematch
  for (const { name, pattern } of ROUTES) {
    const found = pattern.exec(location.pathname);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {}).map(([part, text]) => [part, decoded(text)]);
    page = PAGES[name](Object.fromEntries(parts), frame);
    break;
  }
  redraw();
}

/** Decodes a part of an address. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray %
  }
}

function draw() {
  render(page.view(), content);
  render(help(), /** @type {HTMLElement} */ (document.getElementById("dialogs")));
  render(tools(), /** @type {HTMLElement} */ (document.getElementById("tools")));
  render(moreTools(), /** @type {HTMLElement} */ (document.getElementById("more-tools")));
  for (const link of document.querySelectorAll("header.site nav a")) {
    if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** The button of the presentation; drawn after the page, which may have a board. */
function tools() {
  if (!canPresent()) return nothing;
  return html`<button type="button" class="button quiet" id="present" @click=${switchSize}>${isPresenting() ? "Normal size" : "Large"}</button>`;
}

function switchSize() {
  present();
  redraw();
}

function moreTools() {
  return html`<button type="button" @click=${openHelp}>Help</button
    ><button type="button" @click=${switchTheme}>${isDark() ? "Light" : "Dark"} colours</button>`;
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
    ["Esc", "clear what you typed, or undo the cut"],
    ["F", "large, for a projector, and back"],
    ["?", "this help"],
  ];
  return html`<dialog id="help" class="sheet-dialog" aria-labelledby="help-title">
    <form method="dialog" class="sheet-head">
      <h2 id="help-title" tabindex="-1" autofocus>Keys</h2>
      <button class="button quiet">Close</button>
    </form>
    <dl class="keys">
      ${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
    </dl>
    <p>${TOLD.full_legend}</p>
  </dialog>`;
}

addEventListener("popstate", () => {
  show();
  setTimeout(focusContent); // after the browser has moved the focus itself
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
document.addEventListener("fullscreenchange", redraw);
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
  if (!ROUTES.some(({ pattern }) => pattern.test(link.pathname))) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

// Ignores the second half of a double click: what is under the pointer has changed.
const ONCE = ".tile, .bar, .part, .confirm, .choice, .start-button, #rematch, #resign, #undo, #redo, #harder, #play-it, .levels .button";
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
