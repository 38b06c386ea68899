// A position with a winning move to find, in a puzzle or a lesson: answers, hints in steps, giving up.
// What an answer leads to is played out on the board.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call, getPosition } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { isStill } from "../browser/motion.js";
import { PlayedBoard } from "../parts/played_board.js";
import { marksOf, pairsOf } from "../parts/truth.js";

/** The next step of a hint, by how many were given. */
const HINTS = ["Hint", "Where to look", "Tell me the move"];

const PAUSE = 1100; // milliseconds between two moves that are played out

export class Question extends PlayedBoard {
  /**
   * @param {Position} position
   * @param {{redraw: () => void, answer: (move: string | null) => Promise<AnswerResult>,
   *   answered?: (isRight: boolean) => void, solved?: () => void}} ways `answered` is called after the
   *   first answer only, and an answer that a hint had told does not count as right; `solved` is called
   *   when the question is over
   */
  constructor(position, ways) {
    super(ways.redraw);
    this.position = position;
    this.ways = ways;
    this.board = makeBoard(position, ways.redraw);
    /** The right answer, found or given up. @type {AnswerResult | null} */
    this.result = null;
    /** The newest answer. @type {AnswerResult | null} */
    this.newest = null;
    /** The values of moves, as far as answers have shown them. @type {MoveValue[]} */
    this.told = [];
    /** @type {Nudge[]} */
    this.hints = [];
    this.pending = "";
    this.isAsking = false;
    /** The position shown while the newest answer is played out. @type {Position | null} */
    this.shown = null;
    this.showings = 0;
  }

  /** @param {string} move */
  play(move) {
    this.answer(move);
  }

  /** @param {string | null} move null gives up */
  async answer(move) {
    if (this.result || this.isAsking) return;
    this.goBack();
    this.pending = move ?? "";
    await this.ask(async () => {
      const told = await this.ways.answer(move);
      if (!this.told.length) this.ways.answered?.(told.is_right && this.hints.length < HINTS.length);
      this.told.push(...told.choices);
      this.newest = told;
      if (told.is_right || move === null) this.result = told;
      if (this.result) this.ways.solved?.();
      return told.text;
    });
    this.pending = "";
    this.redraw();
    if (this.isPlayedOut && !isStill()) this.playOut();
  }

  /** Whether the newest answer was wrong and can be played out. */
  get isPlayedOut() {
    return !this.result && (this.newest?.line.length ?? 0) > 1;
  }

  /** Plays out the newest answer on the board, then shows the question again. */
  async playOut() {
    const showing = ++this.showings;
    const { game, options, moves } = this.position;
    const line = this.newest?.line ?? [];
    try {
      const asked = line.map((_, at) => getPosition({ game, options, moves: [...moves, ...line.slice(0, at + 1)] }));
      for (const position of await Promise.all(asked)) {
        if (showing !== this.showings) return;
        this.shown = position;
        this.redraw();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch {
      // The sentence says it as well.
    }
    if (showing === this.showings) this.goBack();
  }

  /** Shows the question again. */
  goBack() {
    this.showings += 1;
    this.shown = null;
    this.redraw();
  }

  hint() {
    if (this.result || this.isAsking || this.hints.length === HINTS.length) return;
    this.goBack();
    const query = new URLSearchParams({ address: this.position.address, step: String(this.hints.length + 1) });
    this.ask(async () => {
      /** @type {Nudge} */
      const nudge = await call(`/api/puzzles/hint?${query}`);
      this.hints.push(nudge);
      return nudge.text;
    });
  }

  /** Asks the server one thing at a time, and shows the sentence of its answer. @param {() => Promise<string>} work */
  async ask(work) {
    this.isAsking = true;
    this.redraw();
    const said = await work().catch((/** @type {Error} */ fault) => fault.message);
    this.isAsking = false;
    this.say(said);
  }

  /** @returns {BoardProps} */
  props() {
    const { result } = this;
    return {
      position: this.shown ?? this.position,
      mayPlay: !result && !this.isAsking && !this.shown,
      waiting: this.shown ? "This is where your answer leads." : result ? "Answered. Go on below." : "One moment …",
      play: (move) => this.play(move),
      say: (sentence) => this.say(sentence),
      nameOf: (player) => (player === this.position.to_move ? "You" : "Your opponent"),
      marks: this.shown ? null : this.marks(),
      pairs: this.shown ? [] : this.pairs(),
      hint: this.shown ? null : (result?.right ?? (this.hints.length === HINTS.length ? this.hints.at(-1)?.moves[0] : null) ?? null),
      pending: this.pending || null,
      typed: this.typing.text,
    };
  }

  /** The pairs of an explanation, of a puzzle or of a lesson. */
  pairs() {
    const { truth, pairs = [] } = this.result ?? {};
    return truth ? pairsOf(truth) : pairs.map(([one, two]) => /** @type {[number, number]} */ ([one, two]));
  }

  /** @returns {PositionTruth | null} */
  truth() {
    return this.result && "truth" in this.result ? this.result.truth : null;
  }

  /** The known values of moves: those that were tried, or all. */
  marks() {
    return marksOf({ to_move: this.position.to_move, choices: this.told });
  }

  boardView() {
    return this.board?.view(this.props());
  }

  /** The controls while the question is open. */
  buttons() {
    const told = this.hints.length;
    if (this.shown) return html`<button type="button" class="button primary" id="try-again" @click=${() => this.goBack()}>Try again</button>`;
    return html`${told < HINTS.length
        ? html`<button type="button" class="button" id="hint" ?disabled=${this.isAsking} @click=${() => this.hint()}>${HINTS[told]}</button>`
        : nothing}
      ${told || this.told.length
        ? html`<button type="button" class="button" id="answer" ?disabled=${this.isAsking} @click=${() => this.answer(null)}>Show the answer</button>`
        : nothing}
      ${this.isPlayedOut
        ? html`<button type="button" class="button" id="play-out" @click=${() => this.playOut()}>Play it out</button>`
        : nothing}`;
  }

  /** Beside the board: what was said before, of the newest answer and in hints. */
  hintPanel() {
    const { newest } = this;
    const isTold = this.isPlayedOut && newest && newest.text !== this.said;
    return html`${isTold ? html`<section class="panel"><p>${newest.text}</p></section>` : nothing}${this.earlierHints()}`;
  }

  earlierHints() {
    const earlier = this.hints.filter(({ text }) => text !== this.said);
    if (!earlier.length || this.result) return nothing;
    return html`<section class="panel hints">
      <h2>Hints</h2>
      <ol>${earlier.map(({ text }) => html`<li>${text}</li>`)}</ol>
    </section>`;
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    return { h: () => this.hint() };
  }
}
