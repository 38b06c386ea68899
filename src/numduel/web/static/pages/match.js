// A match: the board, one sentence above it, the last moves and a few controls below.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { controls } from "../match/controls.js";
import { connection, invitation, players, requests } from "../match/notices.js";
import { Playing } from "../match/playing.js";
import { moveList } from "../parts/moves.js";
import { RulesDialog } from "../parts/rules.js";
import { truthPanel } from "../parts/truth.js";
import { isTurnOf, isWaiting, moverOf, nameIn } from "../words.js";
import { lostView } from "./lost.js";

/** @param {string} id @param {import("../app.js").Frame} frame @returns {Page} */
export function matchPage(id, frame) {
  const playing = new Playing(id, frame);
  const rules = new RulesDialog(frame.redraw);
  const isWide = matchMedia("(min-width: 960px)").matches;

  const title = () => {
    const { match } = playing;
    if (!match) return "";
    const isYours = match.mode !== "screen" && isTurnOf(match);
    return isYours ? `Your turn · ${match.title}` : match.title;
  };

  const view = () => {
    if (playing.missing) return lostView(playing.missing, frame.again);
    const { match, board, live } = playing;
    const props = playing.props();
    if (!match || !props || !board) return html`${connection(live)}<p class="quiet">One moment …</p>`;
    const position = playing.past ?? match;
    const say = (/** @type {string} */ sentence) => playing.say(sentence);
    return html`<div class="play ${match.outcome ? "over" : ""}">
      <div class="stage">
        ${players(match, { nameOf: props.nameOf, isAway: (player) => playing.presence.isAway(player), openRules: () => rules.open(match.game, say, match.options) })}
        <h1 class="headline ${toneOf(match)}">${position.headline}</h1>
        ${connection(live)} ${requests(match, (what, body) => live.ask(what, body))}
        ${board.view(props)}
        <p class="last-move">${playing.below(lastMoves(match, position))}</p>
        ${controls(match, {
          deeds: playing.deeds,
          isResigning: playing.isResigning,
          isReviewing: playing.review.isOpen,
          isBusy: live.pending !== null,
        })}
      </div>
      ${invitation(match, say)}
      <aside class="beside" aria-label="Beside the board">
        ${match.truth.on
          ? truthPanel({
              truth: playing.truths.of(position.moves),
              isOver: playing.isEndShown,
              isWhyOpen: playing.isWhyOpen,
              toggleWhy: playing.toggleWhy,
              nameOf: props.nameOf,
              you: match.you.length === 1 ? match.you[0] : undefined,
              listMoves: !board.showsMarks,
            })
          : nothing}
        ${playing.review.view(match, { position, jump: (ply) => playing.jump(ply), nameOf: props.nameOf, say })}
        ${playing.review.isOpen
          ? nothing
          : html`<details class="panel move-panel" ?open=${isWide}><summary><h2>Moves</h2></summary>${moveList(match.moves, { done: match.done })}</details>`}
      </aside>
      ${rules.view()}
    </div>`;
  };

  return { title, view, key: ({ key }) => playing.key(key), leave: () => playing.close() };
}

/** What the last move did; against the computer, the last two. @param {Snapshot} match @param {Position} position */
function lastMoves(match, position) {
  if (!position.told) return "No move yet.";
  const before = position.ply - 2;
  const mover = moverOf(position.ply - 1);
  const isReply = match.mode === "computer" && !match.you.includes(mover);
  if (!isReply || before < 0) return position.told;
  const you = moverOf(before);
  return html`<span class="move-told player-${you}">${nameIn(match, you)} ${position.done[before]}.</span>
    <span class="move-told player-${mover}">${position.told}</span>`;
}

/** The colour of whoever the sentence is about. @param {Snapshot} match */
function toneOf(match) {
  const player = isWaiting(match) ? null : (match.outcome?.winner ?? match.to_move);
  return player ? `player-${player}` : "";
}
