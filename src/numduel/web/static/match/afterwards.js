// After a game: what to play next, and a new game with other settings.

import { call } from "../api.js";
import { recall, remember } from "../browser/storage.js";

const MOST_PLAYED = 10;

/** A finished game. @typedef {Played & {id: string}} Kept */

/** The game that has just ended, as the server wants it told. @param {Snapshot} match @returns {Kept} */
function playedIn({ id, game, options, outcome, ply, mode, you, level }) {
  const isAgainstComputer = mode === "computer";
  return {
    id,
    game,
    options,
    winner: outcome?.winner ?? 1,
    moves: ply,
    seat: isAgainstComputer ? you[0] : null,
    level: isAgainstComputer ? level : null,
  };
}

/** Asks what to do after a match; this browser remembers the last games. @param {Snapshot} match @returns {Promise<SuggestionShape[]>} */
export function suggestionsAfter(match) {
  /** @type {Kept[]} */
  const before = (recall("played") ?? []).filter((/** @type {Kept} */ { id }) => id !== match.id);
  const kept = [...before, playedIn(match)].slice(-MOST_PLAYED);
  remember("played", kept);
  return call("/api/next", { played: kept.map(({ id, ...played }) => played) });
}

/**
 * Begins another match and returns the address of its page.
 * @param {Snapshot} match whose way of playing is kept
 * @param {{game: string, options: Options, level: string | null, seat: PlayerNumber | null}} wanted
 */
export async function beginAnother({ mode }, { game, options, level, seat }) {
  const name = recall("name");
  const answer = await call("/api/matches", {
    game,
    options,
    mode,
    first: seat === 2 ? "other" : "me",
    ...(mode === "computer" ? { level } : {}),
    ...(name ? { name } : {}),
  });
  if (answer.seat_link) remember(`link.${answer.match.id}`, answer.seat_link);
  return `/m/${answer.match.id}`;
}
