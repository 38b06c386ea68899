// Begins a match; further clicks meanwhile are ignored.

import { call, newKey } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { changedOptions } from "./options.js";

let isStarting = false;

/**
 * Begins a match and returns it. The link for a friend is stored. The visitor's name is sent only if a
 * friend will see it.
 * @param {{game: string, options: Options, mode: string, level: string | null, first: string}} wanted
 * @returns {Promise<Snapshot>}
 */
export async function begin({ game, options, mode, level, first }) {
  const name = mode === "link" ? recall("name") : null;
  const { match, seat_link } = await call("/api/matches", {
    game,
    options,
    mode,
    first,
    ...(mode === "computer" ? { level } : {}),
    ...(name ? { name } : {}),
  });
  remember("begun", true);
  if (seat_link) remember(`link.${match.id}`, seat_link);
  return match;
}

/**
 * Begins a match, plays a first move if there is one, and goes to its page.
 * @param {GameShape} game
 * @param {import("./setup.js").Wishes} wishes
 * @param {{go: (path: string) => void, fail: (fault: Error) => void, move?: string}} then
 */
export async function start(game, { options, mode, level, first }, { go, fail, move }) {
  if (isStarting) return; // a second click means the same duel
  isStarting = true;
  try {
    const match = await begin({ game: game.slug, options: changedOptions(game, options), mode, level, first });
    if (move) await call(`/api/matches/${match.id}/moves`, { ply: 0, move, key: newKey() });
    go(`/m/${match.id}`);
  } catch (fault) {
    fail(/** @type {Error} */ (fault));
  } finally {
    isStarting = false;
  }
}
