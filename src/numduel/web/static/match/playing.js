// The state of a match on the page: what is shown, typed and asked for, and what each control does.

import { call, getConsequence, getPosition, getTruth, unlessSuperseded } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { focusSoon } from "../browser/focus.js";
import { fly } from "../browser/motion.js";
import { noteProgress, recall, remember } from "../browser/storage.js";
import { StudiedBoard } from "../parts/played_board.js";
import { ReviewPart } from "../parts/review.js";
import { losesIn, pairsOf } from "../parts/truth.js";
import { begin } from "../setup/start.js";
import { isFull, isTurnOf, isWaiting, moverOf, nameIn, opponentIn, speak, turnIn } from "../words.js";
import { LiveMatch } from "./live.js";
import { declined } from "./notices.js";
import { Pace } from "./pace.js";
import { PresenceWatch } from "./presence.js";

/** Fallback if the server does not suggest what to do after a game. @type {SuggestionShape[]} */
const FALLBACK = [
  { kind: "again", label: "Rematch", game: "", options: {}, seat: null, level: null },
  { kind: "review", label: "Review", game: "", options: {}, seat: null, level: null },
];

/** The first sentence in the next match that is opened. */
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
    this.review = new ReviewPart(id, this.redraw, (ply) => this.jump(ply));
    /** @type {SuggestionShape[] | null} what to do after the game; null until it is known */
    this.suggestions = null;
    /** @type {Error | null} */
    this.missing = null;
    this.said = greeting;
    speak(greeting);
    greeting = "";
    /** @type {import("./controls.js").Doubt | null} */
    this.doubt = null;
    /** @type {{moves: string[], text: string} | null} what beats the last of these moves */
    this.refuted = null;
    this.isWithdrawing = false; // then a request that disappears was not declined
    /** @type {Position | null} an earlier position that is shown */
    this.past = null;
    this.jumps = 0;
    this.live.open().catch((fault) => {
      this.missing = fault;
      this.redraw();
    });
  }

  /** The match as shown: for a moment without the computer's newest move. */
  get match() {
    return this.pace.shown;
  }

  close() {
    this.review.stop();
    this.pace.close();
    this.presence.stop();
    this.live.close();
  }

  /** Called when a newer snapshot has come. */
  changed() {
    this.pace.take(/** @type {Snapshot} */ (this.live.match));
  }

  /** Shows a snapshot. @param {Snapshot} match @param {Snapshot | null} before */
  arrive(match, before) {
    if (!this.board) this.board = makeBoard(match, this.redraw);
    noteProgress(match, { against: opponentIn(match), turn: turnIn(match) });
    this.presence.watch(match.mode === "link" && match.you.length === 1 && !match.outcome && !isWaiting(match));
    if (before && before.ply !== match.ply) {
      this.hinted = null;
      this.said = this.refuted && isJustAfter(match, this.refuted.moves) ? this.refuted.text : "";
      this.doubt = null;
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
    if (match.outcome && !before?.outcome) this.end(match);
    this.redraw();
    if (before && !before.next && match.next) this.follow(match.next);
  }

  /** Asks what decided a lost game, and what to do next. @param {Snapshot} match */
  end(match) {
    this.doubt = null;
    const { you, outcome, moves } = match;
    if (you.length && isFull(match)) {
      suggestionsAfter(match)
        .catch(() => FALLBACK)
        .then((suggestions) => {
          this.suggestions = suggestions;
          this.redraw();
        });
    }
    const asked = /^#(\d+)$/.exec(location.hash);
    if (asked && moves.length) this.openReview(Math.min(Number(asked[1]), moves.length));
    else if (you.length === 1 && outcome?.winner !== you[0] && moves.length) this.review.fetch().catch(() => undefined);
  }

  /** Opens the review at the move that decided the game. @param {number} [ply] another move to open it at */
  async openReview(ply) {
    const review = await this.review.open();
    const { match } = this;
    if (!match || !this.review.isOpen) return;
    this.jump(ply ?? review?.deciding ?? match.moves.length);
    const from = planBegins(review);
    if (ply !== undefined || from === null) return;
    const pairs = pairsOf(await this.truths.ask(match.moves.slice(0, from)).catch(() => null));
    if (!pairs.length || !this.review.isOpen) return;
    if (from !== review?.deciding) this.jump(from);
    this.review.play(match.moves.length);
  }

  /** Shows and announces a move that was just made. @param {Snapshot} match */
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

  /** Goes to the rematch, to play or to watch. @param {string} next */
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
    const cost = this.match?.costs[move];
    if (cost && this.match) {
      const name = this.match.legal.includes(move) ? move : "it";
      return this.askFirst({ question: cost, yes: `Play ${name}`, no: "Choose another", act: () => this.send(move), back: `[data-move="${move}"]` });
    }
    this.send(move);
  }

  /** @param {string} move */
  send(move) {
    this.doubt = null;
    this.live.play(move);
    this.refute(move);
  }

  /** @param {import("./controls.js").Doubt} doubt */
  askFirst(doubt) {
    this.doubt = doubt;
    speak(doubt.question);
    this.redraw();
    focusSoon("#play-on");
  }

  /** @param {boolean} isYes */
  answer = (isYes) => {
    const { doubt } = this;
    this.doubt = null;
    this.redraw();
    if (isYes) doubt?.act();
    else if (doubt) focusSoon(doubt.back);
  };

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

  /** The props of the board. @returns {BoardProps | null} */
  props() {
    const { match } = this;
    if (!match) return null;
    const position = this.past ?? match;
    const isMine = isTurnOf(match);
    const marked = this.marked(position.moves, match.truth.on && !this.isEndShown);
    return {
      ...marked,
      ...this.explained(match, position),
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

  /** What decided a game that you lost, while its end is shown. */
  get decided() {
    const { match, review } = this;
    const isLost = match?.outcome && match.you.length === 1 && match.outcome.winner !== match.you[0];
    return isLost && !review.isOpen ? (review.review?.decided ?? "") : "";
  }

  /** What the review shows on the board: the decisive move, better moves, and the pairs of the plan that won. @param {Snapshot} match @param {Position} position */
  explained(match, { moves, ply, to_move }) {
    const { review } = this.review;
    if (!match.outcome || !review) return {};
    if (!this.review.isOpen) return this.past ? {} : { decisive: review.deciding };
    const here = review.moves[ply - 1];
    const marks = here?.is_mistake
      ? new Map(here.better.map((move) => [move, { wins: true, mark: "▲", text: "would have won" }]))
      : null;
    const from = planBegins(review);
    if (from === null || ply < from) return { marks, decisive: here?.is_mistake ? ply : null };
    // After the loser's move, show its pair, which belongs to the plan before it.
    const isAnswered = ply === from || to_move !== match.outcome.winner;
    const truth = this.truths.of(isAnswered ? moves : moves.slice(0, -1));
    return { marks, decisive: here?.is_mistake ? ply : null, pairs: pairsOf(truth) };
  }

  /** Whether the duel is over and its last position is shown. */
  get isEndShown() {
    return Boolean(this.match?.outcome) && !this.past;
  }

  /** Shows the position after this many moves. @param {number} ply */
  async jump(ply) {
    const { match } = this;
    if (!match || ply < 0 || ply > match.moves.length) return;
    const jump = ++this.jumps;
    if (this.review.isOpen) history.replaceState(history.state, "", `#${ply}`);
    const signal = this.askAnew();
    try {
      const { moves } = match;
      const asked = this.line(moves.slice(0, ply));
      const past = ply === moves.length ? null : await getPosition(asked, match.id, signal).catch(unlessSuperseded);
      if (past === undefined || jump !== this.jumps) return; // there was another jump since
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
    askResign: () =>
      this.askFirst({
        question: "Give up this duel?",
        yes: "Yes, resign",
        no: "No, play on",
        act: () => this.live.ask("resign", {}),
        back: "#resign",
      }),
    rematch: () => {
      const { match } = this;
      if (match?.next) this.follow(match.next);
      else this.live.ask("rematch", {});
    },
    another: (wanted) => this.beginAnother(wanted),
    review: () => {
      if (this.review.isOpen) this.closeReview();
      else this.openReview();
    },
  };

  closeReview() {
    this.review.close();
    history.replaceState(history.state, "", location.pathname);
    this.jump(this.match?.moves.length ?? 0);
    focusSoon("#review");
  }

  /** Begins another match in the same way. @param {{game: string, options: Options, level: string | null, seat: PlayerNumber | null}} wanted */
  async beginAnother({ game, options, level, seat }) {
    const { mode } = /** @type {Snapshot} */ (this.match);
    try {
      const { id } = await begin({ game, options, mode, level, first: seat === 2 ? "other" : "me" });
      this.frame.go(`/m/${id}`);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** The same game from its start at another level. @param {string} level */
  beginAtLevel(level) {
    const { game, options, you } = /** @type {Snapshot} */ (this.match);
    this.beginAnother({ game, options, level, seat: you[0] });
  }

  async giveHint() {
    const { match } = this;
    if (!match || match.outcome) return;
    if (match.mode === "link") return this.say("Between people there are no hints. You can both switch on the best moves.");
    if (!isTurnOf(match)) return this.say(this.waiting());
    await this.hint(match.moves);
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    const { match, deeds } = this;
    return !match?.you.length || match.outcome ? {} : { h: deeds.hint, u: deeds.undo, r: deeds.redo };
  }
}

/** After how many moves the winner's plan began to hold; null if it never did. @param {Review | undefined} review */
function planBegins(review) {
  if (!review?.outcome) return null;
  return review.deciding ?? (review.winners.every((winner) => winner === review.outcome?.winner) ? 0 : null);
}

/** Whether these moves were the last, apart from the computer's answer. @param {Snapshot} match @param {string[]} moves */
function isJustAfter(match, moves) {
  const further = match.ply - moves.length;
  return (further === 0 || (further === 1 && match.mode === "computer")) && moves.every((move, ply) => match.moves[ply] === move);
}

const MOST_PLAYED = 10;

/** A finished game. @typedef {Played & {id: string}} Kept */

/** The finished game, in the form of the API. @param {Snapshot} match @returns {Kept} */
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

/** Asks what to do after a match, judging by this browser's last games. @param {Snapshot} match @returns {Promise<SuggestionShape[]>} */
function suggestionsAfter(match) {
  /** @type {Kept[]} */
  const before = (recall("played") ?? []).filter((/** @type {Kept} */ { id }) => id !== match.id);
  const kept = [...before, playedIn(match)].slice(-MOST_PLAYED);
  remember("played", kept);
  return call("/api/next", { played: kept.map(({ id, ...played }) => played) });
}
