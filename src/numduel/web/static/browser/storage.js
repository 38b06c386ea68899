// What this browser stores: seat links, unfinished duels, a name, a theme, and progress in puzzles.

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
    // Storage may be disabled or full.
  }
}

/** A duel to continue. @typedef {{id: string, title: string, against: string, turn: string}} UnfinishedDuel */

const MOST_UNFINISHED = 6;

/** Duels with a seat of this browser, not over when last seen. @returns {UnfinishedDuel[]} */
export function unfinished() {
  return recall("unfinished") ?? [];
}

/**
 * Stores a duel to continue: one by link from its creation, any other from its first move.
 * @param {Snapshot} match @param {{against: string, turn: string}} words
 */
export function noteProgress(match, words) {
  const kept = unfinished();
  const isOpen = match.you.length && (match.ply || match.mode === "link") && !match.outcome;
  if (!isOpen) return forget(match.id);
  const place = kept.findIndex(({ id }) => id === match.id);
  const here = { id: match.id, title: match.title, ...words };
  if (place >= 0) kept[place] = here;
  else kept.unshift(here);
  remember("unfinished", kept.slice(0, MOST_UNFINISHED));
}

/** Removes a duel that is over or gone. @param {string} id */
export function forget(id) {
  remember("unfinished", unfinished().filter((kept) => kept.id !== id));
}
