// Home: every duel with a small live picture, and three ways to play it, one click each.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { Refused, getOptions, listGames, positionLink } from "../api.js";
import { recall, remember, unfinished } from "../keep.js";
import { changedOptions, defaultWishes, focusOption, optionFields, presetField, seatFields } from "../parts/options.js";
import { Picture } from "../parts/picture.js";
import { ways } from "../parts/start.js";

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function homePage(frame) {
  /** @type {GameShape[]} */
  let games = [];
  let fault = "";
  /** @type {Map<string, import("../parts/options.js").Wishes>} */
  const wishes = new Map();
  /** @type {Map<string, OptionShape[]>} each duel's options, with the bounds that hold now */
  const fields = new Map();
  /** @type {Map<string, string>} the option of each duel that was changed last */
  const touched = new Map();
  /** @type {Map<string, {sentence: string, field: string | null}>} why a duel could not begin */
  const troubles = new Map();
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

  /** What cannot begin says so in its card, at the option to mend. @param {GameShape} game */
  const then = (game) => ({
    go: frame.go,
    fail: (/** @type {Error} */ problem) => {
      const isOption = problem instanceof Refused && problem.status === 422;
      const field = (isOption && touched.get(game.slug)) || null;
      troubles.set(game.slug, { sentence: problem.message, field });
      frame.redraw();
      if (field) focusOption(game, field);
    },
  });

  /** One option may limit another. @param {GameShape} game */
  const findBounds = async (game) => {
    const wish = wishes.get(game.slug) ?? defaultWishes(game);
    try {
      const found = await getOptions(game.slug, changedOptions(game, wish.options));
      if (wishes.get(game.slug)?.options !== wish.options) return; // they were changed meanwhile
      fields.set(game.slug, found);
      frame.redraw();
    } catch {
      // Each option keeps the bounds that it has by itself.
    }
  };

  /** @param {GameShape} game */
  const card = (game) => {
    const wish = wishes.get(game.slug) ?? defaultWishes(game);
    const change = (/** @type {import("../parts/options.js").Wishes} */ changed) => {
      wishes.set(game.slug, changed);
      frame.redraw();
    };
    const trouble = troubles.get(game.slug);
    const choose = (/** @type {Options} */ options) => {
      troubles.delete(game.slug);
      change({ ...wish, options });
      findBounds(game);
    };
    const set = (/** @type {string} */ field, /** @type {number | boolean | string} */ value) => {
      touched.set(game.slug, field);
      choose({ ...wish.options, [field]: value });
    };
    return html`<article class="card" aria-labelledby="title-${game.slug}">
      <a class="picture" href="/games/${game.slug}" tabindex="-1" aria-hidden="true">${pictures.get(game.slug)?.view()}</a>
      <h2 id="title-${game.slug}">${game.title}</h2>
      <p class="summary">${game.summary}</p>
      ${ways(game, wish, then(game))}
      ${trouble && !trouble.field ? html`<p class="notice" role="alert">${trouble.sentence}</p>` : nothing}
      <details @toggle=${() => findBounds(game)}>
        <summary>Options<span class="unseen"> of ${game.title}</span></summary>
        <div class="fields">
          ${presetField(game, wish.options, choose)}
          ${optionFields(game, {
            fields: fields.get(game.slug) ?? game.options,
            options: wish.options,
            refusal: trouble?.field ? { sentence: trouble.sentence, field: trouble.field } : null,
            change: set,
          })}
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
