// The review of a finished game: who was winning, the mistakes, and other moves to try.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { isStill } from "../browser/motion.js";
import { copyLink } from "./copy.js";
import { faultNotice } from "./faults.js";
import { moveList } from "./moves.js";

const PAUSE = 1600; // milliseconds between two moves that are played

/** The review from which the analysis board was opened. @type {string | null} */
let left = null;

/** Where "What if …" was chosen, once. */
export function reviewLeft() {
  const from = left;
  left = null;
  return from;
}

/** Scrolls up to the board, if a list below it has pushed it out of sight. */
function showBoard() {
  const top = document.querySelector(".stage .board")?.getBoundingClientRect().top ?? 0;
  if (top < 0) document.querySelector(".headline")?.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" });
}

export class ReviewPart {
  /** @param {string} id of the match @param {() => void} redraw @param {(ply: number) => void} jump */
  constructor(id, redraw, jump) {
    this.id = id;
    this.redraw = redraw;
    this.jump = jump;
    this.isOpen = false;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Error | null} */
    this.fault = null;
    this.at = 0;
    /** @type {number | undefined} while the moves are played one after another */
    this.timer = undefined;
  }

  /** @returns {Promise<Review>} */
  async fetch() {
    this.review ??= await call(`/api/matches/${this.id}/review`);
    this.redraw();
    return /** @type {Review} */ (this.review);
  }

  /** Opens the review; returns it, unless that fails. */
  async open() {
    this.isOpen = true;
    this.fault = null;
    this.redraw();
    try {
      return await this.fetch();
    } catch (problem) {
      this.fault = /** @type {Error} */ (problem);
      this.redraw();
    }
  }

  close() {
    this.isOpen = false;
    this.stop();
    this.redraw();
  }

  /** Plays the moves from the one that is shown; with reduced motion, visitors step by hand. @param {number} last */
  play(last) {
    this.stop();
    if (isStill()) return;
    this.timer = setInterval(() => {
      this.jump(this.at + 1);
      if (this.at + 1 >= last) this.stop();
      this.redraw();
    }, PAUSE);
    this.redraw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** @param {number} ply */
  step(ply) {
    this.stop();
    this.jump(ply);
  }

  /** What stands below the board instead of the controls. @param {Snapshot} match @param {Position} position @param {() => void} close */
  steps(match, position, close) {
    const last = match.moves.length;
    const at = (this.at = position.ply);
    const leave = () => {
      left = `/m/${this.id}#${at}`;
      this.stop();
    };
    const isPlaying = this.timer !== undefined;
    return html`<div class="controls steps">
      <button type="button" class="button" ?disabled=${at <= 0} @click=${() => this.step(at - 1)}>Back</button>
      <span class="place">${at ? `Move ${at} of ${last}` : "The start"}</span>
      <button type="button" class="button" ?disabled=${at >= last} @click=${() => this.step(at + 1)}>Forward</button>
      ${isStill()
        ? nothing
        : html`<button type="button" class="button" id="play" ?disabled=${!isPlaying && at >= last}
            @click=${() => (isPlaying ? this.step(at) : this.play(last))}>${isPlaying ? "Pause" : "Play"}</button>`}
      <a class="button" href="/p/${position.address}" @click=${leave}>What if …</a>
      <button type="button" class="button" id="review" @click=${close}>Close review</button>
    </div>`;
  }

  /**
   * @param {Snapshot} match
   * @param {{position: Position, nameOf: (player: PlayerNumber) => string, say: (sentence: string) => void}} about
   *   `position` is the one that is shown
   */
  view(match, { position, nameOf, say }) {
    if (!this.isOpen) return nothing;
    if (this.fault) return faultNotice(this.fault, () => this.open());
    const at = position.ply;
    const review = this.review;
    if (!review) return html`<section class="panel review"><p class="quiet">Looking at every move …</p></section>`;
    const jump = (/** @type {number} */ ply) => {
      this.step(ply);
      showBoard();
    };
    const mistakes = new Set(review.moves.flatMap((move, index) => (move.is_mistake ? [index] : [])));
    const here = review.moves[at - 1];
    return html`<section class="panel review" aria-label="Review">
      <h2 class="unseen">Review</h2>
      ${valueGraph(review, { at, jump, nameOf })}
      <div class="what-happened">
        ${here?.is_mistake ? html`<p>${moveText(here)}</p>` : nothing}
        ${here?.refutation ? html`<p>${here.refutation.text}</p>` : nothing}
        ${here?.is_mistake ? nothing : review.sentences.map((sentence) => html`<p>${sentence}</p>`)}
      </div>
      ${moveList(match.moves, { at, jump, mistakes, done: match.done })}
      <details>
        <summary>Keep this duel</summary>
        <p><a class="button" href="/api/matches/${match.id}/record" download>Save the record as a file</a></p>
        ${copyLink({ label: "The whole duel as a link:", path: `/p/${match.address}`, id: "record-link", say })}
      </details>
    </section>`;
  }
}

