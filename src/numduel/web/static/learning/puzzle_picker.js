// Chooses puzzles by duel, difficulty and theme. This browser stores the place in each series, so that
// no puzzle comes twice, nor one that was solved.

import { Refused, call, listGames } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { answersSoFar, isSolved } from "./progress.js";

export const DIFFICULTIES = ["easy", "medium", "hard", "expert"];
const MOST_PASSED_OVER = 8; // solved ones in a row; then one is asked again

/** Settings of a duel with plenty of puzzles. @typedef {{slug: string, title: string, options: Options}} Source */

/** What is chosen, and how many puzzles of each series were seen. The puzzles of a seed are all different.
 *  Without a difficulty, the server chooses one by the answers so far.
 * @typedef {{seed: number, next: Record<string, number>, slug: string, options: Options, difficulty: string,
 *   theme: string}} Chosen */

export class PuzzlePicker {
  constructor() {
    /** @type {Source[]} */
    this.sources = [];
    /** @type {Chosen} */
    this.chosen = {
      seed: Math.floor(Math.random() * 1_000_000),
      next: {},
      slug: "",
      options: {},
      difficulty: "",
      theme: "",
      ...recall("series"),
    };
  }

  /** Fetches the duels with puzzles, and chooses what the query names. @param {URLSearchParams} query */
  async open(query) {
    const wanted = query.get("game");
    if (wanted) this.choose({ slug: wanted, options: readOptions(query.get("options")), theme: "" });
    const difficulty = query.get("difficulty");
    if (difficulty) this.choose({ difficulty });
    const theme = query.get("theme");
    if (theme) this.choose({ theme });
    const games = await listGames();
    this.sources = games.flatMap(sourcesOf);
    if (this.sources.some((source) => this.isChosen(source))) return;
    const { slug, options, theme: kept } = this.chosen; // a lesson's theme, in the settings of the lesson
    const game = games.find((known) => known.slug === slug);
    if (kept && game) this.sources.push({ slug, options, title: `${game.title}, as in the lesson` });
    else this.choose({ ...pickSource(this.sources.find((source) => source.slug === slug) ?? this.sources[0]), theme: "" });
  }

  /** @param {Partial<Chosen>} changed */
  choose(changed) {
    Object.assign(this.chosen, changed);
    remember("series", this.chosen);
  }

  /** @param {Source} source */
  isChosen({ slug, options }) {
    return slug === this.chosen.slug && sameOptions(options, this.chosen.options);
  }

  /** The next puzzle that was not solved before. @returns {Promise<PuzzleShape>} */
  async find() {
    for (let passed = 0; ; passed += 1) {
      const puzzle = await this.findNext();
      if (passed === MOST_PASSED_OVER || !isSolved(puzzle.future)) return puzzle;
    }
  }

  /** The next puzzle of the duel; if it has none of this difficulty, one of another. @param {number} [tried] difficulties @returns {Promise<PuzzleShape>} */
  async findNext(tried = 1) {
    const { slug, options, difficulty, theme, seed, next } = this.chosen;
    const name = [slug, JSON.stringify(options), difficulty, theme].join(" ");
    const number = next[name] ?? 0;
    const place = { seed: String(seed), number: String(number) };
    /** @type {Record<string, string>} */
    const level = difficulty ? { difficulty } : { answers: answersSoFar() };
    const query = new URLSearchParams({ game: slug, ...level, ...place, options: JSON.stringify(options) });
    if (theme) query.set("theme", theme);
    try {
      /** @type {PuzzleShape} */
      const puzzle = await call(`/api/puzzles/next?${query}`);
      this.choose({ next: { ...next, [name]: number + 1 } });
      return puzzle;
    } catch (fault) {
      if (!isMissing(fault)) throw fault;
      if (number && !difficulty) {
        this.choose({ seed: seed + 1, next: {} }); // start over with another seed
        return this.findNext(tried);
      }
      if (number || tried === DIFFICULTIES.length) throw fault;
      const another = (DIFFICULTIES.indexOf(difficulty) + 1) % DIFFICULTIES.length;
      this.choose({ difficulty: DIFFICULTIES[another] });
      return this.findNext(tried + 1);
    }
  }

  /** Why there is no next puzzle. @param {unknown} fault @returns {Error} */
  failure(fault) {
    if (!isMissing(fault)) return /** @type {Error} */ (fault);
    const { difficulty, theme } = this.chosen;
    return new Error(`There are no more ${difficulty || "such"} puzzles of this duel${theme && ` on ${theme}`}. Choose something else.`);
  }
}

/** @param {unknown} fault */
function isMissing(fault) {
  return fault instanceof Refused && fault.status === 404;
}

/** @param {Options} one @param {Options} two */
function sameOptions(one, two) {
  const written = (/** @type {Options} */ options) => JSON.stringify(Object.entries(options).sort());
  return written(one) === written(two);
}

/** @param {Source} source */
export const pickSource = ({ slug, options }) => ({ slug, options });

/** @param {string | null} text @returns {Options} */
function readOptions(text) {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** A duel's settings with puzzles, named if there are several. @param {GameShape} game @returns {Source[]} */
function sourcesOf({ slug, title, presets }) {
  const fit = presets.filter(({ has_puzzles }) => has_puzzles);
  return fit.map(({ name, options }) => ({
    slug,
    options,
    title: fit.length === 1 ? title : `${title}, ${name}`,
  }));
}
