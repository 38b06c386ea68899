// Home: a board to play on at once, then the duels, the puzzle of the day and the lessons.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, call, getPosition, listGames } from "../api.js";
import { makeBoard, stillView } from "../boards/index.js";
import { forget, noteProgress, unfinished } from "../browser/storage.js";
import { dailyTry, daysInARow, lessonsSoFar, today } from "../learning/progress.js";
import { PlayedBoard } from "../parts/played_board.js";
import { changedOptions, defaultOptions } from "../setup/options.js";
import { firstWishes } from "../setup/setup.js";
import { SetupSheet } from "../setup/sheet.js";
import { start } from "../setup/start.js";
import { TOLD, asPlayer, countOf, opponentIn, turnIn } from "../words.js";
import { lostView } from "../parts/faults.js";

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function homePage(frame) {
  const sheet = new SetupSheet(frame);
  const goOn = new GoOn(frame.redraw);
  /** @type {GameShape[][]} rule books, those with the same rules together */
  let groups = [];
  /** @type {Hero | null} */
  let hero = null;
  /** @type {LessonAbout[]} */
  let lessons = [];
  /** @type {Error | null} */
  let fault = null;

  const load = async () => {
    try {
      const games = await listGames();
      fault = null;
      groups = grouped(games);
      hero = new Hero(games[0], frame);
    } catch (problem) {
      fault = /** @type {Error} */ (problem);
    }
    frame.redraw();
    lessons = await call("/api/lessons").catch(() => []); // optional here
    frame.redraw();
  };
  load();

  /** The server's HTML has the heading at the same place, so that nothing moves. @param {Hero} hero */
  const whole = (hero) => html`${pitch(hero)} ${goOn.view()}
    <section aria-labelledby="duels-title">
      <h2 id="duels-title">All duels</h2>
      <div class="cards">${groups.map((games) => card(games, sheet))}</div>
    </section>
    <div class="pair">${daily()} ${learning(lessons)}</div>
    ${sheet.view()}`;
  /** @param {Hero | null} hero */
  const pitch = (hero) => html`<section class="hero" aria-labelledby="hero-title">
    <div class="pitch">
      <h1 id="hero-title">${TOLD.home.heading}</h1>
      <p class="goal">${hero?.goal() ?? TOLD.home.description}</p>
    </div>
    ${hero
      ? html`<div class="hero-board">${hero.view()}</div>
          <div class="hero-more">
            <p class="quiet">${hero.below(hero.against)}</p>
            <button type="button" class="button" @click=${() => sheet.open([hero.game], (setup) => setup.change({ mode: "link" }))}>Play a friend</button>
          </div>`
      : nothing}
  </section>`;
  return {
    title: () => "",
    key: (event) => hero?.key(event.key) ?? false,
    view: () => (fault ? lostView(fault, load) : html`<div class="home">${hero ? whole(hero) : pitch(null)}</div>`),
  };
}

/** Groups rule books with the same rules. @param {GameShape[]} games @returns {GameShape[][]} */
function grouped(games) {
  /** @type {Map<string, GameShape[]>} */
  const groups = new Map();
  for (const game of games) groups.set(game.same_rules, [...(groups.get(game.same_rules) ?? []), game]);
  return [...groups.values()];
}

/** The board that is first: a move on it begins a duel against the computer. */
class Hero extends PlayedBoard {
  /** @param {GameShape} game @param {import("../app.js").Frame} frame */
  constructor(game, frame) {
    super(frame.redraw);
    this.game = game;
    this.frame = frame;
    this.wishes = firstWishes(game);
    /** @type {string | null} */
    this.pending = null;
    /** @type {BoardPosition | null} */
    this.position = null;
    const changed = changedOptions(game, this.wishes.options);
    if (Object.keys(changed).length) {
      getPosition({ game: game.slug, options: changed, moves: [] }).then((position) => this.show(position), (problem) => this.say(problem.message));
    } else {
      this.show(samplePosition(game, 0));
    }
  }

  /** @param {BoardPosition} position */
  show(position) {
    this.position = position;
    this.board = makeBoard(position, this.redraw);
    this.redraw();
  }

  get against() {
    return `Any move starts a duel against the computer (${this.wishes.level}).`;
  }

  goal() {
    return html`<a href="/games/${this.game.slug}">${this.game.title}</a>: ${this.game.summary}`;
  }

  /** @override @returns {BoardProps | null} */
  props() {
    const { position, pending } = this;
    return position && {
      position,
      mayPlay: pending === null,
      waiting: "One moment …",
      play: (move) => this.play(move),
      say: (sentence) => this.say(sentence),
      nameOf: asPlayer,
      marks: null,
      pairs: [],
      hint: null,
      pending,
      typed: this.typing.text,
    };
  }

