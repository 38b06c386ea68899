// A duel: its rules, a board to try, and what is known of it and the rulings in folded sections.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { findGame, getFacts, getTruth } from "../api.js";
import { AnalysisBoard } from "../parts/analysis_board.js";
import { markdown } from "../parts/markdown.js";
import { rulesView } from "../parts/rules.js";
import { seenBy } from "../parts/truth.js";
import { Setup } from "../setup/setup.js";
import { asPlayer, capital } from "../words.js";
import { lostView } from "../parts/faults.js";

/** @param {string} slug @param {import("../app.js").Frame} frame @returns {Page} */
export function gamePage(slug, frame) {
  /** @type {GameShape | undefined} */
  let game;
  /** @type {AnalysisBoard | null} */
  let analysis = null;
  /** @type {PositionTruth | null} */
  let start = null;
  /** @type {Audit | null} */
  let audited = null;
  let isLooking = false;
  /** @type {Setup | null} */
  let setup = null;
  /** @type {Error | null} */
  let fault = null;
  const findFigures = async () => {
    if (audited) return;
    isLooking = true;
    frame.redraw();
    audited = await getFacts(slug).catch(() => null); // the figures are optional
    isLooking = false;
    frame.redraw();
  };
  findGame(slug)
    .then((found) => {
      game = found;
      if (!found) throw new Error(`There is no duel called “${slug}”.`);
      setup = new Setup(found, frame);
      analysis = new AnalysisBoard(slug, { redraw: frame.redraw, showsTruth: false });
      frame.redraw();
      return getTruth({ game: slug, options: {}, moves: [] });
    })
    .then((known) => {
      start = known;
    })
    .catch((problem) => {
      fault = problem;
    })
    .finally(frame.redraw);
  return {
    title: () => game?.title ?? "",
    key: (event) => analysis?.key(event.key) ?? false,
    view: () => {
      if (fault) return lostView(fault, frame.again);
      if (!game || !analysis || !setup) return html`<p class="quiet">One moment …</p>`;
      return html`<div class="game">
        <h1>${game.title}</h1>
        <p class="summary">${game.summary}</p>
        <section class="rules" aria-label="Rules"><h2>Rules</h2>${rulesView(game.rule_book)}</section>
        <section class="start panel" aria-labelledby="start-title">
          <h2 id="start-title">Play it</h2>
          ${setup.view()}
          <p><a href="/sheets?game=${slug}">Boards and puzzles to print</a></p>
        </section>
        <section class="try" aria-label="A board to try">
          <p class="quiet">Try it here, for both sides:</p>
          ${analysis.view(2)}</section>
        <section class="rules">
          <details @toggle=${findFigures}>
            <summary>Who wins, and how good a game it is</summary>
            ${start ? facts(start) : nothing} ${audited ? figures(audited) : nothing}
            ${isLooking ? html`<p class="quiet">One moment …</p>` : nothing}
          </details>
          ${rulings(game.rule_book)}
        </section>
      </div>`;
    },
  };
}

/** The rulings on unclear points. @param {RuleBookShape} book */
function rulings({ about_rulings, rulings }) {
  if (!rulings.length) return nothing;
  return html`<details class="rulings">
    <summary>Rulings</summary>
    ${markdown(about_rulings)}
    <dl>${rulings.map(({ code, text }) => html`<div><dt>${code}</dt><dd>${markdown(text)}</dd></div>`)}</dl>
  </details>`;
}

/** What is known of the duel as it begins. @param {PositionTruth} start */
function facts({ verdict, winner, to_move, why }) {
  if (winner === null) return nothing;
  return html`<p>${verdict}</p>
    <p>${seenBy(asPlayer(to_move ?? 1))} ${why.sentences.join(" ")}</p>`;
}

/** How good a game it is. @param {Audit} audited */
function figures({ judgement, rows }) {
  return html`<p>${capital(judgement)}</p>
    <table>
      ${rows.map(({ label, figure }) => html`<tr><th scope="row">${label}</th><td>${figure}</td></tr>`)}
    </table>`;
}
