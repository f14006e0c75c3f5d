/** Charts of the ranges that come with the package, by table, situation and position. */

import { AddressError, addressOf, oneOf, text } from "../address.js";
import { api } from "../api.js";
import { choices, fill, h, lastRequest, note } from "../dom.js";
import { capitalised } from "../format.js";
import { chartFields, chartView } from "./chart_view.js";
import { lineList, sendToSolve } from "./line_list.js";

const NAMES = { 2: "Heads-up", 6: "Six players", 9: "Nine players" };
const BASIS =
  "Derived from solved charts: one range for each position and action, whatever the sizes. Charts " +
  "by stack has every decision of these charts, with sizes, EVs and errors.";

/** Return the parts of the address. */
export function bundledFields() {
  return {
    players: oneOf(Object.keys(NAMES), "6"),
    stack: text("100"), // big blinds
    situation: text("first in"),
    position: text("BTN"),
    against: text(null),
    ...chartFields(),
  };
}

/** Create the view of the chart that the address names. */
export async function bundledView(state) {
  const tables = await api.get("/preflop/tables");
  const { values: chosen } = state;
  const address = () => `/preflop/tables/${chosen.players}/${chosen.stack}`;
  const begin = lastRequest();
  const chart = chartView(state);
  const lines = lineList((line) => sendToSolve(`${address()}/lines/${line.number}/spot`));
  const controls = h("div", { class: "preflop-controls" });
  let table = null;

  async function load() {
    if (!isTableKnown(tables, chosen)) chosen.stack = "100";
    table = await api.get(address());
    await draw();
  }

  async function draw(focus = null, options = {}) {
    const facts = settle(chosen, table.charts);
    fill(controls, tableControls(tables, chosen, load), chartControls(table.charts, chosen, draw));
    if (focus)
      controls.querySelector(`[aria-label="${capitalised(focus)}"] [aria-checked="true"]`)?.focus();
    state.note(options);
    lines.draw(linesOf(table, chosen));
    const isLast = begin();
    const found = await api.get(`${address()}/charts/${facts.number}`);
    if (isLast()) chart.draw(found);
  }

  if (!isTableKnown(tables, chosen)) throw noChart(chosen);
  table = await api.get(address());
  const named = { ...chosen };
  settle(chosen, table.charts);
  if ([...state.given].some((name) => chosen[name] !== named[name])) throw noChart(named);
  await draw(null, { isReplaced: true });
  return h(
    "div",
    { class: "stack" },
    controls,
    note(BASIS),
    h("div", { class: "preflop-layout" }, chart.element, lines.element),
  );
}

function isTableKnown(tables, { players, stack }) {
  return tables.some((each) => String(each.players) === players && String(each.stack) === stack);
}

/** Return an error that says that there is no chart for what the address names. */
function noChart({ players, stack, situation, position, against }) {
  const where = against === null ? position : `${position} against ${against}`;
  return new AddressError(
    `There is no chart for ${where}, ${situation}, with ${players} players and ${stack} big blinds.`,
    [
      [addressOf("preflop"), "All charts"],
      [addressOf("library"), "Library"],
    ],
  );
}

/** Replace a choice without a chart by the nearest one; return the facts of the chart. */
function settle(chosen, charts) {
  const fits = (...names) =>
    charts.filter((each) => names.every((name) => each[name] === chosen[name]));
  if (!fits("situation").length) chosen.situation = charts[0].situation;
  if (!fits("situation", "position").length) chosen.position = fits("situation").at(-1).position;
  const left = fits("situation", "position");
  if (!left.some((each) => each.against === chosen.against)) chosen.against = left.at(-1).against;
  return left.find((each) => each.against === chosen.against);
}

/** Return the lines to the flop with the chosen positions. */
function linesOf(table, { position, against }) {
  return table.lines.filter(
    ({ positions }) => positions.includes(position) && (!against || positions.includes(against)),
  );
}

function control(title, entries, value, onchange) {
  return h(
    "div",
    { class: "control" },
    h("span", { class: "muted small" }, title),
    choices(title, entries, value, onchange),
  );
}

/** Show the choices of the table; `load()` gets the charts of another one. */
function tableControls(tables, chosen, load) {
  const set = (name) => (value) => {
    chosen[name] = value;
    load();
  };
  const players = Object.entries(NAMES);
  const stacks = tables
    .filter((each) => String(each.players) === chosen.players)
    .map((each) => [String(each.stack), `${each.stack} bb`]);
  return [
    control("Table", players, chosen.players, set("players")),
    control("Stack", stacks, chosen.stack, set("stack")),
  ];
}

/** Show the choices of the chart; `draw(name)` shows another one, and focuses what was changed. */
function chartControls(charts, chosen, draw) {
  const choice = (name, rows) => {
    const values = [...new Set(rows.map((each) => each[name]))].filter((value) => value !== null);
    if (!values.length) return null;
    const entries = values.map((value) => [value, value]);
    return control(capitalised(name), entries, chosen[name], (value) => {
      chosen[name] = value;
      draw(name);
    });
  };
  const same = charts.filter((each) => each.situation === chosen.situation);
  return [
    choice("situation", charts),
    choice("position", same),
    choice(
      "against",
      same.filter((each) => each.position === chosen.position),
    ),
  ];
}