const HEIGHT = 96;
const MIDDLE = HEIGHT / 2;
const LEVEL = { 1: 30, 2: HEIGHT - 30 };

/**
 * The value over a game: a step line between two bands, one in each player's colour.
 * @param {Review} review
 * @param {{at: number, jump: (ply: number) => void, nameOf: (player: PlayerNumber) => string}} about
 */
function valueGraph(review, { at, jump, nameOf }) {
  const count = review.winners.length;
  const width = 640;
  const stepWidth = width / Math.max(count, 1);
  const level = (/** @type {PlayerNumber | null} */ winner) => (winner === null ? MIDDLE : LEVEL[winner]);
  const line = review.winners
    .map((winner, ply) => `${ply ? "L" : "M"}${ply * stepWidth} ${level(winner)}H${(ply + 1) * stepWidth}`)
    .join("");
  const choose = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    jump(clamp(Math.floor(((event.clientX - box.left) / box.width) * count), count));
  };
  const press = (/** @type {KeyboardEvent} */ event) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    jump(clamp(to, count));
  };
  const here = review.moves[at - 1];
  return html`<div class="graph-place">
    <div class="graph-names" aria-hidden="true">
      <span class="player-1">${nameOf(1)}</span><span class="player-2">${nameOf(2)}</span>
    </div>
    <div
      class="graph"
      role="slider"
      tabindex="0"
      aria-label="Who was winning, move by move"
      aria-valuemin="0"
      aria-valuemax=${count - 1}
      aria-valuenow=${at}
      aria-valuetext=${here ? moveText(here) : `The start: ${review.start}.`}
      @click=${choose}
      @keydown=${press}
    >
      <svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        <rect class="band player-1" width=${width} height=${MIDDLE} />
        <rect class="band player-2" y=${MIDDLE} width=${width} height=${MIDDLE} />
        ${svg`<rect class="now" x=${at * stepWidth} width=${stepWidth} height=${HEIGHT} />
        <path class="value" d=${line} />`}
      </svg>
      ${review.moves.map((move, index) => (move.is_mistake ? dot(move, index, count) : nothing))}
    </div>
  </div>`;
}

/** @param {ReviewedMove} move @param {number} index @param {number} count */
function dot(move, index, count) {
  const x = ((index + 1.5) / count) * 100;
  const y = (LEVEL[move.winner_after ?? 1] / HEIGHT) * 100;
  return html`<span
    class="mistake-dot player-${move.player}"
    .style=${`left: ${x}%; top: ${y}%`}
    title=${moveText(move)}
    >?</span
  >`;
}

/** @param {ReviewedMove} move */
function moveText({ ply, name, text }) {
  return `Move ${ply}, ${name}: ${text}.`;
}

/** @param {number} ply @param {number} count */
function clamp(ply, count) {
  return Math.min(Math.max(ply, 0), count - 1);
}
