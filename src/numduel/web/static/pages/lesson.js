// One lesson: a position at each step, and a reason after every answer.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { noteStep, stepsDone } from "../learning/progress.js";
import { Question } from "../learning/question.js";
import { headlineView } from "../parts/played_board.js";
import { RulesDialog } from "../parts/rules.js";
import { begin } from "../setup/start.js";
import { speak } from "../words.js";
import { lostView } from "../parts/faults.js";

/** Lessons that were fetched before. @type {Map<string, Promise<LessonShape>>} */
const fetched = new Map();

/** @param {string} key @param {number} step from 1; 0: the first that is not solved @param {import("../app.js").Frame} frame @returns {Page} */
export function lessonPage(key, step, frame) {
  const page = new LessonPage(key, step, frame);
  return {
    title: () => [page.lesson?.about.title, "Learn"].filter(Boolean).join(" · "),
    view: () => page.view(),
    key: ({ key: pressed }) => page.question?.key(pressed) ?? false,
  };
}

class LessonPage {
  /** @param {string} key @param {number} step @param {import("../app.js").Frame} frame */
  constructor(key, step, frame) {
    this.key = key;
    this.step = step;
    this.frame = frame;
    /** @type {LessonShape | null} */
    this.lesson = null;
    /** @type {Question | null} */
    this.question = null;
    /** @type {Error | null} */
    this.fault = null;
    this.rules = new RulesDialog(frame.redraw);
    this.open();
  }

  async open() {
    try {
      const asked = fetched.get(this.key) ?? call(`/api/lessons/${this.key}`);
      fetched.set(this.key, asked);
      this.show(await asked);
    } catch (fault) {
      fetched.delete(this.key);
      this.fault = /** @type {Error} */ (fault);
    }
    this.frame.redraw();
  }

  /** @param {LessonShape} lesson */
  show(lesson) {
    const done = stepsDone(this.key);
    const first = lesson.steps.findIndex((_, index) => !done.includes(index + 1)) + 1;
    this.step ||= first || 1;
    const step = lesson.steps[this.step - 1];
    if (!step) throw new Error("The lesson has no such step.");
    this.lesson = lesson;
    this.question = new Question(step.position, {
      redraw: this.frame.redraw,
      answer: (move) => call("/api/lessons/answer", { lesson: this.key, step: this.step, move }),
      solved: () => noteStep(this.key, this.step),
    });
    speak(step.ask);
  }

  view() {
    const { lesson, question } = this;
    if (this.fault) return lostView(this.fault, this.frame.again);
    if (!lesson || !question) return html`<p class="quiet">One moment …</p>`;
    const { about, steps } = lesson;
    const { result } = question;
    return html`<div class="lesson">
      <p class="crumbs">
        <a class="title" href="/learn">Lessons</a> <span>${about.game_title}</span>
        <button type="button" class="button quiet" id="open-rules" @click=${() => this.rules.open(about.game, (text) => question.say(text), question.position.options)}>Rules</button>
      </p>
      <div class="play ${result ? "over" : ""}">
        <div class="stage">
          ${headlineView(about.title, "")}
          <p class="ask">${steps[this.step - 1].ask}</p>
          ${question.boardView()}
          <p class="last-move">${question.below((question.shown ?? steps[this.step - 1].position).headline)}</p>
          ${result ? html`<p class="why lesson-why">${result.why}</p>` : nothing}
          <div class="controls">${result ? this.onward(lesson) : question.buttons()}</div>
        </div>
        <aside class="beside" aria-label="Beside the board">
          ${this.stepPanel(lesson)}
          ${question.hintPanel()}
        </aside>
      </div>
      ${this.rules.view()}
    </div>`;
  }

  /** Where to go after a step. @param {LessonShape} lesson */
  onward({ about, steps }) {
    if (this.step < steps.length) {
      return html`<a class="button primary" href="/learn/${this.key}/${this.step + 1}">Next step</a>`;
    }
    const query = new URLSearchParams({ game: about.game, theme: about.theme, difficulty: "easy" });
    if (Object.keys(about.options).length) query.set("options", JSON.stringify(about.options));
    return html`<button type="button" class="button primary" id="play-it" @click=${() => this.playIt(about)}>${about.play.label}</button>
      <a class="button" href="/puzzles?${query}">Puzzles on this theme</a>
      ${about.next
        ? html`<a class="button" href="/learn/${about.next}">Next lesson: ${about.next_title}</a>`
        : html`<a class="button" href="/learn">Other lessons</a>`}`;
  }

  /** A game to practise in, from a seat that can win. @param {LessonAbout} about */
  async playIt({ play }) {
    const { game, options, level, seat } = play;
    try {
      const { id } = await begin({ game, options, level, mode: "computer", first: seat === 1 ? "me" : "other" });
      this.frame.go(`/m/${id}`);
    } catch (fault) {
      this.question?.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {LessonShape} lesson */
  stepPanel({ steps }) {
    const done = stepsDone(this.key);
    return html`<nav class="panel" aria-label="Steps">
      <h2>Step ${this.step} of ${steps.length}</h2>
      <ol class="lesson-steps">
        ${steps.map((_, index) => {
          const number = index + 1;
          const isDone = done.includes(number);
          return html`<li>
            <a href="/learn/${this.key}/${number}" aria-current=${number === this.step ? "step" : nothing} aria-label="Step ${number}${isDone ? ", solved" : ""}">${isDone ? "✓" : number}</a>
          </li>`;
        })}
      </ol>
    </nav>`;
  }
}
