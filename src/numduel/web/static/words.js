// Names, turns and texts of the page. Sentences about a duel come from the server.

/**
 * The server's data: the name and path pattern of every page, in order; the legend of the marks on
 * moves, and the full one if some are bounds or not known; and the texts of home.
 * @type {{routes: [string, string][], legend: string, full_legend: string, home: {heading: string, description: string}}}
 */
export const TOLD = JSON.parse(document.body.dataset.told ?? "");

/** A player's name, for a label. @param {Snapshot} match @param {PlayerNumber} player */
export function nameIn(match, player) {
  return match.seats[player].called;
}

/** A player of a duel in which nobody has a name. @param {PlayerNumber} player */
export const asPlayer = (player) => `Player ${player}`;

/** Whose move the move of this index was. @param {number} index @returns {PlayerNumber} */
export const moverOf = (index) => (index % 2 === 0 ? 1 : 2);

/** @param {PlayerNumber} player @returns {PlayerNumber} */
export const otherThan = (player) => (player === 1 ? 2 : 1);

/** The opponent, for a list of duels. @param {Snapshot} match */
export function opponentIn(match) {
  if (match.mode === "screen") return "two at this screen";
  if (match.mode === "computer") return `against the computer (${match.level})`;
  if (isWaiting(match)) return "by link";
  return `against ${nameIn(match, otherThan(match.you[0]))}`;
}

/** Whose turn it is, for a list of duels. @param {Snapshot} match */
export function turnIn(match) {
  if (isWaiting(match)) return "waiting for your friend";
  if (match.to_move === null || match.mode === "screen") return "";
  return match.you.includes(match.to_move) ? "your turn" : `${nameIn(match, match.to_move)} to move`;
}

/** Whether the viewer may move. @param {Snapshot} match */
export function isTurnOf(match) {
  return match.to_move !== null && match.you.includes(match.to_move) && !isWaiting(match);
}

/** Whether a seat is still free. @param {Snapshot} match */
export function isWaiting(match) {
  return !match.outcome && !isFull(match);
}

/** Whether both seats are taken. @param {Snapshot} match */
export function isFull({ seats }) {
  return seats[1].is_taken && seats[2].is_taken;
}

/** Tells a screen reader what happened. @param {string} sentence */
export function speak(sentence) {
  const place = document.getElementById("spoken");
  if (place && sentence) place.textContent = sentence;
}

/** A word or a clause with a capital letter, for the beginning of a sentence or for a button. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} count @param {string} what */
export function countOf(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** "stones_left" as a label: "Stones left". @param {string} name */
export function labelOf(name) {
  return capital(name.replaceAll("_", " "));
}
