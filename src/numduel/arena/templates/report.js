"use strict";

// Everything shown comes from players and is put in as text, never as markup.
const find = (id) => document.getElementById(id);

function make(tag, text, look) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (look) element.className = look;
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

async function unpack() {
  const bytes = Uint8Array.from(atob(find("replays").textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function start(data) {
  let record = null;

  const before = (ply) => data.positions[record.at[ply]];
  const isForfeit = (one) => one.moves.length > 0 && one.moves.at(-1) === null && !one.is_broken;
  const versus = (one) => one.players.join(" against ");

  function fill(select, options) {
    select.replaceChildren(...options.map(([value, text]) => {
      const option = make("option", text);
      option.value = value;
      return option;
    }));
  }

  function listRecords() {
    const [game, player, kind] = ["game", "player", "kind"].map((name) => find(`which-${name}`).value);
    const shown = data.records
      .map((one, place) => [place, one])
      .filter(([, one]) => (game === "" || one.game === Number(game))
        && (player === "" || one.players.includes(player))
        && (kind !== "forfeit" || isForfeit(one))
        && (kind !== "broken" || one.is_broken)
        && (kind !== "mistake" || Object.keys(one.mistakes).length > 0));
    fill(find("which-record"), shown.map(([place, one]) => [
      place,
      `${data.games[one.game]}, round ${one.round}: ${versus(one)}`,
    ]));
    record = shown.length ? shown[0][1] : null;
    showRecord();
  }

  function showRecord() {
    for (const id of ["history", "value", "words", "choices", "said"]) find(id).replaceChildren();
    if (record === null) {
      find("summary").textContent = "There is no such game.";
      return;
    }
    const seats = record.players.length === 1
      ? [make("span", record.players[0], "alone")]
      : record.players.map((name, place) => make("span", `Player ${place + 1}: ${name}`, place ? "two" : "one"));
    find("summary").replaceChildren(...seats, document.createTextNode(record.ending));
    find("ply").max = record.at.length - 1;
    find("ply").value = 0;
    showPly();
  }

  // Across in percentages, so that the moves stand above the slider's places at every width.
  function showHistory(ply) {
    const plies = Math.max(1, record.at.length - 1);
    const x = (number) => `${(100 * number) / plies}%`;
    const y = (winner) => (winner === 1 ? 20 : winner === 2 ? 60 : 40);
    const line = (x1, x2, y1, y2, look) => draw("line", { x1, x2, y1, y2, class: look });
    const parts = [
      draw("rect", { x: 0, y: 0, width: "100%", height: 40, class: "band player-1" }),
      draw("rect", { x: 0, y: 40, width: "100%", height: 40, class: "band player-2" }),
    ];
    for (let number = 0; number < record.at.length - 1; number += 1) {
      const [level, next] = [y(before(number).winner), y(before(number + 1).winner)];
      parts.push(line(x(number), x(number + 1), level, level, "step"));
      parts.push(line(x(number + 1), x(number + 1), level, next, "step"));
    }
    parts.push(line(x(ply), x(ply), 0, 96, "now"));
    for (const [number, told] of Object.entries(record.mistakes)) {
      const [cx, cy] = [x(Number(number)), y(before(Number(number)).winner)];
      const mark = draw("g", {});
      mark.append(
        draw("title", {}, told),
        draw("circle", { cx, cy, r: 10, class: "mistake" }),
        draw("text", { x: cx, y: cy + 5, "text-anchor": "middle" }, "?"),
      );
      parts.push(mark);
    }
    find("history").replaceChildren(...parts);
  }

  function showPly() {
    const ply = Number(find("ply").value);
    const position = before(ply);
    showHistory(ply);
    find("back").disabled = ply === 0;
    find("forward").disabled = ply === record.at.length - 1;
    find("words").textContent = position.words.join("\n");
    find("value").textContent = `${record.first + ply ? `After move ${record.first + ply}` : "At the start"}. ${position.verdict}`;
    find("choices").replaceChildren(...position.choices.map(({ move, name, mark, winner }) => {
      const tile = make("li", name, winner === position.to_move ? "winning" : "");
      tile.append(make("span", mark));
      if (record.moves[ply] === move) tile.classList.add("played");
      return tile;
    }));
    find("said").replaceChildren(...(record.attempts[ply] ?? []).map(showAttempt));
  }

  function showAttempt(attempt) {
    const box = make("div", undefined, "said");
    const tokens = attempt.tokens_read == null ? "" : `, ${attempt.tokens_read} tokens read and ${attempt.tokens_written} written`;
    box.append(make("p", `${attempt.failure ? `Failed: ${attempt.failure}` : "Answered"} (${attempt.seconds} s${tokens})`));
    for (const name of ["reply", "partial", "refusal", "fault"]) {
      if (attempt[name]) box.append(make("pre", attempt[name]));
    }
    for (const [name, told] of [["reasoning", "What it thought"], ["tool_calls", "The tools that it called"], ["prompt", "What it was told"]]) {
      if (!attempt[name]) continue;
      const details = make("details");
      details.append(make("summary", told), make("pre", attempt[name]));
      box.append(details);
    }
    return box;
  }

  function move(by) {
    find("ply").value = Number(find("ply").value) + by;
    showPly();
  }

  const players = [...new Set(data.records.flatMap((one) => one.players))];
  fill(find("which-game"), [["", "all"], ...data.games.map((game, place) => [place, game])]);
  fill(find("which-player"), [["", "all"], ...players.map((name) => [name, name])]);
  for (const name of ["game", "player", "kind"]) find(`which-${name}`).addEventListener("change", listRecords);
  find("which-record").addEventListener("change", (event) => {
    record = data.records[Number(event.target.value)];
    showRecord();
  });
  find("ply").addEventListener("input", showPly);
  find("back").addEventListener("click", () => move(-1));
  find("forward").addEventListener("click", () => move(1));
  listRecords();
}

unpack().then(start, () => {
  find("summary").textContent = "The replay needs a newer browser.";
});
