// Home: every duel with a small live picture, and three ways to play it, one click each.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { listGames, positionLink } from "../api.js";
import { recall, remember, unfinished } from "../keep.js";
import { changedOptions, defaultWishes, optionFields, seatFields } from "../parts/options.js";
import { Picture } from "../parts/picture.js";
import { ways } from "../parts/start.js";

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function homePage(frame) {
  /** @type {GameInfo[]} */
  let games = [];
  let fault = "";
  /** @type {Map<string, import("../parts/options.js").Wishes>} */
  const wishes = new Map();
  /** @type {Map<string, Picture>} */
  const pictures = new Map();
  let name = recall("name") ?? "";
  let isLeft = false;

  const load = async () => {
    try {
      games = await listGames();
      if (isLeft) return;
      fault = "";
      games.forEach((game, place) => {
        wishes.set(game.slug, defaultWishes(game));
        pictures.set(game.slug, new Picture(game, place, frame.redraw));
      });
    } catch (problem) {
      fault = /** @type {Error} */ (problem).message;
    }
    frame.redraw();
  };
  load();

  const then = {
    go: frame.go,
    fail: (/** @type {string} */ sentence) => {
      fault = sentence;
      frame.redraw();
      scrollTo(0, 0);
    },
  };

  /** @param {GameInfo} game */
  const card = (game) => {
    const wish = wishes.get(game.slug) ?? defaultWishes(game);
    const change = (/** @type {import("../parts/options.js").Wishes} */ changed) => {
      wishes.set(game.slug, changed);
      frame.redraw();
    };
    return html`<article class="card" aria-labelledby="title-${game.slug}">
      <a class="picture" href="/games/${game.slug}" tabindex="-1" aria-hidden="true">${pictures.get(game.slug)?.view()}</a>
      <h2 id="title-${game.slug}">${game.title}</h2>
      <p class="summary">${game.summary}</p>
      ${ways(game, wish, then)}
      <details>
        <summary>Options<span class="unseen"> of ${game.title}</span></summary>
        <div class="fields">
          ${optionFields(game, wish.options, (field, value) =>
            change({ ...wish, options: { ...wish.options, [field]: value } }),
          )}
          ${seatFields(game, wish, change)}
        </div>
        <p><a href=${positionLink({ game: game.slug, options: changedOptions(game, wish.options), moves: [] })}>Look at it on the analysis board</a></p>
      </details>
      <p class="more"><a href="/games/${game.slug}">Rules and facts<span class="unseen"> of ${game.title}</span></a></p>
    </article>`;
  };

  const goOn = () => {
    const open = unfinished();
    if (!open.length) return nothing;
    return html`<section class="go-on" aria-labelledby="go-on-title">
      <h2 id="go-on-title">Go on playing</h2>
      <ul>
        ${open.map(({ id, title, against }) => html`<li><a href="/m/${id}">${title}</a> ${against}</li>`)}
      </ul>
    </section>`;
  };

  return {
    title: () => "",
    leave: () => {
      isLeft = true;
      pictures.forEach((picture) => picture.stop());
    },
    view: () => html`<section class="home">
      <div class="welcome">
        <h1>Small number duels, and the exact truth about them.</h1>
        <p>
          Play at once: no sign-up, nothing to install. Ask at any time who is winning, and why. Or
          try <a href="/puzzles">a puzzle</a>.
        </p>
        <label class="your-name"
          >Your name, if you like
          <input
            autocomplete="nickname"
            maxlength="24"
            .value=${name}
            @change=${(/** @type {Event} */ event) => {
              name = /** @type {HTMLInputElement} */ (event.target).value.trim();
              remember("name", name || null);
            }}
        /></label>
      </div>
      ${fault ? html`<p class="notice" role="alert">${fault} <button type="button" class="button" @click=${load}>Try again</button></p>` : nothing}
      ${goOn()}
      <div class="cards">${games.map(card)}</div>
    </section>`,
  };
}
