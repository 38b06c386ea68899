// The base of every board to play on: a sentence below it, typed digits, keys, and optionally the
// truth with hints.

import { html } from "../vendor/lit-html/lit-html.js";
import { speak } from "../words.js";
import { Truths, marksOf, pairsOf } from "./truth.js";

/** A board with a line below it for sentences and typed digits. */
export class PlayedBoard {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.typing = new Typing(redraw);
    /** @type {Board | null} */
    this.board = null;
    this.said = "";
  }

  /** The props of the board; null before there is anything to show. @returns {BoardProps | null} */
  props() {
    return null;
  }

  /** @param {string} _move */
  play(_move) {}

  /** What further keys do. @returns {Record<string, () => void>} */
  keys() {
    return {};
  }

  /** @param {string} sentence */
  say(sentence) {
    this.said = sentence;
    speak(sentence);
    this.redraw();
  }

  /** The line below the board. @param {unknown} otherwise shown when nothing is typed or said */
  below(otherwise) {
    if (this.typing.text) return this.typing.view();
    return this.said ? html`<span class="said">${this.said}</span>` : otherwise;
  }

  /** Handles a key. Returns whether it did. @param {string} key */
  key(key) {
    const props = this.props();
    if (!props || !this.board) return false;
    if (this.typing.press(key, (move) => this.play(move)) || this.board.press(key, props)) return true;
    const act = this.keys()[key];
    act?.();
    return act !== undefined;
  }
}

/** A board with the truth and hints. */
export class StudiedBoard extends PlayedBoard {
  /** @param {() => void} redraw @param {(moves: string[], signal: AbortSignal) => Promise<PositionTruth>} fetchTruth */
  constructor(redraw, fetchTruth) {
    super(redraw);
    this.truths = new Truths(redraw, fetchTruth);
    this.isWhyOpen = false;
    /** @type {{moves: string[], move: string | null} | null} the last hint, and where it was given */
    this.hinted = null;
    this.asking = new AbortController(); // of the latest request
  }

  /** Aborts the request before. */
  askAnew() {
    this.asking.abort();
    this.asking = new AbortController();
    return this.asking.signal;
  }

  toggleWhy = () => {
    this.isWhyOpen = !this.isWhyOpen;
    this.redraw();
  };

  /** Says what to play in a position, and marks it. @param {string[]} moves */
  async hint(moves) {
    this.say("Working it out …");
    try {
      const { hint, verdict } = await this.truths.ask(moves);
      this.hinted = { moves, move: hint?.move ?? null };
      this.say(hint?.text ?? verdict);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** The marks of the truth, if it is on, and of a hint. @param {string[]} moves @param {boolean} isTruthOn */
  marked(moves, isTruthOn) {
    const truth = isTruthOn ? this.truths.of(moves) : null;
    const isHinted = this.hinted?.moves.join() === moves.join();
    return {
      marks: marksOf(truth),
      pairs: this.isWhyOpen ? pairsOf(truth) : [],
      hint: (isHinted && this.hinted?.move) || (this.isWhyOpen && truth?.why.reply) || null,
    };
  }
}

/** Digits typed anywhere on a page with a board, until Enter plays them or Escape clears them. */
class Typing {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.text = "";
  }

  view() {
    return html`<b>${this.text}</b> typed. Enter plays it, Esc forgets it.`;
  }

  /**
   * Handles a key. Returns whether it did.
   * @param {string} key
   * @param {(move: string) => void} play
   */
  press(key, play) {
    if (/^[0-9]$/.test(key) || (this.text && /^[:.,-]$/.test(key))) {
      this.text = (this.text + key).slice(0, 12);
    } else if (!this.text) {
      return false;
    } else if (key === "Enter") {
      const move = this.text;
      this.text = "";
      play(move);
    } else if (key === "Backspace") {
      this.text = this.text.slice(0, -1);
    } else if (key === "Escape") {
      this.text = "";
    } else {
      return false;
    }
    this.redraw();
    return true;
  }
}

/**
 * The sentence above a board, in a box of fixed height, so that the board never moves.
 * @param {string} text @param {string} tone the class of the player it is about @param {number} [level] as a heading
 */
export function headlineView(text, tone, level = 1) {
  const names = `headline ${tone} ${sizeOf(text)}`;
  return level === 1 ? html`<h1 class=${names}>${text}</h1>` : html`<h2 class=${names}>${text}</h2>`;
}

/** A longer sentence is written smaller. @param {string} text */
function sizeOf({ length }) {
  return length > 84 ? "very long" : length > 44 ? "long" : "";
}
