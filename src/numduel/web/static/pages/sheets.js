// Sheets to print: blank boards with the rules, and puzzles with their answers on a second page.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call, getPosition, listGames } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { rulesView } from "../parts/rules.js";
import { asPlayer, capital } from "../words.js";

const SIZES = [20, 30, 40, 60, 100];
const DIFFICULTIES = ["easy", "medium", "hard"];
const PUZZLES = 6;

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function sheetsPage(frame) {
  const page = new SheetsPage(frame);
  return { title: () => "Sheets to print", view: () => page.view() };
}

/** A puzzle with its answer. @typedef {{puzzle: PuzzleShape, answer: PuzzleResult}} Solved */

class SheetsPage {
  /** @param {import("../app.js").Frame} frame */
  constructor(frame) {
    this.redraw = frame.redraw;
    const query = new URLSearchParams(location.search);
    this.slug = query.get("game") ?? "";
    this.kind = query.get("kind") === "puzzles" ? "puzzles" : "board";
    this.size = Number(query.get("numbers")) || SIZES[0];
    this.difficulty = query.get("difficulty") ?? DIFFICULTIES[0];
    this.seed = Number(query.get("seed")) || 1;
    /** @type {GameShape[]} */
    this.games = [];
    /** @type {Position | null} */
    this.blank = null;
    /** @type {Solved[]} */
    this.solved = [];
    this.said = "One moment …";
    this.turn = 0;
    this.open();
  }

  async open() {
    try {
      this.games = await listGames();
      if (!this.game) this.slug = this.games[0].slug;
      await this.make();
    } catch (fault) {
      this.tell(fault);
    }
  }

  get game() {
    return this.games.find(({ slug }) => slug === this.slug);
  }

  /** @param {unknown} fault */
  tell(fault) {
    this.said = /** @type {Error} */ (fault).message;
    this.redraw();
  }

  /** Another sheet, with an address of its own. @param {Partial<SheetsPage>} choice */
  choose(choice) {
    Object.assign(this, choice);
    const { slug, kind, size, difficulty, seed } = this;
    /** @type {Record<string, string>} */
    const about = kind === "board" ? { numbers: String(size) } : { difficulty, seed: String(seed) };
    history.replaceState(null, "", `/sheets?${new URLSearchParams({ game: slug, kind, ...about })}`);
    this.make().catch((fault) => this.tell(fault));
  }

  async make() {
    const turn = ++this.turn;
    this.blank = null;
    this.solved = [];
    this.said = "One moment …";
    this.redraw();
    if (this.kind === "board") {
      const blank = await getPosition({ game: this.slug, options: this.sizeOptions(), moves: [] });
      if (turn === this.turn) this.blank = blank;
    } else {
      await this.collect(turn);
    }
    if (turn !== this.turn) return;
    this.said = "";
    this.redraw();
  }

  /** The option that says how large the board is, where there is one. */
  sizeOptions() {
    const field = this.game?.options.find(({ kind }) => kind === "int");
    return field ? { [field.name]: this.size } : {};
  }

  /** Fetches puzzles one after another: they are shown as they come. @param {number} turn */
  async collect(turn) {
    const options = this.game?.presets.find(({ purposes }) => purposes.includes("puzzles"))?.options;
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
      /** @type {PuzzleResult} */
      const answer = await call("/api/puzzles/answer", { id: puzzle.id, move: null });
      if (turn === this.turn) this.solved.push({ puzzle, answer });
      this.redraw();
    }
  }

  view() {
    return html`<div class="sheets">
      <h1 class="not-printed">Sheets to print</h1>
      ${this.choosers()} ${this.said && !this.solved.length ? html`<p class="notice">${this.said}</p>` : nothing}
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
      ${pick("Duel", "sheet-game", this.games.map(({ slug, title }) => [slug, title]), this.slug, (slug) => this.choose({ slug }))}
      ${pick("Sheet", "sheet-kind", [["board", "Blank board and rules"], ["puzzles", "Puzzles and answers"]], this.kind, (kind) => this.choose({ kind }))}
      ${isBoard
        ? pick("Size", "sheet-size", SIZES.map((size) => [String(size), `1 to ${size}`]), String(this.size), (size) => this.choose({ size: Number(size) }))
        : pick("Difficulty", "sheet-difficulty", DIFFICULTIES.map((word) => [word, capital(word)]), this.difficulty, (difficulty) => this.choose({ difficulty }))}
      ${isBoard ? nothing : html`<button type="button" class="button" @click=${() => this.choose({ seed: this.seed + 1 })}>Other puzzles</button>`}
      <button type="button" class="button primary" ?disabled=${Boolean(this.said)} @click=${() => print()}>Print</button>
    </div>`;
  }

  board() {
    const { game, blank } = this;
    if (!game || !blank) return nothing;
    return html`<section class="sheet">
      <h2>${game.title}</h2>
      <p class="score-line">
        <span>Player 1: <span class="blank"></span></span><span>Player 2: <span class="blank"></span></span>
      </p>
      ${drawn(blank)}
      <div class="rules">${rulesView(game.rule_book)}${this.differs(game)}</div>
    </section>`;
  }

  /** Where the sheet is not as the rule book has it. @param {GameShape} game */
  differs({ options }) {
    const field = options.find(({ name }) => name in this.sizeOptions());
    if (!field || field.default === this.size) return nothing;
    return html`<p><b>On this sheet:</b> <code>${field.name}</code> is ${this.size}, not ${field.default}.</p>`;
  }

  puzzles() {
    const { game, solved } = this;
    if (!game || !solved.length) return nothing;
    return html`<section class="sheet">
        <h2>${game.title}: one move wins, find it</h2>
        <div class="sheet-columns">
          ${solved.map(
            ({ puzzle }, index) => html`<article class="puzzle">
              <p><b>${index + 1}.</b> ${puzzle.headline}</p>
              ${drawn(puzzle)}
            </article>`,
          )}
        </div>
      </section>
      <section class="sheet">
        <h2>Answers</h2>
        <ol class="answers">
          ${solved.map(({ answer }) => html`<li><b>${namesOf(answer).join(" or ")}</b>. ${answer.truth?.why.sentences.join(" ")}</li>`)}
        </ol>
      </section>`;
  }
}

/** The winning moves as people read them. @param {PuzzleResult} answer */
function namesOf({ answers, truth }) {
  return answers.map((move) => truth?.choices.find((choice) => choice.move === move)?.name ?? move);
}

/** A board that nobody can press. @param {Position} position */
function drawn(position) {
  const nobody = () => undefined;
  const board = makeBoard(position, nobody);
  return html`<div inert>
    ${board.view({ position, mayPlay: false, waiting: "", play: nobody, say: nobody, nameOf: asPlayer, marks: null, pairs: [], hint: null, pending: null, typed: "" })}
  </div>`;
}