  /** @override @param {string} move */
  play(move) {
    if (this.pending !== null) return;
    this.pending = move;
    this.redraw();
    const fail = (/** @type {Error} */ fault) => {
      this.pending = null;
      this.say(fault.message);
    };
    const isFirst = this.wishes.first === "me";
    start(this.game, this.wishes, { go: this.frame.go, fail, ...(isFirst ? { move } : {}) });
  }

  view() {
    const props = this.props();
    return props && this.board ? this.board.view(props) : nothing;
  }
}

/** @param {GameShape[]} games rule books with the same rules @param {SetupSheet} sheet */
function card(games, sheet) {
  const [game] = games;
  const { slug, summary, offer, truth, foregone } = game;
  const names = games.map(({ title }) => title).join(" or ");
  const id = `title-${slug}`;
  return html`<article class="card" aria-labelledby=${id}>
    <a class="picture" href="/games/${slug}" tabindex="-1" aria-hidden="true">${picture(game)}</a>
    <h3 id=${id}>
      ${games.map((each, place) => html`${place ? html` <span class="or">or</span> ` : nothing}<a href="/games/${each.slug}">${each.title}</a>`)}
    </h3>
    <p class="summary">${summary}</p>
    <button type="button" class="button" aria-label="${offer.label}: ${names}" @click=${() => sheet.open(games)}>${offer.label}</button>
    ${truth
      ? html`<button type="button" class="as-written" @click=${() => sheet.open(games, (setup) => setup.chooseAsWritten())}>
          ${foregone ? html`${truth} <u>Play as ${asPlayer(foregone.winner)}?</u>` : html`<u>As written</u>: ${truth}`}
        </button>`
      : nothing}
  </article>`;
}

function daily() {
  const days = daysInARow(today());
  const isDone = dailyTry(today()) !== undefined;
  return html`<section class="panel" aria-labelledby="daily-title">
    <h2 id="daily-title">Puzzle of the day</h2>
    <p>${days ? html`<b>${countOf(days, "day")}</b> in a row.${isDone ? " See you tomorrow." : " Keep it going."}` : isDone ? "Answered. There is a new one tomorrow." : "One position, one move that wins. The same for everybody."}</p>
    <a class="button" href="/puzzles/daily">${isDone ? "Look at it again" : "Solve it"}</a>
  </section>`;
}

/** @param {LessonAbout[]} lessons */
function learning(lessons) {
  const { all, done, next } = lessonsSoFar(lessons);
  return html`<section class="panel" aria-labelledby="learn-title">
    <h2 id="learn-title">Learn in three minutes</h2>
    ${done
      ? html`<p>${next ? html`Next: ${next.title}.` : "You know them all."}</p>
          <progress max=${all} value=${done} aria-label="Lessons"></progress>`
      : html`<p>A few positions to play, with a reason after every answer.</p>`}
    <a class="button" href=${done && next ? `/learn/${next.key}` : "/learn"}>${done ? (next ? "Go on" : "Lessons") : "Begin"}</a>
  </section>`;
}

/** A small board in the middle of a sample game, to look at. @param {GameShape} game */
function picture(game) {
  const position = samplePosition(game, Math.ceil(game.sample.length / 2));
  return html`<div class="live" inert>${stillView(makeBoard(position, () => undefined), position)}</div>`;
}

/** A position of the sample game, played with the usual options. @param {GameShape} game @param {number} ply @returns {BoardPosition} */
function samplePosition(game, ply) {
  const { view, legal, to_move } = game.sample[ply];
  return {
    board: game.board,
    options: defaultOptions(game),
    moves: game.sample.slice(1, ply + 1).flatMap(({ last }) => last ?? []),
    view,
    to_move,
    legal,
    outcome: null,
  };
}

/** The duels to continue: the opponent, and whose turn it is. */
class GoOn {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    unfinished().forEach(({ id }) => this.refresh(id));
  }

  /** Updates a duel that may have changed since this browser stored it. @param {string} id */
  async refresh(id) {
    try {
      /** @type {Snapshot} */
      const match = await call(`/api/matches/${id}`);
      noteProgress(match, { against: opponentIn(match), turn: turnIn(match) });
    } catch (fault) {
      if (!(fault instanceof Refused)) return; // no answer: show what is stored
      forget(id);
    }
    this.redraw();
  }

  view() {
    const open = unfinished();
    if (!open.length) return nothing;
    return html`<section class="go-on" aria-labelledby="go-on-title">
      <h2 id="go-on-title">Go on playing</h2>
      <ul>
        ${open.map(
          ({ id, title, against, turn }) => html`<li>
            <a href="/m/${id}">${title}</a> ${against}${turn ? html` · <span class="turn">${turn}</span>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }
}
