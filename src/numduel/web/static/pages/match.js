// A match: the board, one sentence above it, the last moves and a few controls below.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { controls } from "../match/controls.js";
import { Menu } from "../match/menu.js";
import { connection, invitation, players, requests } from "../match/notices.js";
import { Playing } from "../match/playing.js";
import { moveList } from "../parts/moves.js";
import { headlineView } from "../parts/played_board.js";
import { RulesDialog } from "../parts/rules.js";
import { truthPanel } from "../parts/truth.js";
import { isTurnOf, isWaiting, moverOf, nameIn } from "../words.js";
import { lostView } from "../parts/faults.js";

/** @param {string} id @param {import("../app.js").Frame} frame @returns {Page} */
export function matchPage(id, frame) {
  const playing = new Playing(id, frame);
  const rules = new RulesDialog(frame.redraw);
  const menu = new Menu(frame.redraw, (level) => playing.beginAtLevel(level));
  const isWide = matchMedia("(min-width: 960px)").matches;

  const title = () => {
    const { match } = playing;
    if (!match) return "";
    const isYours = match.mode !== "screen" && isTurnOf(match);
    return isYours ? `Your turn · ${match.title}` : match.title;
  };

  const view = () => {
    if (playing.missing) return lostView(playing.missing, frame.again);
    const { match, board, live, review } = playing;
    const props = playing.props();
    if (!match || !props || !board) return html`<p class="quiet">One moment …</p>${connection(live)}`;
    const position = playing.past ?? match;
    const decided = playing.decided ? html`<p class="turning-point">${playing.decided}</p>` : nothing;
    const say = (/** @type {string} */ sentence) => playing.say(sentence);
    // After a rematch with swapped seats everybody keeps their colour.
    const names = ["play", match.outcome ? "over" : "", review.isOpen ? "reviewing" : "", match.seats[1].colour === 2 ? "swapped" : ""];
    return html`<div class=${names.join(" ")}>
      <div class="stage">
        ${players(match, {
          nameOf: props.nameOf,
          isAway: (player) => playing.presence.isAway(player),
          openRules: () => rules.open(match.game, say, match.options),
          openMenu: () => menu.open(match),
        })}
        ${isWonByYou(match) && !playing.past ? wonView(match) : headlineView(position.headline, toneOf(match, position))}
        <div class="table">${board.view(props)} ${invitation(match, say)}</div>
        <div class="told">
          <p class="last-move">${playing.below(review.isOpen ? html`${lastMoves(match, position)} ${partnerOf(props)}` : lastMoves(match, position))}</p>
          ${isWide ? nothing : decided}
        </div>
        ${review.isOpen
          ? review.steps(match, position, () => playing.closeReview())
          : controls(match, {
              deeds: playing.deeds,
              doubt: playing.doubt,
              answer: playing.answer,
              suggestions: playing.suggestions,
              isBusy: live.pending !== null,
            })}
        <div class="notices">${connection(live)} ${requests(match, (what, body) => live.ask(what, body))}</div>
      </div>
      <aside class="beside" aria-label="Beside the board">
        ${isWide ? decided : nothing} ${review.view(match, { position, nameOf: props.nameOf, say })}
        ${match.truth.on && !playing.isEndShown
          ? truthPanel({
              truth: playing.truths.of(position.moves),
              isWhyOpen: playing.isWhyOpen,
              toggleWhy: playing.toggleWhy,
              nameOf: props.nameOf,
              you: match.you.length === 1 ? match.you[0] : undefined,
              listMoves: !board.showsMarks,
            })
          : nothing}
        ${review.isOpen
          ? nothing
          : html`<details class="panel move-panel" ?open=${isWide}><summary><h2>Moves</h2></summary>${moveList(match.moves, { done: match.done, costly: match.spent })}</details>`}
      </aside>
      ${rules.view()} ${menu.view(match)}
    </div>`;
  };

  return { title, view, key: ({ key }) => playing.key(key), leave: () => playing.close() };
}

/** @param {Snapshot} match */
function isWonByYou({ outcome, you }) {
  return outcome !== null && you.length === 1 && outcome.winner === you[0];
}

/** @param {Snapshot} match */
function wonView({ outcome, you }) {
  return html`<h1 class="headline won player-${you[0]}"><b>You won!</b> <span class="how">${outcome?.reason}.</span></h1>`;
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

/** The number that the last one is paired with. @param {BoardProps} props */
function partnerOf({ pairs, position }) {
  const last = Number(position.moves.at(-1));
  const pair = pairs.find((numbers) => numbers.includes(last));
  return pair ? html`Its partner is <b>${pair[0] === last ? pair[1] : pair[0]}</b>.` : nothing;
}

/** The colour of the player the sentence is about. @param {Snapshot} match @param {Position} position */
function toneOf(match, { outcome, to_move }) {
  const player = isWaiting(match) ? null : (outcome?.winner ?? to_move);
  return player ? `player-${player}` : "";
}
