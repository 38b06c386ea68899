// A match as somebody plays it: what is shown, what they typed, asked for and look at, and what
// each control does. The page draws it.

import { call, getConsequence, getPosition, getTruth, unlessSuperseded } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { focusSoon } from "../browser/focus.js";
import { fly } from "../browser/motion.js";
import { noteProgress } from "../browser/storage.js";
import { StudiedBoard } from "../parts/played_board.js";
import { ReviewPart } from "../parts/review.js";
import { losesIn } from "../parts/truth.js";
import { isTurnOf, isWaiting, moverOf, nameIn, opponentIn, speak, turnIn } from "../words.js";
import { LiveMatch } from "./live.js";
import { declined } from "./notices.js";
import { Pace } from "./pace.js";
import { PresenceWatch } from "./presence.js";

/** What is said at first in the next match that is opened. */
let greeting = "";

export class Playing extends StudiedBoard {
  /** @param {string} id @param {import("../app.js").Frame} frame */
  constructor(id, frame) {
    super(frame.redraw, (moves, signal) => getTruth(this.line(moves), id, signal));
    this.id = id;
    this.frame = frame;
    this.live = new LiveMatch(id, this);
    this.presence = new PresenceWatch(id, this.redraw);
    this.pace = new Pace((match, before) => this.arrive(match, before));
    this.review = new ReviewPart(this.redraw);
    /** @type {Error | null} */
    this.missing = null;
    this.said = greeting;
    speak(greeting);
    greeting = "";
    this.isResigning = false;
    /** @type {{moves: string[], text: string} | null} what beats the last of these moves */
    this.refuted = null;
    this.isWithdrawing = false; // while it is true, a request that disappears was not declined
    /** @type {Position | null} a position of the past that is being looked at */
    this.past = null;
    this.jumps = 0;
    this.live.open().catch((fault) => {
      this.missing = fault;
      this.redraw();
    });
  }

  /** The match as it is shown: for a moment without the computer's newest move. */
  get match() {
    return this.pace.shown;
  }

  close() {
    this.pace.close();
    this.presence.stop();
    this.live.close();
  }

  /** Called when a newer snapshot has come. */
  changed() {
    this.pace.take(/** @type {Snapshot} */ (this.live.match));
  }

  /** A snapshot is shown from now on. @param {Snapshot} match @param {Snapshot | null} before */
  arrive(match, before) {
    if (!this.board) this.board = makeBoard(match, this.redraw);
    noteProgress(match, { against: opponentIn(match), turn: turnIn(match) });
    this.presence.watch(match.mode === "link" && match.you.length === 1 && !match.outcome && !isWaiting(match));
    if (before && before.ply !== match.ply) {
      this.hinted = null;
      this.said = this.refuted && isJustAfter(match, this.refuted.moves) ? this.refuted.text : "";
      this.isResigning = false;
      this.past = null;
      this.jumps += 1;
      if (match.ply > before.ply) this.moved(match);
      else speak(`A move was taken back. ${match.headline}`);
    } else if (before && !before.outcome && match.outcome) {
      speak(match.headline);
    } else if (before && !this.isWithdrawing) {
      const told = declined(before, match);
      if (told) this.say(told);
    }
    this.isWithdrawing = false;
    this.redraw();
    if (before && !before.next && match.next) this.follow(match.next);
  }

  /** Shows and tells a move that was just made. @param {Snapshot} match */
  moved(match) {
    speak(`${match.told} ${match.headline}`);
    const mover = moverOf(match.ply - 1);
    const from = document.querySelector(`.board .tile[data-move="${match.last}"]`);
    const row = document.querySelector(`.row.player-${mover} .slot.empty`);
    fly(from, row ?? document.querySelector(`.plate[data-player="${mover}"]`));
  }

  /** A position of this duel. @param {string[]} moves */
  line(moves) {
    const { game, options } = /** @type {Snapshot} */ (this.match);
    return { game, options, moves };
  }

