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

/** The server did not answer, or cannot now: trying again later is right. */
export class Unreachable extends Error {}

const LATER = new Set([429, 502, 503, 504]);

/**
 * @param {string} path
 * @param {object} [body] sends a POST when given
 * @returns {Promise<any>}
 */
export async function call(path, body) {
  const request = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Unreachable("The server does not answer.");
  }
  const content = await answer.json().catch(() => null);
  if (answer.ok) return content;
  const sentence = content?.detail ?? content?.title ?? "The server could not do that.";
  if (LATER.has(answer.status)) throw new Unreachable(sentence);
  throw new Refused(answer.status, sentence, content);
}

/** A random key. What is sent again with the same key happens once. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @type {Promise<GameShape[]> | null} */
let games = null;

/** Every duel there is; asked for once. @returns {Promise<GameShape[]>} */
export function listGames() {
  games ??= call("/api/games").catch((fault) => {
    games = null;
    throw fault;
  });
  return /** @type {Promise<GameShape[]>} */ (games);
}

/** How good a game a duel is. @param {string} slug @returns {Promise<FactsShape>} */
export function getFacts(slug) {
  return call(`/api/games/${encodeURIComponent(slug)}/facts`);
}

/**
 * A duel's options, with the bounds that go with what is chosen.
 * @param {string} slug @param {Options} chosen @returns {Promise<OptionShape[]>}
 */
export function getOptions(slug, chosen) {
  const query = new URLSearchParams({ options: JSON.stringify(chosen) });
  return call(`/api/games/${encodeURIComponent(slug)}/options?${query}`);
}

/** Whether choices count in a duel with these options. @param {string} slug @param {Options} chosen @returns {Promise<Outlook>} */
export function getOutlook(slug, chosen) {
  const query = new URLSearchParams({ options: JSON.stringify(chosen) });
  return call(`/api/games/${encodeURIComponent(slug)}/outlook?${query}`);
}

/** @param {string} slug @returns {Promise<GameShape | undefined>} */
export async function findGame(slug) {
  return (await listGames()).find((game) => game.slug === slug);
}

/** A position as it is written in an address. @typedef {{game: string, options: Options, moves: string[]}} Line */

/** @param {Line} line @param {string} [match] */
function positionQuery({ game, options, moves }, match) {
  const query = new URLSearchParams({ game });
  if (Object.keys(options).length) query.set("options", JSON.stringify(options));
  if (moves.length) query.set("moves", moves.join(" "));
  if (match) query.set("match", match);
  return query;
}

/**
 * @param {Line} line @param {string} [match] whose players the sentences speak of
 * @returns {Promise<Position>}
 */
export function getPosition(line, match) {
  return call(`/api/positions?${positionQuery(line, match)}`);
}

/** Who wins a position, and why. @param {Line} line @param {string} [match] @returns {Promise<PositionTruth>} */
export function getTruth(line, match) {
  return call(`/api/positions/truth?${positionQuery(line, match)}`);
}

/** What a move would lead to. @param {Line} line @param {string} move @returns {Promise<ConsequenceShape>} */
export function getConsequence(line, move) {
  const query = positionQuery(line);
  query.set("move", move);
  return call(`/api/positions/consequence?${query}`);
}

/** The page of a position. @param {Line} line */
export function positionLink(line) {
  return `/p?${positionQuery(line)}`;
}
