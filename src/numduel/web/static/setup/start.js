// Begins a match, one of the three ways.

import { html } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { remember } from "../browser/storage.js";
import { visitorsName } from "./name.js";
import { changedOptions } from "./options.js";

const WAYS = [
  ["computer", "Play the computer"],
  ["link", "Play a friend by link"],
  ["screen", "Two at this screen"],
];

/**
 * Begins a match and returns the address of its page; the link for a friend is remembered.
 * @param {GameShape} game @param {string} mode @param {import("./setup.js").Wishes} wishes
 */
async function begin(game, mode, { options, level, first }) {
  const name = await visitorsName();
  const answer = await call("/api/matches", {
    game: game.slug,
    options: changedOptions(game, options),
    mode,
    first,
    ...(mode === "computer" ? { level } : {}),
    ...(name ? { name } : {}),
  });
  remember("begun", true);
  if (answer.seat_link) remember(`link.${answer.match.id}`, answer.seat_link);
  return `/m/${answer.match.id}`;
}

let isStarting = false;

/**
 * Three buttons, one click each.
 * @param {GameShape} game
 * @param {import("./setup.js").Wishes} wishes
 * @param {{go: (path: string) => void, fail: (fault: Error) => void}} then
 */
export function ways(game, wishes, { go, fail }) {
  const start = async (/** @type {string} */ mode) => {
    if (isStarting) return; // a second click means the same duel
    isStarting = true;
    try {
      go(await begin(game, mode, wishes));
    } catch (fault) {
      fail(/** @type {Error} */ (fault));
    } finally {
      isStarting = false;
    }
  };
  return html`<div class="ways">
    ${WAYS.map(
      ([mode, text], place) => html`<button
        type="button"
        class="button ${place ? "" : "primary"}"
        aria-label="${text}: ${game.title}"
        @click=${() => start(mode)}
      >
        ${text}
      </button>`,
    )}
  </div>`;
}
