// The analysis board: moves for both sides, undo and redo, the truth on demand.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { getConsequence, getPosition, getPositionAt, getTruth, unlessSuperseded } from "../api.js";
import { makeBoard } from "../boards/index.js";
import { asPlayer, speak } from "../words.js";
import { faultNotice } from "./faults.js";
import { moveList } from "./moves.js";
import { StudiedBoard, headlineView } from "./played_board.js";
import { losesIn, truthPanel } from "./truth.js";

/** @typedef {import("../api.js").GameSoFar} GameSoFar */

export class AnalysisBoard extends StudiedBoard {
  /**
   * @param {string} id of the position to begin with
   * @param {{redraw: () => void, moved?: (position: Position) => void, showsTruth: boolean}} about
   */
  constructor(id, { redraw, moved, showsTruth }) {
    super(redraw, (moves, signal) => getTruth({ ...this.line, moves }, undefined, signal));
    this.id = id;
    this.moved = moved;
    /** @type {GameSoFar} with the moves that were taken back, for redo */
    this.line = { game: "", options: {}, moves: [] };
    this.at = 0;
    this.showsTruth = showsTruth;
    /** @type {Position | null} */
    this.position = null;
    /** @type {string[]} what each move did, as far as shown */
    this.done = [];
    /** @type {Error | null} why there is nothing to show */
    this.fault = null;
    this.turn = 0;
    this.open();
  }

  async open() {
    this.fault = null;
    try {
      const position = await getPositionAt(this.id);
      const { game, options, moves } = position;
      this.show(position, { game, options, moves });
    } catch (fault) {
      this.fault = /** @type {Error} */ (fault);
      this.redraw();
    }
  }

  /**
   * Shows a position, if the server accepts it. Returns whether no newer one was requested.
   * @param {GameSoFar} line @param {number} at
   */
  async load(line, at) {
    const turn = ++this.turn;
    const signal = this.askAnew();
    const asked = { ...line, moves: line.moves.slice(0, at) };
    const position = await getPosition(asked, undefined, signal).catch(unlessSuperseded);
    if (!position) return false;
    if (turn !== this.turn) return false;
    this.show(position, line);
    return true;
  }

  /** @param {Position} position @param {GameSoFar} line that leads there, and perhaps further */
  show(position, line) {
    const at = position.ply;
    const later = line === this.line ? this.done.slice(at) : [];
    this.done = [...position.done, ...later];
    this.position = position;
    this.line = line;
    this.at = at;
    this.hinted = null;
    this.said = "";
    this.board ??= makeBoard(position, this.redraw);
    this.redraw();
  }

  /** @param {string} move */
  async play(move) {
    const before = this.line.moves.slice(0, this.at);
    const isSame = this.line.moves[this.at] === move;
    const loses = this.showsTruth && losesIn(this.truths.of(before), move);
    const line = isSame ? this.line : { ...this.line, moves: [...before, move] };
    await this.change(line, this.at + 1);
    if (this.position && this.at === before.length + 1) speak(`${this.position.told} ${this.position.headline}`);
    if (loses) await this.refute(before, move);
  }

  /** Shows what beats a move that was just played. @param {string[]} before @param {string} move */
  async refute(before, move) {
    const turn = this.turn;
    const asked = { ...this.line, moves: before };
    const told = await getConsequence(asked, move, this.asking.signal).catch(() => null);
    if (told?.is_refuted && turn === this.turn) this.say(told.text);
  }

  /** @param {GameSoFar} line @param {number} at */
  async change(line, at) {
    try {
      if ((await this.load(line, at)) && this.position) this.moved?.(this.position);
    } catch (fault) {
      this.say(/** @type {Error} */ (fault).message);
    }
  }

  /** @param {number} ply */
  jump(ply) {
    if (ply >= 0 && ply <= this.line.moves.length && ply !== this.at) this.change(this.line, ply);
  }

  giveHint() {
    if (this.position && !this.position.outcome) this.hint(this.position.moves);
  }

  /** @returns {BoardProps | null} */
  props() {
    const { position } = this;
    if (!position) return null;
    return {
      ...this.marked(position.moves, this.showsTruth),
      position,
      mayPlay: !position.outcome,
      waiting: "The duel is over. Go back to try another move.",
      play: (move) => this.play(move),
      say: (sentence) => this.say(sentence),
      nameOf: asPlayer,
      pending: null,
      typed: this.typing.text,
    };
  }

  /** @param {number} [level] the level of the sentence as a heading */
  view(level = 1) {
    if (this.fault) return faultNotice(this.fault, () => this.open());
    const { position, board } = this;
    const props = this.props();
    if (!position || !props || !board) return html`<p class="quiet">One moment …</p>`;
    return html`<div class="play">
      <div class="stage">
        ${headlineView(position.headline, `player-${position.outcome?.winner ?? position.to_move}`, level)}
        ${board.view(props)}
        <p class="last-move">${this.below(position.told || "No move yet.")}</p>
        <div class="controls">
          <button type="button" class="button" ?disabled=${!this.at} @click=${() => this.jump(this.at - 1)}>Back</button>
          <button type="button" class="button" ?disabled=${this.at >= this.line.moves.length} @click=${() => this.jump(this.at + 1)}>Forward</button>
          <button type="button" class="button" ?disabled=${position.outcome !== null} @click=${() => this.giveHint()}>Hint</button>
          <button type="button" class="button switch" role="switch" aria-checked=${String(this.showsTruth)}
            @click=${() => this.switchTruth()}><span class="knob" aria-hidden="true"></span>Best moves</button>
        </div>
      </div>
      <aside class="beside" aria-label="Beside the board">
        ${this.showsTruth
          ? truthPanel({
              truth: this.truths.of(position.moves),
              isWhyOpen: this.isWhyOpen,
              toggleWhy: this.toggleWhy,
              nameOf: asPlayer,
              listMoves: !board.showsMarks,
            })
          : nothing}
        <section class="panel"><h2>Moves</h2>
          ${moveList(this.line.moves, { at: this.at, jump: (ply) => this.jump(ply), done: this.done, costly: position.spent })}
        </section>
      </aside>
    </div>`;
  }

  switchTruth() {
    this.showsTruth = !this.showsTruth;
    this.redraw();
  }

  /** @returns {Record<string, () => void>} */
  keys() {
    return { h: () => this.giveHint(), u: () => this.jump(this.at - 1), r: () => this.jump(this.at + 1) };
  }
}
