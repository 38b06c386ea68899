// For teachers: how to begin with a class, and sheets to print. Those are blank boards with the rules, and puzzles with their answers on a second page.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call, getPosition, getRules, listGames } from "../api.js";
import { makeBoard, stillView } from "../boards/index.js";
import { changedOptions, defaultOptions, optionFields } from "../setup/options.js";
import { faultNotice } from "../parts/faults.js";
import { differences, rulesView } from "../parts/rules.js";
import { DIFFICULTIES } from "../learning/puzzle_picker.js";
import { asPlayer, capital } from "../words.js";

const PUZZLES = 6;
const BOARDS = ["1", "2", "4"]; // on a page
const MOST_MOVES = 24; // in the row for the moves; a longer game goes on below it

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function sheetsPage(frame) {
  const page = new SheetsPage(frame);
  return { title: () => "For teachers", view: () => page.view() };
}

/** A puzzle with its answer. @typedef {{puzzle: PuzzleShape, answer: AnswerResult}} Solved */

class SheetsPage {
  /** @param {import("../app.js").Frame} frame */
  constructor(frame) {
    this.redraw = frame.redraw;
    this.again = frame.again;
    const query = new URLSearchParams(location.search);
    this.slug = query.get("game") ?? "";
    this.kind = query.get("kind") === "puzzles" ? "puzzles" : "board";
    this.boards = BOARDS.find((count) => count === query.get("boards")) ?? "2";
    /** @type {Options} the settings of a blank board */
    this.options = {};
    this.difficulty = query.get("difficulty") ?? DIFFICULTIES[0];
    this.seed = Number(query.get("seed")) || 1;
    /** @type {GameShape[]} */
    this.games = [];
    /** @type {Position | null} */
    this.blank = null;
    /** @type {RuleBookShape | null} */
    this.book = null;
    /** @type {Solved[]} */
    this.solved = [];
    this.isReady = false;
    /** @type {Error | null} */
    this.fault = null;
    this.turn = 0;
    this.open();
  }

  async open() {
    try {
      this.games = await listGames();
      const game = this.game ?? this.games[0];
      this.slug = game.slug;
      this.options = readOptions(game, new URLSearchParams(location.search));
      await this.make();
    } catch (fault) {
      this.tell(fault);
    }
  }

  get game() {
    return this.games.find(({ slug }) => slug === this.slug);
  }

  /** The changed options of a blank board. @returns {Options} */
  get changed() {
    return this.game ? changedOptions(this.game, this.options) : {};
  }

  /** @param {unknown} fault */
  tell(fault) {
    this.fault = /** @type {Error} */ (fault);
    this.redraw();
  }

  /** Chooses another duel, as written. @param {string} slug */
  turnTo(slug) {
    const game = this.games.find((one) => one.slug === slug);
    if (game) this.choose({ slug, options: defaultOptions(game) });
  }

  /** Goes to another sheet, at its own address. @param {Partial<SheetsPage>} choice */
  choose(choice) {
    Object.assign(this, choice);
    const { slug, kind, boards, difficulty, seed } = this;
    const about = { game: slug, kind, ...(kind === "board" ? { boards, ...this.changed } : { difficulty, seed }) };
    const query = new URLSearchParams(Object.entries(about).map(([name, value]) => [name, String(value)]));
    history.replaceState(null, "", `/sheets?${query}`);
    this.make().catch((fault) => this.tell(fault));
  }

  async make() {
    const turn = ++this.turn;
    this.blank = null;
    this.solved = [];
    this.isReady = false;
    this.fault = null;
    this.redraw();
    if (this.kind === "board") {
      const [blank, book] = await Promise.all([
        getPosition({ game: this.slug, options: this.changed, moves: [] }),
        getRules(this.slug, this.changed),
      ]);
      if (turn === this.turn) Object.assign(this, { blank, book });
    } else {
      await this.collect(turn);
    }
    if (turn !== this.turn) return;
    this.isReady = true;
    this.redraw();
  }

  /** Fetches puzzles one after another: they are shown as they come. @param {number} turn */
  async collect(turn) {
    const options = this.game?.presets.find(({ has_puzzles }) => has_puzzles)?.options;
    if (!options) throw new Error("There are no puzzles of this duel.");
    for (let number = 0; number < PUZZLES && turn === this.turn; number += 1) {
      const query = new URLSearchParams({
        game: this.slug,
        options: JSON.stringify(options),
        difficulty: this.difficulty,
        seed: String(this.seed),
        number: String(number),
      });
      /** @type {PuzzleShape} */
      const puzzle = await call(`/api/puzzles/next?${query}`);
      /** @type {AnswerResult} */
      const answer = await call("/api/puzzles/answer", { address: puzzle.address, move: null });
      if (turn === this.turn) this.solved.push({ puzzle, answer });
      this.redraw();
    }
  }

