// Notices above the board: a lost connection, an invitation, what the other player asks for.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { recall } from "../keep.js";
import { copyLink } from "../parts/copy.js";
import { nameIn, yourMove } from "../words.js";

/** @param {import("./live.js").LiveMatch} live */
export function connection(live) {
  if (!live.isLost) return nothing;
  const kept = live.pending ? ` ${yourMove(live.pending.move)} is kept and goes out as soon as it is back.` : "";
  return html`<div class="notice" id="connection" role="status">
    <span>${live.trouble} Trying again …${kept}</span>
    <button type="button" class="button" @click=${live.retryNow}>Try now</button>
  </div>`;
}

/** The link for a friend, while a seat is free. @param {Snapshot} match @param {(sentence: string) => void} say */
export function invitation(match, say) {
  const isWaiting = !match.seats[1].is_taken || !match.seats[2].is_taken;
  if (match.mode !== "link" || !isWaiting || match.outcome) return nothing;
  const path = recall(`link.${match.id}`);
  if (!match.you.length || !path) return html`<p class="notice invitation">One seat is still free.</p>`;
  return html`<section class="panel invitation">
    <h2>Waiting for your friend</h2>
    ${copyLink({ label: "Send this link: it gives the other seat.", path, id: "seat-link", say })}
    <details>
      <summary>A link for those who only watch</summary>
      ${copyLink({ label: "It shows the duel and gives no seat.", path: `/m/${match.id}`, id: "watch-link", say })}
    </details>
  </section>`;
}

/**
 * What the other player asks for.
 * @param {Snapshot} match
 * @param {(what: string, body: object) => void} ask
 */
export function requests(match, ask) {
  if (match.mode !== "link" || !match.you.length) return nothing;
  const mine = match.you[0];
  const other = nameIn(match, mine === 1 ? 2 : 1);
  const pieces = [];
  if (match.takeback === mine) pieces.push(html`<p class="notice">You asked ${other} for a take-back.</p>`);
  if (match.takeback && match.takeback !== mine) {
    pieces.push(
      question(`${other} would like to take a move back.`, [
        ["Agree", () => ask("takeback", { action: "agree" })],
        ["Decline", () => ask("takeback", { action: "decline" })],
      ]),
    );
  }
  const wantsTruth = !match.truth.on && match.truth.asked.some((player) => player !== mine);
  if (wantsTruth && !match.outcome) {
    pieces.push(
      question(`${other} would like to see the truth. Both of you would see it.`, [
        ["Agree", () => ask("truth", { on: true })],
        ["Decline", () => ask("truth", { on: false })],
      ]),
    );
  }
  if (match.outcome && !match.next && match.rematch.some((player) => player !== mine)) {
    pieces.push(html`<p class="notice">${other} would like a rematch.</p>`);
  }
  return pieces;
}

/** @param {string} sentence @param {[string, () => void][]} answers */
function question(sentence, answers) {
  return html`<div class="notice question" role="group" aria-label=${sentence}>
    <span>${sentence}</span>
    ${answers.map(([text, answer]) => html`<button type="button" class="button" @click=${answer}>${text}</button>`)}
  </div>`;
}

/** Who plays whom, quietly. @param {Snapshot} match @param {(player: PlayerNumber) => string} nameOf */
export function players(match, nameOf) {
  const one = (/** @type {PlayerNumber} */ player) =>
    html`<span class="plate player-${player} ${match.to_move === player ? "turn" : ""}" data-player=${player}
      ><span class="dot" aria-hidden="true"></span>${nameOf(player)}</span>`;
  return html`<p class="players">
    <a class="title" href="/games/${match.game}">${match.title}</a>${one(1)}<span class="against">against</span>${one(2)}
  </p>`;
}
