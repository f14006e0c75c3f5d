/** Charts of the ranges that come with the package, by table, situation and position. */

import { api } from "../api.js";
import { choices, fill, h } from "../dom.js";
import { chartView } from "./chart_view.js";
import { lineList, sendToSolve } from "./line_list.js";

const NAMES = { 2: "Heads-up", 6: "Six players", 9: "Nine players" };
const BASIS =
  "Simple ranges made by a rule: the shares of hands that common charts agree on, filled in a fixed order of hand classes. They are not an equilibrium and their error is unknown; the error of solved strategies is known.";

/** Create the view; `onchange(state)` is called with what is shown, for the address. */
export async function bundledView(state, onchange) {
  const tables = await api.get("/preflop/tables");
  const chosen = {
    players: Number(state.players) || 6,
    stack: Number(state.stack) || 100,
    situation: state.situation ?? "first in",
    position: state.position ?? "BTN",
    against: state.against ?? null,
  };
  const chart = chartView();
  const lines = lineList((line) =>
    sendToSolve(`/preflop/tables/${chosen.players}/${chosen.stack}/lines/${line.number}/spot`),
  );
  const controls = h("div", { class: "preflop-controls" });
  let table = null;
  let loading = 0; // number of the last request

  async function load() {
    if (!tables.some((each) => each.players === chosen.players && each.stack === chosen.stack))
      chosen.stack = 100;
    table = await api.get(`/preflop/tables/${chosen.players}/${chosen.stack}`);
    await draw();
  }

  /** Replace a choice without a chart by the nearest one. */
  function settle() {
    const { charts } = table;
    const fits = (...names) =>
      charts.filter((each) => names.every((name) => each[name] === chosen[name]));
    if (!fits("situation").length) chosen.situation = charts[0].situation;
    if (!fits("situation", "position").length) chosen.position = fits("situation").at(-1).position;
    const left = fits("situation", "position");
    if (!left.some((each) => each.against === chosen.against)) chosen.against = left.at(-1).against;
    return left.find((each) => each.against === chosen.against);
  }

  function picked(name) {
    return (value) => {
      chosen[name] = value;
      draw(name);
    };
  }

  async function draw(focus = null) {
    const facts = settle();
    const { charts } = table;
    const unique = (name, rows) =>
      [...new Set(rows.map((each) => each[name]))]
        .filter((value) => value !== null)
        .map((value) => [value, value]);
    const same = charts.filter((each) => each.situation === chosen.situation);
    const against = unique(
      "against",
      same.filter((each) => each.position === chosen.position),
    );
    fill(
      controls,
      group(
        "Table",
        choices(
          "Table",
          [2, 6, 9].map((players) => [String(players), NAMES[players]]),
          String(chosen.players),
          (value) => {
            chosen.players = Number(value);
            load();
          },
        ),
      ),
      group(
        "Stack",
        choices(
          "Stack",
          tables
            .filter((each) => each.players === chosen.players)
            .map((each) => [String(each.stack), `${each.stack} bb`]),
          String(chosen.stack),
          (value) => {
            chosen.stack = Number(value);
            load();
          },
        ),
      ),
      group(
        "Situation",
        choices("Situation", unique("situation", charts), chosen.situation, picked("situation")),
      ),
      group(
        "Position",
        choices("Position", unique("position", same), chosen.position, picked("position")),
      ),
      against.length
        ? group("Against", choices("Against", against, chosen.against, picked("against")))
        : null,
    );
    if (focus)
      controls
        .querySelector(
          `[aria-label="${focus[0].toUpperCase()}${focus.slice(1)}"] [aria-checked="true"]`,
        )
        ?.focus();
    onchange({ source: "ranges", ...chosen });
    lines.draw(
      table.lines.filter(
        (line) =>
          line.positions.includes(chosen.position) &&
          (!chosen.against || line.positions.includes(chosen.against)),
      ),
    );
    const request = ++loading;
    const found = await api.get(
      `/preflop/tables/${chosen.players}/${chosen.stack}/charts/${facts.number}`,
    );
    if (request === loading) chart.draw(found);
  }

  await load();
  return h(
    "div",
    { class: "stack" },
    controls,
    h("p", { class: "note" }, BASIS),
    h("div", { class: "preflop-layout" }, chart.element, lines.element),
  );
}

function group(title, control) {
  return h("div", { class: "control" }, h("span", { class: "muted small" }, title), control);
}
