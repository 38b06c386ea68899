// The exact truth about a position, fetched only on demand.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { markView } from "../boards/tile.js";
import { TOLD } from "../words.js";

const PATIENCE = 3; // how often to ask again after a timeout of the server
const PAUSE = 300; // milliseconds before a request (debounce), while the visitor steps through positions
const MOST_LISTED = 60;

/** Fetches and caches truths, which never change. When another position is shown, the request for the
 *  one before is aborted. */
export class Truths {
  /** @param {() => void} redraw @param {(moves: string[], signal: AbortSignal) => Promise<PositionTruth>} fetch */
  constructor(redraw, fetch) {
    this.redraw = redraw;
    this.fetch = fetch;
    /** @type {Map<string, PositionTruth>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {Map<string, number>} */
    this.unknown = new Map();
    this.lastAsked = 0;
    /** @type {AbortController} of the latest request */
    this.question = new AbortController();
  }

  /** The cached truth of the position after these moves; fetches it if there is none. @param {string[]} moves */
  of(moves) {
    const key = moves.join(" ");
    if (!this.asked.has(key)) this.askSoon(moves);
    return this.known.get(key) ?? null;
  }

  /** Fetches a position's truth after the pause, unless another one is shown by then. @param {string[]} moves */
  askSoon(moves) {
    this.question.abort();
    const { signal } = (this.question = new AbortController());
    const key = moves.join(" ");
    this.asked.add(key);
    signal.addEventListener("abort", () => {
      if (!this.known.has(key)) this.asked.delete(key);
    });
    setTimeout(() => {
      if (!signal.aborted) this.ask(moves, signal).catch(() => undefined);
    }, Math.max(0, this.lastAsked + PAUSE - Date.now()));
  }

  /** @param {string[]} moves @param {AbortSignal} [signal] @returns {Promise<PositionTruth>} */
  async ask(moves, signal = new AbortController().signal) {
    const key = moves.join(" ");
    const known = this.known.get(key);
    if (known && known.winner !== null) return known;
    this.asked.add(key);
    this.lastAsked = Date.now();
    try {
      const truth = await this.fetch(moves, signal);
      this.known.set(key, truth);
      if (truth.winner === null) this.askAgain(moves);
      this.redraw();
      return truth;
    } catch (fault) {
      if (!signal.aborted) setTimeout(() => this.forget(key), 2000);
      throw fault;
    }
  }

  /** Fetches a truth again after a timeout, if it is still shown. @param {string} key */
  forget(key) {
    this.asked.delete(key);
    this.redraw();
  }

  /** @param {string[]} moves */
  askAgain(moves) {
    const key = moves.join(" ");
    const times = this.unknown.get(key) ?? 0;
    this.unknown.set(key, times + 1);
    if (times < PATIENCE) setTimeout(() => this.ask(moves).catch(() => undefined), 4000);
  }
}

/** The marks for a board's moves. @param {{to_move: PlayerNumber | null, choices: MoveValue[]} | null} truth @returns {Map<string, Mark> | null} */
export function marksOf(truth) {
  if (!truth || truth.to_move === null) return null;
  const known = truth.choices.filter((choice) => choice.winner !== null);
  return new Map(known.map(({ move, winner, mark, text }) => [move, { wins: winner === truth.to_move, mark, text }]));
}

/** Whether a move is known to lose. @param {PositionTruth | null} truth @param {string} move */
export function losesIn(truth, move) {
  return marksOf(truth)?.get(move)?.wins === false;
}

/** The name of a move. @param {PositionTruth} truth @param {string} move */
function nameOfMove({ choices }, move) {
  return choices.find((choice) => choice.move === move)?.name ?? move;
}

/** The pairs of an explanation, as numbers. @param {PositionTruth | null | undefined} truth @returns {[number, number][]} */
export function pairsOf(truth) {
  return (truth?.why.pairs ?? []).map(([one, two]) => [Number(one), Number(two)]);
}

/**
 * The panel beside the board.
 * @param {{truth: PositionTruth | null, isWhyOpen: boolean, toggleWhy: () => void,
 *   nameOf: (player: PlayerNumber) => string, you?: PlayerNumber, listMoves: boolean}} shown
 *   `you` is the visitor's seat, if they have exactly one
 */
export function truthPanel({ truth, isWhyOpen, toggleWhy, nameOf, you, listMoves }) {
  if (!truth) {
    return html`<section class="panel truth"><h2>Best moves</h2><p class="quiet">Working it out …</p></section>`;
  }
  if (truth.outcome) return nothing;
  const mover = truth.to_move ?? 1;
  return html`<section class="panel truth">
    <h2>Best moves</h2>
    <p class="verdict"><span class="sign ${signOf(truth, you) === "▼" ? "loses" : "wins"}" aria-hidden="true">${signOf(truth, you)}</span> <span>${truth.verdict}</span></p>
    ${listMoves ? markList(truth) : nothing}
    <p class="quiet legend">${legendOf(truth)}</p>
    ${truth.winner === null
      ? nothing
      : html`<button type="button" class="button" id="why" aria-expanded=${String(isWhyOpen)} @click=${toggleWhy}>
            ${isWhyOpen ? "Hide why" : "Why?"}
          </button>
          ${isWhyOpen ? reasons(truth, mover === you ? null : nameOf(mover)) : nothing}`}
  </section>`;
}

/** What the marks mean. @param {PositionTruth} truth */
function legendOf({ choices }) {
  return choices.some(({ mark }) => /[≤≥?]/.test(mark)) ? TOLD.full_legend : TOLD.legend;
}

/** Shows ▼ if the visitor loses. @param {PositionTruth} truth @param {PlayerNumber} [you] */
function signOf({ winner }, you) {
  if (winner === null) return "?";
  return you === undefined || you === winner ? "▲" : "▼";
}

/** Says that an explanation addresses the player to move. @param {string} mover */
export const seenBy = (mover) => `As ${mover} sees it:`;

/** An explanation to read. @param {PositionTruth} truth @param {string | null} mover who is to move, unless it is the visitor */
export function reasons(truth, mover) {
  const { why } = truth;
  return html`<div class="why">
    ${mover === null ? nothing : html`<p class="quiet">${seenBy(mover)}</p>`}
    ${why.sentences.map((sentence) => html`<p>${sentence}</p>`)}
    ${why.reply === null
      ? nothing
      : html`<p class="plan">The move to play: <b data-reply=${why.reply}>${nameOfMove(truth, why.reply)}</b></p>`}
  </div>`;
}

/** Every allowed move with its mark, for boards that have no place for it. @param {PositionTruth} truth */
function markList(truth) {
  const marks = [...(marksOf(truth) ?? [])];
  if (!marks.length) return nothing;
  const shown = marks.slice(0, MOST_LISTED);
  return html`<ul class="marks" aria-label="Every allowed move">
      ${shown.map(
        ([move, mark]) => html`<li><b>${nameOfMove(truth, move)}</b> ${markView(mark)}<span class="unseen">${mark.text}</span></li>`,
      )}
    </ul>
    ${marks.length > shown.length ? html`<p class="quiet">and ${marks.length - shown.length} more</p>` : nothing}`;
}
