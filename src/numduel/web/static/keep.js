// What this browser remembers, and nobody else: seat links it was given, duels it is in the middle
// of, a name, a theme, how far the puzzles have come.

/** @param {string} key @param {Storage} [store] @returns {any} */
export function recall(key, store = localStorage) {
  try {
    return JSON.parse(store.getItem(`numduel.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @param {Storage} [store] */
export function remember(key, value, store = localStorage) {
  try {
    if (value === null) store.removeItem(`numduel.${key}`);
    else store.setItem(`numduel.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** A duel to come back to. @typedef {{id: string, title: string, against: string}} Unfinished */

const MOST_UNFINISHED = 6;

/** The duels this browser has a seat in that were not over when last seen. @returns {Unfinished[]} */
export function unfinished() {
  const kept = recall("unfinished");
  return Array.isArray(kept) ? kept : [];
}

/** @param {Snapshot} match @param {string} against */
export function noteProgress(match, against) {
  const others = unfinished().filter((kept) => kept.id !== match.id);
  const isOpen = match.you.length && match.ply && !match.outcome;
  const here = isOpen ? [{ id: match.id, title: match.title, against }] : [];
  remember("unfinished", [...here, ...others].slice(0, MOST_UNFINISHED));
}
