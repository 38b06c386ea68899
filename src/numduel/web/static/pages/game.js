// A duel's rules, rulings and facts, with a board to try.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findGame, getFacts, getPosition } from "../api.js";
import { markdown } from "../parts/markdown.js";
import { defaultWishes } from "../parts/options.js";
import { ways } from "../parts/start.js";
import { Study } from "../parts/study.js";
import { asPlayer, capital, countOf, verdict } from "../words.js";
import { lostView } from "./lost.js";

/** @param {string} slug @param {import("../app.js").Frame} frame @returns {Page} */
export function gamePage(slug, frame) {
  /** @type {GameInfo | undefined} */
  let game;
  /** @type {Study | null} */
  let study = null;
  /** @type {Position | null} */
  let start = null;
  /** @type {Facts | null} */
  let audited = null;
  let fault = "";
  let refused = "";
  const fail = (/** @type {Error} */ problem) => {
    refused = problem.message;
    frame.redraw();
  };
  const showFigures = () =>
    getFacts(slug)
      .then((found) => {
        audited = found;
      })
      .catch(() => null) // the page is whole without the figures
      .finally(frame.redraw);
  findGame(slug)
    .then((found) => {
      game = found;
      if (!found) fault = `There is no duel called “${slug}”.`;
      else study = new Study({ game: slug, options: {}, moves: [] }, { redraw: frame.redraw, showsTruth: false });
    })
    .then(() => (fault ? null : getPosition({ game: slug, options: {}, moves: [] }, true)))
    .then((known) => {
      start = known;
      if (known) showFigures();
    })
    .catch((problem) => {
      fault = problem.message;
    })
    .finally(frame.redraw);
  return {
    title: () => game?.title ?? "",
    key: (event) => study?.key(event.key) ?? false,
    view: () => {
      if (fault) return lostView(fault);
      if (!game || !study) return html`<p class="quiet">One moment …</p>`;
      return html`<div class="game">
        <h1>${game.title}</h1>
        <p class="summary">${game.summary}</p>
        ${ways(game, defaultWishes(game), { go: frame.go, fail })}
        ${refused ? html`<p class="notice" role="alert">${refused}</p>` : nothing}
        <section class="try" aria-label="A board to try">
          <p class="quiet">Try it here, for both sides:</p>
          ${study.view(2)}</section>
        <section class="rules">${start ? facts(start) : nothing}${audited ? figures(audited) : nothing}${markdown(sectioned(game))}</section>
      </div>`;
    },
  };
}

/** What is known of the duel as it begins. @param {Position} start */
function facts({ analysis, why, to_move }) {
  if (!analysis || analysis.winner === null || to_move === null) return nothing;
  const wins = analysis.choices.filter((choice) => choice.winner === to_move).length;
  const openings = `${wins} of ${countOf(analysis.choices.length, "opening")} ${wins === 1 ? "wins" : "win"}.`;
  return html`<h2>Who wins</h2>
    <p>${verdict(analysis, to_move, asPlayer).text} ${openings}</p>
    ${why?.sentences.length ? html`<p>As Player ${to_move} sees it: ${why.sentences.join(" ")}</p>` : nothing}`;
}

/** How good a game it is. @param {Facts} audited */
function figures({ judgement, figures }) {
  const row = (/** @type {{label: string, figure: string}} */ { label, figure }) =>
    html`<tr><th scope="row">${label}</th><td>${figure}</td></tr>`;
  return html`<h2>Is it a good game?</h2>
    <p>${capital(judgement)}</p>
    <table class="figures">${figures.map(row)}</table>`;
}

/** A rule book opens with its title, then has an example, options and rulings: each gets a heading. @param {GameInfo} game */
function sectioned({ rules, title }) {
  return rules
    .replace(/^\s*#*\s*(.*)\n/, (whole, first) => (first.startsWith(title) ? "# Rules\n" : whole))
    .replace(/^Example(?:, ([^:\n]*))?: */gm, (_, from) => `# Example\n\n${from ? `${capital(from)}: ` : ""}`)
    .replace(/^Options: */gm, "# Options\n\n")
    .replace(/^Rulings[^:]*:\n/gm, "# Rulings\n\n");
}