  /** Goes to the rematch, with a seat in it or to watch. @param {string} next */
  async follow(next) {
    try {
      if (this.match?.you.length) await call(`/api/matches/${next}/join`, { from: this.id });
      else greeting = "They play again.";
      this.frame.go(`/m/${next}`);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {string} move */
  play(move) {
    if (!this.props()?.mayPlay) {
      this.say(this.waiting());
      return;
    }
    this.said = "";
    this.live.play(move);
    this.refute(move);
  }

  /** With the truth on, says what beats a losing move. @param {string} move */
  async refute(move) {
    const { match } = this;
    if (!match?.truth.on || !losesIn(this.truths.of(match.moves), move)) return;
    const told = await getConsequence(this.line(match.moves), move).catch(() => null);
    if (!told?.is_refuted) return;
    this.refuted = { moves: [...match.moves, told.move], text: told.text };
    // The move itself may be shown before this is known, or after.
    if (this.match && isJustAfter(this.match, this.refuted.moves)) this.say(told.text);
  }

  waiting() {
    const { match } = this;
    if (!match || match.outcome) return "The duel is over.";
    if (this.past) return "Go to the last move to play on.";
    if (!match.you.length) return "You are watching: only the players move.";
    if (this.live.pending) return "Your move is on its way.";
    return match.headline;
  }

  /** What the board is told. @returns {BoardProps | null} */
  props() {
    const { match } = this;
    if (!match) return null;
    const position = this.past ?? match;
    const isMine = isTurnOf(match);
    return {
      ...this.marked(position.moves, match.truth.on && !this.isEndShown),
      position,
      mayPlay: isMine && !this.past && !match.outcome && !this.live.pending && !this.pace.isWaiting,
      waiting: this.waiting(),
      play: (move) => this.play(move),
      say: (sentence) => this.say(sentence),
      nameOf: (player) => nameIn(match, player),
      pending: this.live.pending?.ply === match.ply ? this.live.pending.move : isMine ? this.pace.next : null,
      typed: this.typing.text,
    };
  }

  /** Whether the duel is over, and its end is what is shown. */
  get isEndShown() {
    return Boolean(this.match?.outcome) && !this.past;
  }

  /** Looks at the position after this many moves. @param {number} ply */
  async jump(ply) {
    const { match } = this;
    if (!match || ply < 0 || ply > match.moves.length) return;
    const jump = ++this.jumps;
    const signal = this.askAnew();
    try {
      const { moves } = match;
      const asked = this.line(moves.slice(0, ply));
      const past = ply === moves.length ? null : await getPosition(asked, match.id, signal).catch(unlessSuperseded);
      if (past === undefined || jump !== this.jumps) return; // another jump has been made since
      this.past = past;
      this.said = "";
      this.redraw();
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @type {import("./controls.js").Deeds} */
  deeds = {
    hint: () => this.giveHint(),
    undo: () => {
      const { match } = this;
      this.said = "";
      if (match?.mode === "link") this.live.ask("takeback", { action: "ask" });
      else if (match) this.live.ask("undo", { ply: match.ply });
    },
    redo: () => {
      this.said = "";
      this.live.ask("redo", { ply: this.match?.ply });
    },
    truth: () => {
      const { match } = this;
      if (!match) return;
      const mine = match.you[0];
      const isWanted = match.truth.on || (match.mode === "link" && match.truth.asked.includes(mine));
      this.said = "";
      this.isWithdrawing = isWanted;
      this.live.ask("truth", { on: !isWanted });
    },
    resign: () => {
      this.isResigning = false;
      this.live.ask("resign", {});
    },
    askResign: (isAsking) => {
      this.isResigning = isAsking;
      this.redraw();
      focusSoon(isAsking ? "#play-on" : "#resign");
    },
    rematch: () => {
      const { match } = this;
      if (match?.next) this.follow(match.next);
      else this.live.ask("rematch", {});
    },
    review: () => {
      if (this.review.isOpen) this.review.close();
      else this.review.open(this.id);
    },
  };

  async giveHint() {
    const { match } = this;
    if (!match || match.outcome) return;
    if (match.mode === "link") return this.say("Between people there are no hints. You may both switch the truth on.");
    if (!isTurnOf(match)) return this.say(this.waiting());
    await this.hint(match.moves);
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    const { match, deeds } = this;
    return !match?.you.length || match.outcome ? {} : { h: deeds.hint, u: deeds.undo, r: deeds.redo };
  }
}

/** Whether these moves were the last, apart from the computer's answer. @param {Snapshot} match @param {string[]} moves */
function isJustAfter(match, moves) {
  const further = match.ply - moves.length;
  return (further === 0 || (further === 1 && match.mode === "computer")) && moves.every((move, ply) => match.moves[ply] === move);
}
