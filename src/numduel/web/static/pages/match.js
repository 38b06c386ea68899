// A match: the board, one sentence above it, the last move and a few controls below.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call, getConsequence, getPosition, getTruth, unlessSuperseded } from "../api.js";
import { noteProgress } from "../keep.js";
import { makeBoard } from "../boards/index.js";
import { controls } from "../match/controls.js";
import { LiveMatch } from "../match/live.js";
import { connection, invitation, players, requests } from "../match/notices.js";
import { fly } from "../motion.js";
import { moveList } from "../parts/moves.js";
import { ReviewPart } from "../parts/review.js";
import { Truths, losesIn, marksOf, pairsOf, truthPanel } from "../parts/truth.js";
import { Typing } from "../typing.js";
import { nameIn, opponentIn, speak, yourMove } from "../words.js";
import { lostView } from "./lost.js";

/** @param {string} id @param {import("../app.js").Frame} frame @returns {Page} */
export function matchPage(id, frame) {
  const page = new MatchPage(id, frame);
  return {
    title: () => page.title(),
    view: () => page.view(),
    key: (event) => page.key(event),
    leave: () => page.live.close(),
  };
}

class MatchPage {
  /** @param {string} id @param {import("../app.js").Frame} frame */
  constructor(id, frame) {
    this.frame = frame;
    this.redraw = frame.redraw;
    this.live = new LiveMatch(id, this);
    this.truths = new Truths(this.redraw, (moves, signal) => getTruth(this.line(moves), id, signal));
    this.typing = new Typing(this.redraw);
    this.review = new ReviewPart(this.redraw);
    /** @type {Board | null} */
    this.board = null;
    this.missing = "";
    this.said = "";
    this.isWhyOpen = false;
    this.isResigning = false;
    this.isWide = matchMedia("(min-width: 960px)").matches;
    /** @type {{key: string, move: string | null} | null} */
    this.hint = null;
    /** @type {Position | null} a position of the past that is being looked at */
    this.past = null;
    this.jumps = 0;
    this.asking = new AbortController(); // for the position of the past that was asked for last
    this.live.open().catch((fault) => {
      this.missing = fault instanceof Refused ? fault.message : String(fault);
      this.redraw();
    });
  }

  title() {
    const match = this.live.match;
    if (!match) return "";
    const isYours = match.mode !== "screen" && match.to_move !== null && match.you.includes(match.to_move);
    return isYours ? `Your turn · ${match.title}` : match.title;
  }

  /** Called when a newer snapshot has come. @param {Snapshot | null} before */
  changed(before) {
    const match = /** @type {Snapshot} */ (this.live.match);
    if (!this.board) this.board = makeBoard(match, this.redraw);
    noteProgress(match, opponentIn(match));
    if (before && before.ply !== match.ply) {
      this.hint = null;
      this.said = "";
      this.isResigning = false;
      this.past = null;
      this.jumps += 1;
      if (match.ply > before.ply) this.moved(match);
      else speak(`A move was taken back. ${match.headline}`);
    } else if (before && !before.outcome && match.outcome) {
      speak(match.headline);
    }
    if (before && !before.next && match.next && match.you.length) this.follow(match.next);
  }

  /** Shows and tells a move that was just made. @param {Snapshot} match */
  moved(match) {
    speak(`${match.told} ${match.headline}`);
    const mover = match.moves.length % 2 ? 1 : 2;
    const from = document.querySelector(`.board .tile[data-move="${match.last}"]`);
    const row = document.querySelector(`.row.player-${mover} .slot.empty`);
    fly(from, row ?? document.querySelector(`.plate[data-player="${mover}"]`));
  }

  /** A position of this duel. @param {string[]} moves */
  line(moves) {
    const { game, options } = /** @type {Snapshot} */ (this.live.match);
    return { game, options, moves };
  }

