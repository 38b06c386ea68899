// Talks to the server: JSON in, JSON out, and two kinds of failure.

/** The server understood and refused; its message is a sentence to show. */
export class Refused extends Error {
  /** @param {number} status @param {string} sentence @param {any} body */
  constructor(status, sentence, body) {
    super(sentence);
    this.status = status;
    this.body = body;
  }
}

/** The server did not answer, or cannot now. Trying again later makes sense. */
export class ServerUnreachable extends Error {
  /** @param {string} sentence @param {boolean} isSilent whether the request failed at once, without any answer */
  constructor(sentence, isSilent = false) {
    super(sentence);
    this.isSilent = isSilent;
  }
}

/** The request was aborted. */
class Superseded extends Error {}

/** For `catch`: ignores aborted requests. @param {unknown} fault @returns {undefined} */
export function unlessSuperseded(fault) {
  if (!(fault instanceof Superseded)) throw fault;
}

/** Whether the same request may succeed later. @param {Error} fault */
export function mayPass(fault) {
  return fault instanceof ServerUnreachable || (fault instanceof Refused && fault.status >= 500);
}

const LATER = new Set([429, 502, 503, 504]);
const STUDIES = /\/(review|facts)$|^\/api\/puzzles\//; // what the server may work on for a minute
const PATIENCE = 20; // seconds for an answer
const LONG_PATIENCE = 80;

/**
 * @param {string} path
 * @param {object} [body] sends a POST when given
 * @param {AbortSignal} [signal] aborts the request
 * @returns {Promise<any>}
 */
export async function call(path, body, signal) {
  const seconds = STUDIES.test(path) ? LONG_PATIENCE : PATIENCE;
  const end = new AbortController();
  const giveUp = () => end.abort();
  const timer = setTimeout(giveUp, 1000 * seconds);
  signal?.addEventListener("abort", giveUp);
  const post = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer, content;
  try {
    signal?.throwIfAborted();
    answer = await fetch(path, { ...post, signal: end.signal });
    content = await answer.json().catch(() => end.signal.throwIfAborted());
  } catch {
    if (signal?.aborted) throw new Superseded("This request was replaced by a newer one.");
    if (end.signal.aborted) throw new ServerUnreachable(`The server has not answered for ${seconds} seconds.`);
    throw new ServerUnreachable("The server does not answer.", true);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
  if (answer.ok) return content;
  const sentence = content?.detail ?? content?.title ?? "The server could not do that.";
  if (LATER.has(answer.status)) throw new ServerUnreachable(sentence);
  throw new Refused(answer.status, sentence, content);
}

/** A random idempotency key: what is sent again with the same key happens once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Promise<GameShape[]> | null} */
let games = null;

/** All duels; fetched once. @returns {Promise<GameShape[]>} */
export function listGames() {
  games ??= call("/api/games").catch((fault) => {
    games = null;
    throw fault;
  });
  return /** @type {Promise<GameShape[]>} */ (games);
}

/** A resource of a duel. @param {string} slug @param {string} what @param {Options} [chosen] */
function ask(slug, what, chosen) {
  const query = chosen ? `?${new URLSearchParams({ options: JSON.stringify(chosen) })}` : "";
  return call(`/api/games/${encodeURIComponent(slug)}/${what}${query}`);
}

/** How good a game a duel is. @type {(slug: string) => Promise<Audit>} */
export const getFacts = (slug) => ask(slug, "facts");

/** A duel's options, with bounds that fit the values chosen. @type {(slug: string, chosen: Options) => Promise<OptionShape[]>} */
export const getOptions = (slug, chosen) => ask(slug, "options", chosen);

/** The rules of a duel with these options. @type {(slug: string, chosen: Options) => Promise<RuleBookShape>} */
export const getRules = (slug, chosen) => ask(slug, "rules", chosen);

/** Whether choices count in a duel with these options. @type {(slug: string, chosen: Options) => Promise<Outlook>} */
export const getOutlook = (slug, chosen) => ask(slug, "outlook", chosen);

/** @param {string} slug @returns {Promise<GameShape | undefined>} */
export async function findGame(slug) {
  return (await listGames()).find((game) => game.slug === slug);
}

/** A position by its moves. @typedef {{game: string, options: Options, moves: string[]}} GameSoFar */

/** @param {GameSoFar} line @param {string} [match] */
function positionQuery({ game, options, moves }, match) {
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const id = [game, chosen.join(","), moves.join(",")].filter((part) => part).join("/");
  return new URLSearchParams(match ? { id, match } : { id });
}

/**
 * @param {GameSoFar} line
 * @param {string} [match] address the sentences to the players of this match
 * @param {AbortSignal} [signal] aborts the request
 * @returns {Promise<Position>}
 */
export function getPosition(line, match, signal) {
  return call(`/api/positions?${positionQuery(line, match)}`, undefined, signal);
}

/** The position of an ID, as in /p/ID. @param {string} id @returns {Promise<Position>} */
export function getPositionAt(id) {
  return call(`/api/positions?${new URLSearchParams({ id })}`);
}

/**
 * Who wins a position, and why.
 * @param {GameSoFar} line @param {string} [match] @param {AbortSignal} [signal] @returns {Promise<PositionTruth>}
 */
export function getTruth(line, match, signal) {
  return call(`/api/positions/truth?${positionQuery(line, match)}`, undefined, signal);
}

/**
 * What a move would lead to.
 * @param {GameSoFar} line @param {string} move @param {AbortSignal} [signal] @returns {Promise<Consequence>}
 */
export function getConsequence(line, move, signal) {
  const query = positionQuery(line);
  query.set("move", move);
  return call(`/api/positions/consequence?${query}`, undefined, signal);
}
