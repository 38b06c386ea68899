// After a game: what to play next.

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
