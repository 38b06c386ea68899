// Notices below the board: a lost connection, the other player's requests; and an invitation over it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { recall } from "../browser/storage.js";
import { copyLink, isLoopback, sharedOrigin } from "../parts/copy.js";
import { isWaiting, nameIn, otherThan } from "../words.js";

/** @param {import("./live.js").LiveMatch} live */
export function connection(live) {
  if (!live.isLost) return nothing;
  const kept = live.pending ? " Your move is kept and goes out as soon as it is back." : "";
  return html`<div class="notice" id="connection" role="status">
    <span>${live.trouble} Trying again …${kept}</span>
    <button type="button" class="button" @click=${live.retryNow}>Try now</button>
  </div>`;
}

/** The link for a friend, while a seat is free. @param {Snapshot} match @param {(sentence: string) => void} say */
export function invitation(match, say) {
  if (!isWaiting(match)) return nothing;
  const path = recall(`link.${match.id}`);
  if (!match.you.length || !path) {
    const host = match.you.length ? "" : nameIn(match, match.seats[1].is_taken ? 1 : 2);
    return html`<p class="panel invitation">One seat is still free. ${host
        ? `Ask ${host} for the link.`
        : "The link for it is in the browser in which you started the match."}</p>`;
  }
  return html`<section class="panel invitation">
    <h2>Send this link to your friend</h2>
    ${copyLink({ label: "Whoever opens it first plays against you.", path, id: "seat-link", say, title: match.title })}
    ${isLoopback(new URL(sharedOrigin()).hostname) ? onlyHere() : nothing}
    <details>
      <summary>A link for spectators</summary>
      ${copyLink({ label: "Whoever opens it watches.", path: `/m/${match.id}`, id: "watch-link", say, title: match.title })}
    </details>
  </section>`;
}

function onlyHere() {
  return html`<div>
    <p>
      This link works on this computer only (${location.hostname}), for example in another browser.
    </p>
    <details>
      <summary>How to let others in</summary>
      <p>In your own network, stop the server and start it again with <code>numduel serve --lan</code>.</p>
      <p>For the internet, put a reverse proxy with HTTPS in front: <code>docs/operating.md</code> shows how.</p>
    </details>
  </div>`;
}

/**
 * The other player's request.
 * @param {Snapshot} match
 * @param {(what: string, body: object) => void} ask
 */
export function requests(match, ask) {
  if (match.mode !== "link" || !match.you.length) return nothing;
  const mine = match.you[0];
  const other = nameIn(match, otherThan(mine));
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
      question(`${other} would like to see the best moves. You would both see them.`, [
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

/** Says that the other player declined a request. @param {Snapshot} before @param {Snapshot} match */
export function declined(before, match) {
  if (match.mode !== "link" || !match.you.length) return "";
  const mine = match.you[0];
  const other = nameIn(match, otherThan(mine));
  if (before.takeback === mine && match.takeback === null) return `${other} would rather not take the move back.`;
  const hadAsked = before.truth.asked.includes(mine) && !before.truth.on;
  if (hadAsked && !match.truth.asked.length) return `${other} would rather play without the best moves.`;
  return "";
}

/**
 * The players, the score of their series, and two buttons.
 * @param {Snapshot} match
 * @param {{nameOf: (player: PlayerNumber) => string, isAway: (player: PlayerNumber) => boolean,
 *   openRules: () => void, openMenu: () => void}} about
 */
export function players(match, { nameOf, isAway, openRules, openMenu }) {
  const { seats } = match;
  const isSeries = seats[1].wins + seats[2].wins > 0;
  const one = (/** @type {PlayerNumber} */ player) =>
    html`<span class="plate player-${player} ${match.to_move === player ? "turn" : ""}" data-player=${player}
      ><span class="dot" aria-hidden="true"></span><span class="who">${nameOf(player)}${isAway(player) ? html` <span class="away">is away</span>` : nothing}</span>${isSeries
        ? html` <b class="wins" title="games won">${seats[player].wins}</b>`
        : nothing}</span>`;
  return html`<div class="players">
    <a class="title" href="/games/${match.game}">${match.title}</a>
    <span class="pair-of-players">${one(1)}<span class="against">against</span>${one(2)}</span>
    <span class="ways-out">
      <button type="button" class="button quiet" id="open-menu" @click=${openMenu}>Menu</button>
      <button type="button" class="button quiet" id="open-rules" @click=${openRules}>Rules</button>
    </span>
  </div>`;
}
