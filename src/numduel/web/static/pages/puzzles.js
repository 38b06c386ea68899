// Puzzles: one move wins; find it. None comes twice within a visit.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call, listGames, positionLink } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { recall, remember } from "../keep.js";
import { marksOf, pairsOf, reasons } from "../parts/truth.js";
import { Typing } from "../typing.js";
import { capital, countOf, speak } from "../words.js";

const DIFFICULTIES = ["easy", "medium", "hard"];

/** Sizes at which there are plenty of puzzles; null where a duel has next to none.
 * @type {Record<string, {options: Options, difficulties: string[]} | null>} */
const SIZES = {
  "divisor-duel": { options: {}, difficulties: DIFFICULTIES },
  "sequence-builder": { options: { numbers: 15, length: 7 }, difficulties: DIFFICULTIES },
  "grundys-game": { options: { start: 24 }, difficulties: ["hard"] },
  "parity-duel": null,
  "even-odd-match": null,
  "number-split-duel": null,
};

const ANY_SIZE = { options: {}, difficulties: DIFFICULTIES };

/** What this visit has been: a seed has a series of puzzles that are all different.
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
    /** @type {GameInfo[]} */
    this.games = [];
    /** @type {Visit} */
    this.visit = recall("puzzles", sessionStorage) ?? {
      seed: Math.floor(Math.random() * 1_000_000),
      next: {},
      right: 0,
      asked: 0,
    };
    const query = new URLSearchParams(location.search);
    this.game = query.get("game") ?? "divisor-duel";
    this.difficulty = query.get("difficulty") ?? "easy";
    this.fit();
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {PuzzleResult | null} */
    this.answer = null;
    this.chosen = "";
    this.said = "";
    this.typing = new Typing(this.redraw);
    /** @type {Board | null} */
    this.board = null;
    listGames().then((games) => {
      this.games = games;
      this.redraw();
    }, () => undefined);
    this.next();
  }

  /** What is known about the chosen duel's puzzles. */
  size() {
    return SIZES[this.game] ?? ANY_SIZE;
  }

  /** A duel may lack a difficulty. */
  fit() {
    const { difficulties } = this.size();
    if (!difficulties.includes(this.difficulty)) this.difficulty = difficulties[0];
  }

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
      this.said = this.failure(fault);
    }
    this.redraw();
  }

  /** @param {unknown} fault */
  failure(fault) {
    if (fault instanceof Refused && fault.status === 404) {
      return `There are no more ${this.difficulty} puzzles of this duel. Choose another one.`;
    }
    const { message } = /** @type {Error} */ (fault);
    return fault instanceof Refused ? message : `${message} Try again in a moment.`;
  }

  /** The next puzzle of this visit's series; null if something else was chosen meanwhile. */
  async find() {
    const wanted = { game: this.game, difficulty: this.difficulty };
    const series = `${wanted.game} ${wanted.difficulty}`;
    const number = this.visit.next[series] ?? 0;
    const place = { seed: String(this.visit.seed), number: String(number) };
    const query = new URLSearchParams({ ...wanted, ...place, options: JSON.stringify(this.size().options) });
    /** @type {Puzzle} */
    const puzzle = await call(`/api/puzzles/next?${query}`);
    if (wanted.game !== this.game || wanted.difficulty !== this.difficulty) return null;
    this.visit.next[series] = number + 1;
    return puzzle;
  }

  /** @param {Puzzle} puzzle */
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
      const answer = await call("/api/puzzles/answer", { id: puzzle.id, move });
      if (puzzle !== this.puzzle) return; // it was skipped meanwhile
      this.answer = answer;
    } catch (fault) {
      if (puzzle !== this.puzzle) return;
      this.said = /** @type {Error} */ (fault).message;
      this.chosen = "";
      this.redraw();
      return;
    }
    this.said = "";
    this.visit.asked += 1;
    if (this.answer?.is_right) this.visit.right += 1;
    remember("puzzles", this.visit, sessionStorage);
    speak(this.verdict());
    this.redraw();
  }

  verdict() {
    const { answer } = this;
    if (!answer) return "";
    if (answer.is_right) return `Right: ${this.chosen} wins.`;
    return `${this.chosen} loses. ${answer.answers.join(" or ")} would have won.`;
  }

  /** @param {Puzzle} puzzle @returns {BoardProps} */
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
      nameOf: (player) => `Player ${player}`,
      marks: answer?.analysis ? marksOf({ ...puzzle, analysis: answer.analysis }) : null,
      pairs: pairsOf(answer?.why),
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
              <h1 class="headline player-${puzzle.to_move}">${answer ? this.verdict() : puzzle.question}</h1>
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
              ${this.score()} ${answer?.why?.sentences.length
                ? html`<section class="panel truth"><h2>Why</h2>${reasons(answer.why, "You")}</section>`
                : nothing}
            </aside>
          </div>`
        : html`<h1 class="headline">One move wins: find it.</h1>
            <p class="notice">${this.said}</p>`}
    </div>`;
  }

  below() {
    if (this.typing.text) return html`<b>${this.typing.text}</b> typed. Enter plays it, Esc forgets it.`;
    if (this.said) return html`<span class="said">${this.said}</span>`;
    if (this.answer) return nothing;
    const task = this.puzzle && this.board?.task(this.puzzle);
    return task ? `You may ${task.you}.` : nothing;
  }

  score() {
    const { right, asked } = this.visit;
    return html`<section class="panel score">
      <h2>Score</h2>
      <p>${asked ? html`<b>${right}</b> of ${countOf(asked, "puzzle")} right in this visit.` : "No puzzle answered yet."}</p>
    </section>`;
  }

  choosers() {
    const pick = (/** @type {"game" | "difficulty"} */ what) => (/** @type {Event} */ event) => {
      this[what] = /** @type {HTMLSelectElement} */ (event.target).value;
      this.fit();
      this.next();
    };
    return html`<div class="choosers">
      <label>Duel
        <select id="puzzle-game" @change=${pick("game")}>
          ${this.games.filter((game) => SIZES[game.slug] !== null).map((game) => html`<option value=${game.slug} ?selected=${game.slug === this.game}>${game.title}</option>`)}
        </select></label>
      <label>Difficulty
        <select id="puzzle-difficulty" @change=${pick("difficulty")}>
          ${this.size().difficulties.map((word) => html`<option value=${word} ?selected=${word === this.difficulty}>${capital(word)}</option>`)}
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
