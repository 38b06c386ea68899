// The list of lessons, with the visitor's progress.

import { html } from "../vendor/lit-html/lit-html.js";
import { call } from "../api.js";
import { lessonsSoFar, stepsDone } from "../learning/progress.js";
import { faultNotice } from "../parts/faults.js";
import { countOf } from "../words.js";

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function learnPage(frame) {
  /** @type {LessonAbout[] | null} */
  let lessons = null;
  /** @type {Error | null} */
  let fault = null;
  call("/api/lessons").then(
    (found) => {
      lessons = found;
    },
    (problem) => {
      fault = problem;
    },
  ).finally(frame.redraw);
  return {
    title: () => "Learn",
    view: () => html`<div class="learn">
      <h1>Learn how to win</h1>
      <p class="quiet">Short lessons: a few positions to play, with a reason after every answer, then puzzles.</p>
      ${fault ? faultNotice(fault, frame.again) : lessons ? list(lessons) : html`<p class="quiet">One moment …</p>`}
    </div>`,
  };
}

/** @param {LessonAbout[]} lessons */
function list(lessons) {
  const { all, done, next } = lessonsSoFar(lessons);
  return html`${done ? html`<p class="so-far">${progressBar(done, all)} ${done} of ${countOf(all, "step")}</p>` : ""}
    <ol class="lessons">${lessons.map((lesson) => card(lesson, lesson === next))}</ol>`;
}

/** @param {number} done @param {number} all */
function progressBar(done, all) {
  return html`<progress max=${all} value=${done} aria-label="Steps done"></progress>`;
}

/** @param {LessonAbout} lesson @param {boolean} isNext */
function card({ key, game_title, title, about, steps }, isNext) {
  const done = stepsDone(key).length;
  const how = done === steps ? "Again" : done ? "Go on" : "Begin";
  return html`<li class="panel lesson-card">
    <h2><a href="/learn/${key}">${title}</a></h2>
    <p>${about}</p>
    ${done ? progressBar(done, steps) : ""}
    <p class="quiet">${game_title} · ${done === steps ? "Done" : done ? `${done} of ${countOf(steps, "step")}` : countOf(steps, "step")}</p>
    <a class="button ${isNext ? "primary" : ""}" href="/learn/${key}" aria-label="${how}: ${title}">${how}</a>
  </li>`;
}
