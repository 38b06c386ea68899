// The exact truth about a position, asked for only when the visitor wants it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { getPosition } from "../api.js";
import { markSpoken, markText } from "../boards/tile.js";
import { countOf, verdict } from "../words.js";

const PATIENCE = 3; // how often to ask again for what took the server too long to find out

/** Fetches truths and keeps them: a position's truth never changes. */
export class Truths {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<string, Position>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.asked = new Set();
    /** @type {Map<string, number>} */
    this.unknown = new Map();
  }

  /** What is known of a position now; asks for it if it is not. @param {Position} position */
  of(position) {
    const key = keyOf(position);
    const known = this.known.get(key);
    if (!known && !this.asked.has(key)) this.ask(position).catch(() => undefined);
    return known ?? null;
  }

  /** @param {Position} position one that came with its truth */
  keep(position) {
    if (position.analysis) this.known.set(keyOf(position), position);
  }

  /** @param {Position} position */
  askAgain(position) {
    const key = keyOf(position);
    const times = this.unknown.get(key) ?? 0;
    this.unknown.set(key, times + 1);
    if (times < PATIENCE) setTimeout(() => this.ask(position).catch(() => undefined), 4000);
  }

  /** @param {Position} position @returns {Promise<Position>} */
  async ask(position) {
    const key = keyOf(position);
    const known = this.known.get(key);
    if (known && known.analysis?.winner !== null) return known;
    this.asked.add(key);
    try {
      const answer = await getPosition(position, true);
      this.keep(answer);
      if (answer.analysis?.winner === null) this.askAgain(position);
      this.redraw();
      return answer;
    } catch (fault) {
      setTimeout(() => this.asked.delete(key), 2000);
      throw fault;
    }
  }
}

/** @param {Position} position */
function keyOf({ game, options, moves }) {
  return `${game} ${JSON.stringify(options)} ${moves.join(" ")}`;
}

/** The marks for a board's moves. @param {Position | null} truth @returns {Map<string, Mark> | null} */
export function marksOf(truth) {
  if (!truth?.analysis || truth.to_move === null) return null;
  const known = truth.analysis.choices.filter((choice) => choice.winner !== null);
  return new Map(
    known.map((choice) => [
      choice.move,
      { wins: choice.winner === truth.to_move, distance: choice.distance },
    ]),
  );
}

/** The pairs of an explanation, as numbers. @param {Why | null | undefined} why @returns {[number, number][]} */
export function pairsOf(why) {
  return (why?.pairs ?? []).map(([one, two]) => [Number(one), Number(two)]);
}

/** The move to hint at: the plan's own, or the best there is. @param {Position} truth */
export function hintOf(truth) {
  const best = truth.analysis?.choices.filter((choice) => choice.best) ?? [];
  const reply = truth.why?.reply ?? null;
  const chosen = best.find((choice) => choice.move === reply) ?? best[0];
  const move = reply ?? chosen?.move ?? null;
  if (move === null) return { move: null, text: "Nobody has worked this position out yet." };
  const known = truth.analysis?.choices.find((choice) => choice.move === move);
  if (!known || known.winner === null) return { move, text: `Try ${move}.` };
  const wins = known.winner === truth.to_move;
  const end = known.distance === null ? "" : ` in ${countOf(known.distance, "move")}`;
  if (wins) return { move, text: `Try ${move}: it wins${end}.` };
  if (!end) return { move, text: `Every move loses now. Try ${move}.` };
  const isAlike = truth.analysis?.choices.every((choice) => choice.distance === known.distance);
  if (isAlike) return { move, text: `Every move loses${end}.` };
  return { move, text: `Every move loses now. ${move} holds out longest.` };
}

/**
 * The panel beside the board.
 * @param {{truth: Position | null, position: Position, isWhyOpen: boolean, toggleWhy: () => void,
 *   subjectOf: (player: PlayerNumber) => string, listMoves: boolean}} shown
 */
export function truthPanel({ truth, position, isWhyOpen, toggleWhy, subjectOf, listMoves }) {
  if (position.outcome) return nothing;
  if (!truth?.analysis) {
    return html`<section class="panel truth"><h2>Truth</h2><p class="quiet">Working it out …</p></section>`;
  }
  const said = verdict(truth.analysis, truth.to_move ?? 1, subjectOf);
  const why = truth.why;
  return html`<section class="panel truth">
    <h2>Truth</h2>
    <p class="verdict">
      <span class="sign" aria-hidden="true">${said.sign}</span> <span>${said.text}</span>
    </p>
    ${listMoves ? markList(truth) : nothing}
    ${why?.sentences.length && truth.analysis.winner !== null
      ? html`<button
            type="button"
            class="button"
            id="why"
            aria-expanded=${String(isWhyOpen)}
            @click=${toggleWhy}
          >
            ${isWhyOpen ? "Hide why" : "Why?"}
          </button>
          ${isWhyOpen ? reasons(why, subjectOf(truth.to_move ?? 1)) : nothing}`
      : nothing}
  </section>`;
}

/** An explanation to read: "you" in it is whoever is to move. @param {Why} why @param {string} mover */
export function reasons(why, mover) {
  return html`<div class="why">
    ${mover === "You" ? nothing : html`<p class="quiet">As ${mover.replace("The", "the")} sees it:</p>`}
    ${why.sentences.map((sentence) => html`<p>${sentence}</p>`)}
    ${why.reply === null || why.reply === undefined
      ? nothing
      : html`<p class="plan">The move to play: <b data-reply=${why.reply}>${why.reply}</b></p>`}
  </div>`;
}

const MOST_LISTED = 60;

/** Every allowed move with its mark, for boards that have no place for it. @param {Position} truth */
function markList(truth) {
  const marks = marksOf(truth);
  if (!marks?.size) return nothing;
  const shown = [...marks].slice(0, MOST_LISTED);
  return html`<ul class="marks" aria-label="Every allowed move">
      ${shown.map(
        ([move, mark]) => html`<li class=${mark.wins ? "wins" : "loses"}>
          <b>${move}</b> <span aria-hidden="true">${markText(mark)}</span
          ><span class="unseen">${markSpoken(mark)}</span>
        </li>`,
      )}
    </ul>
    ${marks.size > shown.length ? html`<p class="quiet">and ${marks.size - shown.length} more</p>` : nothing}
    <p class="quiet">▲ wins, ▼ loses, and in how many moves.</p>`;
}
