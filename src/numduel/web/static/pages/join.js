// The page a seat link leads to: take the seat, or only watch.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { call, newKey } from "../api.js";
import { recall, remember } from "../browser/storage.js";
import { NameField } from "../setup/name.js";
import { isWaiting } from "../words.js";
import { lostView } from "../parts/faults.js";

/** @param {string} id @param {string} token @param {import("../app.js").Frame} frame @returns {Page} */
export function joinPage(id, token, frame) {
  /** @type {Snapshot | null} */
  let match = null;
  /** @type {Error | null} */
  let missing = null;
  /** @type {Error | null} */
  let fault = null;
  const field = new NameField("guest", frame.redraw);

  call(`/api/matches/${id}`)
    .then((found) => {
      match = found;
      if (found.you.length) frame.go(`/m/${id}`, true);
    })
    .catch((problem) => {
      missing = problem;
    })
    .finally(frame.redraw);

  const sit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!(await field.keep())) return;
    // If the answer is lost, the same key gives the same seat.
    const key = recall(`key.${id}`) ?? newKey();
    remember(`key.${id}`, key);
    try {
      await call(`/api/matches/${id}/join`, { token, key, name: recall("name") });
      remember(`key.${id}`, null);
      frame.go(`/m/${id}`, true);
    } catch (problem) {
      fault = /** @type {Error} */ (problem);
      frame.redraw();
    }
  };

  return {
    title: () => "You are invited",
    view: () => {
      if (missing) return lostView(missing, frame.again);
      if (!match) return html`<p class="quiet">One moment …</p>`;
      // With a key, the seat may be taken already although the response was lost.
      if (!isWaiting(match) && !recall(`key.${id}`)) return usedUp(match);
      const host = ([1, 2].map((player) => match?.seats[/** @type {PlayerNumber} */ (player)]).find((seat) => seat?.is_taken))?.name;
      return html`<section class="invited panel">
        <h1>${host ? `${host} invites you` : "You are invited"} to ${match.title}.</h1>
        <form @submit=${sit}>
          ${field.view()}
          <p class="controls">
            <button class="button primary" type="submit">Take the seat</button>
            <a class="button" href="/m/${id}">Only watch</a>
          </p>
        </form>
        ${fault ? html`<p class="notice" role="alert">${fault.message}</p>` : nothing}
        <p><a href="/games/${match.game}">Read the rules first</a></p>
      </section>`;
    },
  };
}

/** An invitation that is no longer valid. @param {Snapshot} match */
function usedUp({ id, game, title, outcome, headline }) {
  return html`<section class="invited panel">
    <h1>${title}: ${outcome ? "this duel is over" : "this seat is taken"}.</h1>
    <p>${outcome ? headline : "The link was used already. You can watch."}</p>
    <p class="controls">
      <a class="button primary" href="/m/${id}">${outcome ? "Look at it" : "Watch"}</a>
      <a class="button" href="/games/${game}">Play another</a>
    </p>
  </section>`;
}
