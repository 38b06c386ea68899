// Puzzles: find a move that wins. Every puzzle has an address; daily ones have theirs by date.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { byTheme, dailyTry, daysInARow, daysUpTo, isSolved, noteTry, today, tries } from "../learning/progress.js";
import { Question } from "../learning/question.js";
import { DIFFICULTIES, PuzzlePicker, pickSource } from "../learning/puzzle_picker.js";
import { copyField } from "../parts/copy.js";
import { faultNotice } from "../parts/faults.js";
import { headlineView } from "../parts/played_board.js";
import { RulesDialog } from "../parts/rules.js";
import { reasons } from "../parts/truth.js";
import { capital, countOf, speak } from "../words.js";

const MOST_DAYS = 28; // of the archive

/** Puzzles fetched before going to their address. @type {Map<string, PuzzleShape>} */
const fetched = new Map();

/** Finds the next puzzle, and goes to its address. @param {import("../app.js").Frame} frame @returns {Page} */
export function puzzlesPage(frame) {
  return new PuzzlePage(frame, null).asPage("Puzzles");
}

/** @param {string} address @param {import("../app.js").Frame} frame @returns {Page} */
export function puzzlePage(address, frame) {
  const find = async () => fetched.get(address) ?? call(`/api/puzzles/at?${new URLSearchParams({ address })}`);
  return new PuzzlePage(frame, find).asPage("Puzzle");
}

/** @param {string | undefined} day @param {import("../app.js").Frame} frame @returns {Page} */
export function dailyPage(day, frame) {
  const date = day ?? today();
  const find = () => call(`/api/puzzles/daily?${new URLSearchParams({ date })}`);
  return new PuzzlePage(frame, find, date).asPage("Daily puzzle");
}

class PuzzlePage {
  /**
   * @param {import("../app.js").Frame} frame
   * @param {(() => Promise<PuzzleShape>) | null} find null: the next of the series
   * @param {string} [day] of a daily puzzle
   */
  constructor(frame, find, day) {
    this.frame = frame;
    this.find = find;
    this.day = day;
    this.picker = new PuzzlePicker();
    /** @type {PuzzleShape | null} */
    this.puzzle = null;
    /** @type {Question | null} */
    this.question = null;
    this.rules = new RulesDialog(frame.redraw);
    /** A line to share, after the puzzle of a day. */
    this.share = "";
    this.wasSolved = false;
    this.isLooking = false;
    /** @type {Error | null} */
    this.fault = null;
    this.open();
  }

  /** @param {string} title @returns {Page} */
  asPage(title) {
    return {
      title: () => [title, this.puzzle?.title].filter(Boolean).join(" · "),
      view: () => this.view(),
      key: ({ key }) => this.question?.key(key) ?? false,
    };
  }

  async open() {
    this.fault = null;
    try {
      await this.picker.open(new URLSearchParams(this.find ? "" : location.search));
      if (this.find) this.show(await this.find());
      else await this.next(true);
    } catch (fault) {
      this.fault = /** @type {Error} */ (fault);
    }
    this.frame.redraw();
  }

  /** Goes to the next puzzle of the series. @param {boolean} [replace] whether Back skips this address */
  async next(replace = false) {
    if (this.isLooking) return;
    this.isLooking = true;
    this.question = null;
    this.fault = null;
    this.frame.redraw();
    const here = location.href;
    try {
      const puzzle = await this.picker.find();
      fetched.clear();
      fetched.set(puzzle.address, puzzle);
      if (location.href === here) this.frame.go(`/puzzles/${puzzle.address}`, replace);
    } catch (fault) {
      this.fault = this.picker.failure(fault);
    }
    this.isLooking = false;
    this.frame.redraw();
  }

  /** Tries again to find this puzzle or the next. */
  again() {
    if (this.puzzle) this.next();
    else this.open();
  }

  /** @param {PuzzleShape} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.wasSolved = isSolved(puzzle.future);
    // Make what is on the board the choice for the next puzzles too.
    const { difficulty } = this.picker.chosen;
    if (!this.day && difficulty && difficulty !== puzzle.difficulty) this.picker.choose({ difficulty: puzzle.difficulty });
    this.question = new Question(puzzle, {
      redraw: this.frame.redraw,
      answer: (move) => call("/api/puzzles/answer", { address: puzzle.address, move }),
      answered: (isRight) => noteTry(puzzle, isRight, this.day),
      solved: () => this.askForShare(),
    });
    this.askForShare();
    speak(puzzle.question);
  }

  /** Asks for the line to share, once the puzzle of a day was answered. */
  async askForShare() {
    const first = this.day && dailyTry(this.day);
    if (!this.day || !first) return;
    const about = { date: this.day, right: String(first.right), days: String(daysInARow(this.day)) };
    const told = await call(`/api/puzzles/share?${new URLSearchParams(about)}`).catch(() => null);
    this.share = told?.text ?? "";
    this.frame.redraw();
  }

  view() {
    const { puzzle, question } = this;
    return html`<div class="puzzles">
      ${puzzle && question
        ? this.play(puzzle, question)
        : html`<h1 class="headline">Puzzles</h1>
            ${this.fault ? faultNotice(this.fault, () => this.again()) : html`<p class="notice">Looking for a puzzle …</p>`}
            ${this.choosers()}`}
    </div>`;
  }

