// What this browser's visitor has learnt: first answers to puzzles, and solved steps of lessons.

import { recall, remember } from "../browser/storage.js";

/** The first answer to a puzzle, in the form that the terminal stores too.
 * @typedef {{puzzle: string, game: string, theme: string, right: boolean, daily?: string}} PuzzleTry */

const MOST_TRIES = 2000; // the server reads no more

/** All first answers, the oldest first. @returns {PuzzleTry[]} */
export function tries() {
  return recall("tries") ?? [];
}

/** Whether a puzzle was solved at the first try. @param {string} future */
export function isSolved(future) {
  return tries().some(({ puzzle, right }) => right && puzzle === future);
}

/** Stores the first answer to a puzzle, unless it was solved before. @param {PuzzleShape} puzzle @param {boolean} right @param {string} [daily] */
export function noteTry({ future, game, theme }, right, daily) {
  if (isSolved(future)) return;
  const entry = { puzzle: future, game, theme, right, ...(daily && { daily }) };
  remember("tries", [...tries(), entry].slice(-MOST_TRIES));
}

/** How many were right, by theme, in the order first met. @param {string} game */
export function byTheme(game) {
  /** @type {Map<string, {right: number, asked: number}>} */
  const counts = new Map();
  for (const { theme, right } of tries().filter((entry) => entry.game === game)) {
    const counted = counts.get(theme) ?? { right: 0, asked: 0 };
    counts.set(theme, { right: counted.right + Number(right), asked: counted.asked + 1 });
  }
  return counts;
}

/** The first answers to puzzles other than daily ones, the oldest first: 1 right, 0 wrong. */
export function answersSoFar() {
  const answers = tries().filter(({ daily }) => !daily).map(({ right }) => Number(right));
  return answers.join("");
}

/** The first answer to a day's puzzle, or undefined. @param {string} day */
export function dailyTry(day) {
  return tries().find(({ daily }) => daily === day);
}

/** The last days up to a date, the newest first. @param {string} until @param {number} count */
export function daysUpTo(until, count) {
  const date = new Date(`${until}T12:00`);
  return Array.from({ length: count }, () => {
    const day = dateText(date);
    date.setDate(date.getDate() - 1);
    return day;
  });
}

/** A local date in ISO format. */
export function today() {
  return dateText(new Date());
}

/** @param {Date} date */
function dateText(date) {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** On how many days in a row the daily puzzle was solved at the first try, up to a date or the day before it. @param {string} until */
export function daysInARow(until) {
  const first = tries().filter(({ daily }, place, all) => daily && all.findIndex((entry) => entry.daily === daily) === place);
  const solved = new Set(first.filter(({ right }) => right).map(({ daily }) => daily));
  const date = new Date(`${until}T12:00`);
  if (!solved.has(until)) date.setDate(date.getDate() - 1);
  let days = 0;
  for (; solved.has(dateText(date)); date.setDate(date.getDate() - 1)) days += 1;
  return days;
}

/** The solved steps of a lesson, from 1. @param {string} key @returns {number[]} */
export function stepsDone(key) {
  return recall("lessons")?.[key] ?? [];
}

/** @param {string} key @param {number} step */
export function noteStep(key, step) {
  remember("lessons", { ...recall("lessons"), [key]: [...new Set([...stepsDone(key), step])] });
}

/** The number of steps of all lessons, how many are solved, and the first lesson that is not done. @param {LessonAbout[]} lessons */
export function lessonsSoFar(lessons) {
  return {
    all: lessons.reduce((sum, { steps }) => sum + steps, 0),
    done: lessons.reduce((sum, { key, steps }) => sum + Math.min(stepsDone(key).length, steps), 0),
    next: lessons.find(({ key, steps }) => stepsDone(key).length < steps),
  };
}
