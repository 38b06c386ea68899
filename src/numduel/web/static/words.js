// What the page says about a position, in the second person where the visitor is meant.

/** A name for each seat. @param {Snapshot} match @param {PlayerNumber} player */
export function nameIn(match, player) {
  const seat = match.seats[player];
  if (match.mode !== "screen" && match.you.includes(player)) return "You";
  if (seat.kind === "computer") return `Computer (${match.level})`;
  return seat.name || `Player ${player}`;
}

/** Whom one plays here, for a list of duels. @param {Snapshot} match */
export function opponentIn(match) {
  if (match.mode === "screen") return "two at this screen";
  if (match.mode === "computer") return `against the computer (${match.level})`;
  return `against ${nameIn(match, match.you.includes(1) ? 2 : 1)}`;
}

/** A sentence's subject for each seat. @param {Snapshot} match @param {PlayerNumber} player */
export function subjectIn(match, player) {
  const name = nameIn(match, player);
  return match.seats[player].kind === "computer" ? "The computer" : name;
}

/**
 * The one sentence above the board of a match.
 * @param {Snapshot} match
 * @param {Board} board
 */
export function headline(match, board) {
  if (match.outcome) return ending(match.outcome, (player) => subjectIn(match, player));
  if (match.to_move === null) return "The duel is over.";
  const task = board.task(match);
  const isYours = match.mode !== "screen" && match.you.includes(match.to_move);
  if (isYours) return task ? `Your turn: ${task.you}.` : "Your turn.";
  const subject = subjectIn(match, match.to_move);
  return task ? `${subject} ${task.other}.` : `${subject} is to move.`;
}

/**
 * @param {Outcome} outcome
 * @param {(player: PlayerNumber) => string} subjectOf
 */
export function ending(outcome, subjectOf) {
  const subject = subjectOf(outcome.winner);
  return `${subject} ${subject === "You" ? "win" : "wins"} ${outcome.reason}.`;
}

/** Where nobody has a name. @param {PlayerNumber} player */
export const asPlayer = (player) => `Player ${player}`;

/**
 * The headline of a position that is looked at, not played.
 * @param {Position} position
 * @param {Board} board
 * @param {(player: PlayerNumber) => string} [subjectOf]
 */
export function positionHeadline(position, board, subjectOf = asPlayer) {
  if (position.outcome) return ending(position.outcome, subjectOf);
  const task = board.task(position);
  const subject = subjectOf(position.to_move ?? 1);
  if (!task) return `${subject === "You" ? "You are" : `${subject} is`} to move.`;
  return `${subject} ${subject === "You" ? task.you : task.other}.`;
}

/**
 * A move told to a listener: "The computer took 8."
 * @param {Position} position the position after the move
 * @param {Board} board
 * @param {(player: PlayerNumber) => string} subjectOf
 */
export function lastMove(position, board, subjectOf) {
  if (position.last === null || !position.moves.length) return "";
  const mover = position.moves.length % 2 ? 1 : 2;
  return `${subjectOf(mover)} ${board.told(position.last, position)}.`;
}

/** What the truth is for somebody. @param {Analysis} analysis @param {PlayerNumber} toMove @param {(player: PlayerNumber) => string} subjectOf */
export function verdict(analysis, toMove, subjectOf) {
  if (analysis.winner === null) {
    return { sign: "?", text: analysis.unknown ?? "Nobody has worked this position out." };
  }
  const subject = subjectOf(analysis.winner);
  const isLostForYou = subject !== "You" && [1, 2].some((player) => subjectOf(/** @type {PlayerNumber} */ (player)) === "You");
  const sign = isLostForYou ? "▼" : "▲";
  if (analysis.is_settled && analysis.distance !== null) {
    const wins = subject === "You" ? "win" : "wins";
    return { sign, text: `${subject} ${wins} in ${countOf(analysis.distance, "move")}, whatever anybody does.` };
  }
  const end = analysis.distance === null ? "" : `, in ${countOf(analysis.distance, "move")} if both play well`;
  if (subject === "You") {
    const can = analysis.winner === toMove ? "You can win" : "You win whatever comes";
    return { sign, text: `${can}${end}.` };
  }
  const can = analysis.winner === toMove ? "can win" : "wins against any move";
  return { sign, text: `${subject} ${can}${end}.` };
}

/** @param {number} count @param {string} what */
export function countOf(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Where the page tells a listener what happened. @param {string} sentence */
export function speak(sentence) {
  const place = document.getElementById("spoken");
  if (place && sentence) place.textContent = sentence;
}

/** What a level or an option's value is called on a button. @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