  /** @param {string} next */
  async follow(next) {
    try {
      await call(`/api/matches/${next}/join`, { from: this.live.id });
      this.frame.go(`/m/${next}`);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {string} sentence */
  say(sentence) {
    this.said = sentence;
    speak(sentence);
    this.redraw();
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
    const match = this.live.match;
    if (!match?.truth.on || !losesIn(this.truths.of(match.moves), move)) return;
    const { game, options, moves } = match;
    const told = await getConsequence({ game, options, moves }, move).catch(() => null);
    if (told?.is_refuted) this.say(told.text);
  }

  waiting() {
    const match = this.live.match;
    if (!match || match.outcome) return "The duel is over.";
    if (this.past) return "Go to the last move to play on.";
    if (!match.you.length) return "You are watching: only the players move.";
    if (this.live.pending) return `${yourMove(this.live.pending.move)} is on its way.`;
    return match.headline;
  }

  /** What the board is told. @returns {BoardProps | null} */
  props() {
    const match = this.live.match;
    if (!match) return null;
    const position = this.past ?? match;
    const isMine = match.to_move !== null && match.you.includes(match.to_move);
    const truth = match.truth.on ? this.truths.of(position.moves) : null;
    const key = match.moves.join(" ");
    const plan = (this.isWhyOpen && truth?.why.reply) || null;
    return {
      position,
      mayPlay: isMine && !this.past && !match.outcome && !this.live.pending,
      waiting: this.waiting(),
      play: (move) => this.play(move),
      say: (sentence) => this.say(sentence),
      nameOf: (player) => nameIn(match, player),
      marks: marksOf(truth),
      pairs: this.isWhyOpen ? pairsOf(truth) : [],
      hint: this.hint?.key === key ? this.hint.move : plan,
      pending: this.live.pending?.ply === match.ply ? this.live.pending.move : null,
      typed: this.typing.text,
    };
  }

  view() {
    if (this.missing) return lostView(this.missing);
    const { match } = this.live;
    const props = this.props();
    if (!match || !props || !this.board) {
      return html`${connection(this.live)}<p class="quiet">One moment …</p>`;
    }
    const position = this.past ?? match;
    return html`<div class="play ${match.outcome ? "over" : ""}">
      <div class="stage">
        ${players(match, props.nameOf)}
        <h1 class="headline ${toneOf(match)}">${position.headline}</h1>
        ${connection(this.live)} ${requests(match, (what, body) => this.live.ask(what, body))}
        ${this.board.view(props)}
        <p class="last-move">${this.below(position)}</p>
        ${controls(match, {
          deeds: this.deeds,
          isResigning: this.isResigning,
          isReviewing: this.review.isOpen,
          isBusy: this.live.pending !== null,
        })}
      </div>
      ${invitation(match, (sentence) => this.say(sentence))}
      <aside class="beside" aria-label="Beside the board">
        ${match.truth.on
          ? truthPanel({
              truth: this.truths.of(position.moves),
              isWhyOpen: this.isWhyOpen,
              toggleWhy: () => this.toggleWhy(),
              nameOf: props.nameOf,
              listMoves: !this.board.showsMarks,
            })
          : nothing}
        ${this.review.view(match, {
          at: position.moves.length,
          jump: (ply) => this.jump(ply),
          nameOf: props.nameOf,
          say: (sentence) => this.say(sentence),
        })}
        ${this.review.isOpen
          ? nothing
          : html`<details class="panel move-panel" ?open=${this.isWide}><summary><h2>Moves</h2></summary>${moveList(match.moves, { done: match.done })}</details>`}
      </aside>
    </div>`;
  }

  /** The line under the board. @param {Position} position */
  below(position) {
    if (this.typing.text) return this.typing.view();
    if (this.said) return html`<span class="said">${this.said}</span>`;
    return position.told || "No move yet.";
  }

  toggleWhy() {
    this.isWhyOpen = !this.isWhyOpen;
    this.redraw();
  }

  /** Looks at the position after so many moves. @param {number} ply */
  async jump(ply) {
    const match = this.live.match;
    if (!match || ply < 0 || ply > match.moves.length) return;
    const jump = ++this.jumps;
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
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

  /** @type {import("../match/controls.js").Deeds} */
  deeds = {
    hint: () => this.giveHint(),
    undo: () => {
      const match = this.live.match;
      if (match?.mode === "link") this.live.ask("takeback", { action: "ask" });
      else if (match) this.live.ask("undo", { ply: match.ply });
    },
    truth: () => {
      const match = this.live.match;
      if (!match) return;
      const mine = match.you[0];
      const isWanted = match.truth.on || (match.mode === "link" && match.truth.asked.includes(mine));
      this.live.ask("truth", { on: !isWanted });
    },
    resign: () => {
      this.isResigning = false;
      this.live.ask("resign", {});
    },
    askResign: (isAsking) => {
      this.isResigning = isAsking;
      this.redraw();
    },
    rematch: () => this.live.ask("rematch", {}),
    review: () => {
      if (this.review.isOpen) this.review.close();
      else this.review.open(this.live.id);
    },
  };

  async giveHint() {
    const match = this.live.match;
    if (!match || match.outcome) return;
    if (match.mode === "link") return this.say("Between people there are no hints. You may both switch the truth on.");
    if (match.to_move === null || !match.you.includes(match.to_move)) return this.say(this.waiting());
    this.say("Working it out …");
    try {
      const { hint, verdict } = await this.truths.ask(match.moves);
      this.hint = { key: match.moves.join(" "), move: hint?.move ?? null };
      this.say(hint?.text ?? verdict);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    const props = this.props();
    const { match } = this.live;
    if (!props || !match || !this.board) return false;
    if (this.typing.press(key, (move) => this.play(move))) return true;
    if (this.board.press(key, props)) return true;
    if (!match.you.length || match.outcome) return false;
    if (key === "h") this.deeds.hint();
    else if (key === "u") this.deeds.undo();
    else return false;
    return true;
  }
}

/** The colour of whoever the sentence is about. @param {Snapshot} match */
function toneOf(match) {
  const player = match.outcome?.winner ?? match.to_move;
  return player ? `player-${player}` : "";
}
