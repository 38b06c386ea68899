// Puzzles: one move wins; find it. None comes twice within a visit.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call, listGames, positionLink } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { recall, remember } from "../keep.js";
import { marksOf, pairsOf, reasons } from "../parts/truth.js";
import { Typing } from "../typing.js";
import { asPlayer, capital, countOf, speak } from "../words.js";

const DIFFICULTIES = ["easy", "medium", "hard"];

/** Settings of a duel with plenty of puzzles. @typedef {{slug: string, title: string, options: Options}} Source */

/** The visit so far. The puzzles of a seed are all different; `next` counts those seen of each series.
 * @typedef {{seed: number, next: Record<string, number>, right: number, asked: number}} Visit */

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function puzzlesPage(frame) {
  const page = new PuzzlesPage(frame);
  return { title: () => "Puzzles", view: () => page.view(), key: (event) => page.key(event) };
}

class PuzzlesPage {
  /** @param {import("../app.js").Frame} frame */
  constructor(frame) {
    this.redraw = frame.redraw;
    /** @type {Source[]} */
    this.sources = [];
    /** @type {Visit} */
    this.visit = recall("puzzles", sessionStorage) ?? {
      seed: Math.floor(Math.random() * 1_000_000),
      next: {},
      right: 0,
      asked: 0,
    };
    this.source = 0;
    this.difficulty = new URLSearchParams(location.search).get("difficulty") ?? DIFFICULTIES[0];
    /** @type {PuzzleShape | null} */
    this.puzzle = null;
    /** @type {PuzzleResult | null} */
    this.answer = null;
    this.chosen = "";
    this.said = "";
    this.typing = new Typing(this.redraw);
    /** @type {Board | null} */
    this.board = null;
    this.open();
  }

  async open() {
    try {
      this.sources = (await listGames()).flatMap(sourcesOf);
      const wanted = new URLSearchParams(location.search).get("game");
      this.source = Math.max(this.sources.findIndex(({ slug }) => slug === wanted), 0);
      await this.next();
    } catch (fault) {
      this.said = this.failure(fault);
      this.redraw();
    }
  }

  /** @returns {Promise<void>} */
  async next() {
    this.puzzle = null;
    this.answer = null;
    this.chosen = "";
    this.said = "Looking for a puzzle …";
    this.redraw();
    try {
      const puzzle = await this.find();
      if (!puzzle) return;
      this.said = "";
      this.show(puzzle);
    } catch (fault) {
      const harder = DIFFICULTIES[DIFFICULTIES.indexOf(this.difficulty) + 1];
      if (isMissing(fault) && harder && !this.visit.next[this.series()]) {
        this.difficulty = harder; // this duel has none that are so easy
        return this.next();
      }
      this.said = this.failure(fault);
    }
    this.redraw();
  }

  /** Which puzzles these are; each series has a count of its own. */
  series() {
    const { slug, options } = this.sources[this.source];
    return `${slug} ${JSON.stringify(options)} ${this.difficulty}`;
  }

  /** @param {unknown} fault */
  failure(fault) {
    if (isMissing(fault)) {
      return `There are no more ${this.difficulty} puzzles of this duel. Choose another one.`;
    }
    const { message } = /** @type {Error} */ (fault);
    return fault instanceof Refused ? message : `${message} Try again in a moment.`;
  }

  /** The next puzzle of this visit's series; null if something else was chosen meanwhile. */
  async find() {
    const { source, difficulty } = this;
    const { slug, options } = this.sources[source];
    const series = this.series();
    const number = this.visit.next[series] ?? 0;
    const place = { seed: String(this.visit.seed), number: String(number) };
    const query = new URLSearchParams({ game: slug, difficulty, ...place, options: JSON.stringify(options) });
    /** @type {PuzzleShape} */
    const puzzle = await call(`/api/puzzles/next?${query}`);
    if (source !== this.source || difficulty !== this.difficulty) return null;
    this.visit.next[series] = number + 1;
    return puzzle;
  }