  /** @param {PuzzleShape} puzzle @param {Question} question */
  play(puzzle, question) {
    const { result } = question;
    const next = html`<button type="button" class="button ${result ? "primary" : ""}" @click=${() => this.next()}>
      ${result ? "Next puzzle" : "Skip"}
    </button>`;
    const say = (/** @type {string} */ sentence) => question.say(sentence);
    return html`<div class="play ${result ? "over" : ""}">
      <div class="stage">
        <p class="crumbs">
          <span class="about">${this.about(puzzle)}</span>
          <button type="button" class="button quiet" id="open-rules" @click=${() => this.rules.open(puzzle.game, say, puzzle.options)}>Rules</button>
        </p>
        ${headlineView(puzzle.question, `player-${puzzle.to_move}`)}
        ${question.boardView()}
        <p class="last-move">${question.below((question.shown ?? puzzle).headline)}</p>
        <div class="controls">
          ${result ? nothing : question.buttons()} ${next}
          ${result ? html`<a class="button" href="/p/${puzzle.address}">What if …</a>` : nothing}
        </div>
      </div>
      <aside class="beside" aria-label="Beside the board">
        ${question.hintPanel()}
        ${result?.truth
          ? html`<section class="panel truth"><h2>Why</h2>${reasons(result.truth, null)}</section>`
          : nothing}
        ${this.share ? html`<section class="panel">${copyField({ label: "Share your result:", text: this.share, id: "share", say })}</section>` : nothing}
        ${this.score(puzzle)}
        ${this.day ? this.archive(this.day) : this.choosers()}
      </aside>
      ${this.rules.view()}
    </div>`;
  }

  /** @param {PuzzleShape} puzzle */
  about({ title, difficulty }) {
    const what = `${title}, ${difficulty}.`;
    const when = this.day ? `Puzzle of ${dayText(this.day)}. ` : "";
    return `${when}${what}${this.wasSolved ? " You have solved this one." : ""}`;
  }

  /** @param {PuzzleShape} puzzle */
  score({ game, title }) {
    const all = tries();
    const right = all.filter((entry) => entry.right).length;
    const days = daysInARow(today());
    return html`<section class="panel score">
      <h2>Score</h2>
      <p>${all.length ? html`<b>${right}</b> of ${countOf(all.length, "puzzle")} at the first try.` : "No puzzle answered yet."}</p>
      ${days ? html`<p>You solved the daily puzzle${days === 1 ? ": one day" : html` <b>${days}</b> days`} in a row.</p>` : nothing}
      ${this.themes(game, title)}
    </section>`;
  }

  /** @param {string} game @param {string} title */
  themes(game, title) {
    const themes = [...byTheme(game)];
    if (!themes.length) return nothing;
    return html`<table class="themes">
      <caption>${title}, by theme</caption>
      ${themes.map(([theme, { right, asked }]) => html`<tr><th scope="row">${capital(theme)}</th><td>${right} of ${asked}</td></tr>`)}
    </table>`;
  }

  /** The puzzles of other days. @param {string} here */
  archive(here) {
    return html`<nav class="panel" aria-label="Puzzles of other days">
      <h2>Past days</h2>
      <ol class="days">
        ${daysUpTo(today(), MOST_DAYS).map((day, index, days) => {
          const isNewMonth = day.slice(0, 7) !== days[index - 1]?.slice(0, 7);
          const first = dailyTry(day);
          const how = first ? (first.right ? "solved" : "not at the first try") : "not tried";
          return html`<li>
            <a href="/puzzles/daily/${day}" class=${first ? (first.right ? "right" : "wrong") : ""}
              aria-current=${day === here ? "date" : nothing} aria-label="${dayText(day)}, ${how}"
              >${isNewMonth ? html`<small>${dayText(day, { month: "short" })}</small>` : nothing}${Number(day.slice(8))}${first ? html`<span aria-hidden="true">${first.right ? "★" : "☆"}</span>` : nothing}</a>
          </li>`;
        })}
      </ol>
      <p><a href="/puzzles">More puzzles</a></p>
    </nav>`;
  }

  choosers() {
    const { picker } = this;
    const { difficulty, theme, slug } = picker.chosen;
    const pick = (/** @type {(value: string) => Partial<import("../learning/puzzle_picker.js").Chosen>} */ change) =>
      (/** @type {Event} */ event) => {
        picker.choose(change(/** @type {HTMLSelectElement} */ (event.target).value));
        this.next();
      };
    const themes = [...new Set([theme, ...byTheme(slug).keys()])].filter(Boolean);
    return html`<section class="panel other-puzzles">
      <h2>Other puzzles</h2>
      <label>Duel
        <select id="puzzle-game" @change=${pick((value) => ({ ...pickSource(picker.sources[Number(value)]), theme: "" }))}>
          ${picker.sources.map((source, index) => html`<option value=${index} .selected=${picker.isChosen(source)}>${source.title}</option>`)}
        </select></label>
      <label>Difficulty
        <select id="puzzle-difficulty" @change=${pick((value) => ({ difficulty: value }))}>
          <option value="" .selected=${!difficulty}>By your answers${!difficulty && this.puzzle ? `: ${this.puzzle.difficulty}` : ""}</option>
          ${DIFFICULTIES.map((word) => html`<option value=${word} .selected=${word === difficulty}>${capital(word)}</option>`)}
        </select></label>
      ${themes.length
        ? html`<label>Theme
            <select id="puzzle-theme" @change=${pick((value) => ({ theme: value }))}>
              <option value="" .selected=${!theme}>Any</option>
              ${themes.map((word) => html`<option value=${word} .selected=${word === theme}>${capital(word)}</option>`)}
            </select></label>`
        : nothing}
      <p><a href="/puzzles/daily">The puzzle of the day</a></p>
    </section>`;
  }
}

/** A date as people write it, or parts of it. @param {string} day @param {Intl.DateTimeFormatOptions} [parts] */
function dayText(day, parts = { day: "numeric", month: "long", year: "numeric" }) {
  return new Date(`${day}T12:00`).toLocaleDateString("en-GB", parts);
}
