// Home: what is worth playing first, each duel with a small live picture and three ways to play it.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { listGames } from "../api.js";
import { recall } from "../browser/storage.js";
import { faultNotice } from "../parts/fault.js";
import { GoOn } from "../parts/go_on.js";
import { Picture } from "../parts/picture.js";
import { NameField } from "../setup/name.js";
import { Setup } from "../setup/setup.js";
import { TOLD } from "../words.js";

/** @param {import("../app.js").Frame} frame @returns {Page} */
export function homePage(frame) {
  /** @type {{game: GameShape, setup: Setup, picture: Picture}[]} */
  let cards = [];
  /** @type {Error | null} */
  let fault = null;
  const name = new NameField("your-name", frame.redraw);
  let isLeft = false;
  const goOn = new GoOn(frame.redraw);

  const load = async () => {
    try {
      const games = await listGames();
      if (isLeft) return;
      fault = null;
      cards = inOrder(games).map((game, place) => ({
        game,
        setup: new Setup(game, frame),
        picture: new Picture(game, place, frame.redraw),
      }));
    } catch (problem) {
      fault = /** @type {Error} */ (problem);
    }
    frame.redraw();
  };
  load();

  return {
    title: () => "",
    leave: () => {
      isLeft = true;
      cards.forEach(({ picture }) => picture.stop());
    },
    view: () => html`<section class="home">
      <div class="welcome">
        <h1>${TOLD.home.title}</h1>
        <p>${TOLD.home.description}</p>
        ${name.view(until())}
      </div>
      ${fault ? faultNotice(fault, load) : nothing}
      ${recall("begun") ? nothing : firstSteps()} ${goOn.view()}
      <div class="cards">${cards.map(card)}</div>
      ${cards.length ? html`<p class="sheets-link">For paper and pencil: <a href="/sheets">boards and puzzles to print</a>.</p>` : nothing}
    </section>`,
  };
}

/** Under which name one plays while another is refused. */
function until() {
  const name = recall("name");
  return name ? `Until then you play as ${name}.` : "Until then you play without a name.";
}

/** What is offered to whoever has not played here yet. */
function firstSteps() {
  return html`<section class="first-steps" aria-labelledby="first-title">
    <h2 id="first-title">New here?</h2>
    <a class="button primary" href="/learn">Learn in three minutes</a>
    <a class="button" href="/puzzles">Try a puzzle</a>
  </section>`;
}

/** @param {{game: GameShape, setup: Setup, picture: Picture}} about */
function card({ game, setup, picture }) {
  return html`<article class="card" aria-labelledby="title-${game.slug}">
    <a class="picture" href="/games/${game.slug}" tabindex="-1" aria-hidden="true">${picture.view()}</a>
    <h2 id="title-${game.slug}">${game.title}</h2>
    ${game.foregone ? html`<p class="decided">Decided as written</p>` : nothing}
    <p class="summary">${game.summary}</p>
    ${setup.view()}
    <p class="more"><a href="/games/${game.slug}">Rules and facts<span class="unseen"> of ${game.title}</span></a></p>
  </article>`;
}

/** Duels worth playing as written come first, those not worth playing with any setting last. @param {GameShape[]} games */
function inOrder(games) {
  const rank = (/** @type {GameShape} */ game) => {
    const best = game.presets.find(({ purposes }) => purposes.includes("play"));
    if (!best) return 3;
    if (game.foregone) return 2;
    return Object.keys(best.options).length ? 1 : 0;
  };
  return games.map((game) => ({ game, rank: rank(game) })).sort((one, two) => one.rank - two.rank).map(({ game }) => game);
}