  /** @param {PuzzleShape} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.board = makeBoard(puzzle, this.redraw);
    remember("puzzles", this.visit, sessionStorage);
    speak(puzzle.question);
  }

  /** @param {string} move */
  async try(move) {
    const { puzzle } = this;
    if (!puzzle || this.answer || this.chosen) return;
    this.chosen = move;
    this.redraw();
    try {
      /** @type {PuzzleResult} */
      const answer = await call("/api/puzzles/answer", { id: puzzle.id, move });
      if (puzzle !== this.puzzle) return; // it was skipped meanwhile
      this.answer = answer;
      this.said = "";
      this.visit.asked += 1;
      if (answer.is_right) this.visit.right += 1;
      remember("puzzles", this.visit, sessionStorage);
      speak(answer.text);
    } catch (fault) {
      if (puzzle !== this.puzzle) return;
      this.said = /** @type {Error} */ (fault).message;
      this.chosen = "";
    }
    this.redraw();
  }

  /** @param {PuzzleShape} puzzle @returns {BoardProps} */
  props(puzzle) {
    const { answer } = this;
    return {
      position: puzzle,
      mayPlay: !answer && !this.chosen,
      waiting: "Answered. Go to the next puzzle.",
      play: (move) => this.try(move),
      say: (sentence) => {
        this.said = sentence;
        this.redraw();
      },
      nameOf: asPlayer,
      marks: marksOf(answer?.truth ?? null),
      pairs: pairsOf(answer?.truth),
      hint: answer?.answers[0] ?? null,
      pending: this.chosen && !answer ? this.chosen : null,
      typed: this.typing.text,
    };
  }

  view() {
    const { puzzle, board, answer } = this;
    return html`<div class="puzzles">
      ${this.choosers()}
      ${puzzle && board
        ? html`<div class="play">
            <div class="stage">
              <h1 class="headline player-${puzzle.to_move}">${answer ? answer.text : puzzle.question}</h1>
              ${board.view(this.props(puzzle))}
              <p class="last-move">${this.below()}</p>
              <div class="controls">
                ${answer
                  ? html`<button type="button" class="button primary" id="next" @click=${() => this.next()}>Next puzzle</button>
                      <a class="button" href=${positionLink(puzzle)}>What if …</a>`
                  : html`<button type="button" class="button" id="skip" @click=${() => this.next()}>Skip</button>`}
              </div>
            </div>
            <aside class="beside" aria-label="Beside the board">
              ${this.score()}
              ${answer
                ? html`<section class="panel truth"><h2>Why</h2>${reasons(answer.truth, () => "You")}</section>`
                : nothing}
            </aside>
          </div>`
        : html`<h1 class="headline">One move wins: find it.</h1>
            <p class="notice">${this.said}</p>`}
    </div>`;
  }

  below() {
    if (this.typing.text) return this.typing.view();
    if (this.said) return html`<span class="said">${this.said}</span>`;
    return this.answer ? nothing : this.puzzle?.headline;
  }

  score() {
    const { right, asked } = this.visit;
    return html`<section class="panel score">
      <h2>Score</h2>
      <p>${asked ? html`<b>${right}</b> of ${countOf(asked, "puzzle")} right in this visit.` : "No puzzle answered yet."}</p>
    </section>`;
  }

  choosers() {
    const valueOf = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
    const pickSource = (/** @type {Event} */ event) => {
      this.source = Number(valueOf(event));
      this.next();
    };
    const pickDifficulty = (/** @type {Event} */ event) => {
      this.difficulty = valueOf(event);
      this.next();
    };
    return html`<div class="choosers">
      <label>Duel
        <select id="puzzle-game" @change=${pickSource}>
          ${this.sources.map(({ title }, index) => html`<option value=${index} .selected=${index === this.source}>${title}</option>`)}
        </select></label>
      <label>Difficulty
        <select id="puzzle-difficulty" @change=${pickDifficulty}>
          ${DIFFICULTIES.map((word) => html`<option value=${word} .selected=${word === this.difficulty}>${capital(word)}</option>`)}
        </select></label>
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    if (!this.puzzle || !this.board) return false;
    if (this.typing.press(key, (move) => this.try(move))) return true;
    return this.board.press(key, this.props(this.puzzle));
  }
}

/** @param {unknown} fault */
function isMissing(fault) {
  return fault instanceof Refused && fault.status === 404;
}

/** What a duel offers for puzzles; several settings are told apart by their names. @param {GameShape} game @returns {Source[]} */
function sourcesOf({ slug, title, presets }) {
  const fit = presets.filter(({ purposes }) => purposes.includes("puzzles"));
  return fit.map(({ name, options }) => ({
    slug,
    options,
    title: fit.length === 1 ? title : `${title}, ${name}`,
  }));
}
