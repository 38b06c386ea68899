// Shows the visitor's move first and the computer's after a moment, although both come together.
// Visitors who prefer reduced motion see both at once.

import { getPosition } from "../api.js";
import { isStill } from "../browser/motion.js";
import { moverOf } from "../words.js";

const PAUSE = 400;

export class Pace {
  /** @param {(match: Snapshot, before: Snapshot | null) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Snapshot | null} */
    this.shown = null;
    /** @type {Snapshot | null} */
    this.newest = null;
    this.isWaiting = false;
    this.isGone = false;
  }

  /** The move that will be shown in a moment. */
  get next() {
    return (this.isWaiting && this.shown && this.newest?.moves[this.shown.ply]) || null;
  }

  /** Takes a newer snapshot. @param {Snapshot} match */
  take(match) {
    this.newest = match;
    if (this.isWaiting) return;
    if (this.shown && isReply(this.shown, match)) this.waitFor(this.shown, match);
    else this.put(match);
  }

  close() {
    this.isGone = true;
  }

  /** @param {Snapshot} match */
  put(match) {
    const before = this.shown;
    this.shown = match;
    this.show(match, before);
  }

  /** @param {Snapshot} before @param {Snapshot} match */
  async waitFor(before, match) {
    this.isWaiting = true;
    if (match.ply - before.ply === 2) await this.showOwnMove(match).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    this.isWaiting = false;
    if (!this.isGone) this.put(/** @type {Snapshot} */ (this.newest));
  }

  /** The position between the two moves. @param {Snapshot} match */
  async showOwnMove(match) {
    const { game, options, moves, id } = match;
    const between = await getPosition({ game, options, moves: moves.slice(0, -1) }, id);
    if (!this.isGone && this.newest === match) this.put({ ...match, ...between });
  }
}

/** Whether the new moves are the computer's, or the visitor's and then the computer's. @param {Snapshot} before @param {Snapshot} match */
function isReply(before, match) {
  const mover = moverOf(match.ply - 1);
  const moves = match.ply - before.ply;
  return match.mode === "computer" && !match.you.includes(mover) && (moves === 1 || moves === 2) && !isStill() && !document.hidden;
}