  view() {
    return html`<div class="sheets">
      <h1 class="not-printed">For teachers</h1>
      ${withAClass()}
      <h2 class="not-printed">Sheets to print</h2>
      ${this.choosers()} ${this.settings()}
      ${this.fault ? faultNotice(this.fault, this.again) : nothing}
      ${this.isReady || this.fault || this.solved.length ? nothing : html`<p class="notice">One moment …</p>`}
      ${this.kind === "board" ? this.board() : this.puzzles()}
    </div>`;
  }

  choosers() {
    const valueOf = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
    const pick = (/** @type {string} */ label, /** @type {string} */ id, /** @type {[string, string][]} */ values, /** @type {string} */ chosen, /** @type {(value: string) => void} */ choose) =>
      html`<label>${label}
        <select id=${id} @change=${(/** @type {Event} */ event) => choose(valueOf(event))}>
          ${values.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
        </select></label>`;
    const isBoard = this.kind === "board";
    return html`<div class="choosers">
      ${pick("Duel", "sheet-game", this.games.map(({ slug, title }) => [slug, title]), this.slug, (slug) => this.turnTo(slug))}
      ${pick("Sheet", "sheet-kind", [["board", "Blank board and rules"], ["puzzles", "Puzzles and answers"]], this.kind, (kind) => this.choose({ kind }))}
      ${isBoard
        ? pick("Boards a page", "sheet-boards", BOARDS.map((count) => [count, count]), this.boards, (boards) => this.choose({ boards }))
        : pick("Difficulty", "sheet-difficulty", DIFFICULTIES.map((word) => [word, capital(word)]), this.difficulty, (difficulty) => this.choose({ difficulty }))}
      ${isBoard ? nothing : html`<button type="button" class="button" @click=${() => this.choose({ seed: this.seed + 1 })}>Other puzzles</button>`}
      <button type="button" class="button primary" ?disabled=${!this.isReady} @click=${() => print()}>Print</button>
    </div>`;
  }

  settings() {
    if (!this.game || this.kind !== "board") return nothing;
    const fields = optionFields(this.game, {
      fields: this.game.options,
      options: this.options,
      refusal: null,
      change: (name, value) => this.choose({ options: { ...this.options, [name]: value } }),
    });
    return html`<div class="fields not-printed">${fields}</div>`;
  }

  board() {
    const { game, blank, book, boards } = this;
    if (!game || !blank || !book) return nothing;
    const moves = Math.min(MOST_MOVES, Math.max(12, blank.legal.length));
    return html`<section class="sheet">
      <h2>${game.title}</h2>
      <div class="rules">${rulesView(book)} ${differences(book)}</div>
      <div class="sheet-boards of-${boards}">
        ${Array.from(
          { length: Number(boards) },
          () => html`<div class="sheet-board">
            <p class="score-line">
              <span>${asPlayer(1)}: <span class="blank"></span></span><span>${asPlayer(2)}: <span class="blank"></span></span>
            </p>
            ${drawn(blank)}
            <div class="chain"><span>Moves</span>${Array.from({ length: moves }, () => html`<i></i>`)}</div>
          </div>`,
        )}
      </div>
    </section>`;
  }

  puzzles() {
    const { game, solved } = this;
    if (!game || !solved.length) return nothing;
    return html`<section class="sheet">
        <h2>${game.title}: puzzles</h2>
        <div class="sheet-columns">
          ${solved.map(
            ({ puzzle }, index) => html`<article class="puzzle">
              <p><b>${index + 1}.</b> ${puzzle.headline} ${puzzle.question}</p>
              ${drawn(puzzle)}
            </article>`,
          )}
        </div>
      </section>
      <section class="sheet">
        <h2>Answers</h2>
        <ol class="answers">
          ${solved.map(({ answer }) => html`<li><b>${answer.text}</b> ${answer.truth?.why.sentences.join(" ")}</li>`)}
        </ol>
      </section>`;
  }
}

function withAClass() {
  return html`<section class="panel with-a-class not-printed">
    <h2>With a class</h2>
    <ul>
      <li>Start this site with <code>numduel serve --lan</code>. It prints an address to type and a QR code.</li>
      <li>Pupils on the same network open it and play each other by a link, or the computer. They install nothing, and nobody has an account.</li>
      <li>On a projector, the button “Large” or the key F enlarges the board.</li>
    </ul>
  </section>`;
}

/** The options in a query. @param {GameShape} game @param {URLSearchParams} query @returns {Options} */
function readOptions(game, query) {
  const asked = game.options.filter(({ name }) => query.has(name));
  return { ...defaultOptions(game), ...Object.fromEntries(asked.map(({ name }) => [name, readValue(query.get(name) ?? "")])) };
}

/** A board to look at. @param {Position} position */
function drawn(position) {
  return html`<div inert>${stillView(makeBoard(position, () => undefined), position)}</div>`;
}

/** An option's value: a number, true or false, otherwise a word. @param {string} text */
function readValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
