// A small board in the middle of a sample game, which nobody can touch.

import { html } from "../vendor/lit-html/lit-html.js";
import { makeBoard, stillView } from "../boards/index.js";
import { defaultOptions } from "../setup/options.js";

/** @param {GameShape} game */
export function picture(game) {
  const position = samplePosition(game, Math.ceil(game.sample.length / 2));
  return html`<div class="live" inert>${stillView(makeBoard(position, () => undefined), position)}</div>`;
}

/** A position of the sample game, which is played as written. @param {GameShape} game @param {number} ply @returns {BoardPosition} */
export function samplePosition(game, ply) {
  const { view, legal, to_move } = game.sample[ply];
  return {
    board: game.board,
    options: defaultOptions(game),
    moves: game.sample.slice(1, ply + 1).flatMap(({ last }) => last ?? []),
    view,
    to_move,
    legal,
    legal_count: legal.length,
    outcome: null,
  };
}
