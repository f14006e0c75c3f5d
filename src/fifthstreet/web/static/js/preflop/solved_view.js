/** Solved strategies before the flop: every decision, and the lines that reach the flop. */

import { addressOf, checkPath, missing, openNamed, text } from "../address.js";
import { api, part } from "../api.js";
import { barNode } from "../browse/node_bar.js";
import { classGrid } from "../components/class_grid.js";
import { button, dropdown, field, fill, h, lastRequest, problemLine } from "../dom.js";
import { number, percent, signed } from "../format.js";
import { chartFields, chartView } from "./chart_view.js";
import { lineList, sendToSolve } from "./line_list.js";

const SOURCE = { source: "solved" };

/** Return the parts of the address. */
export function solvedFields() {
  return { strategy: text("hu100"), path: text("r"), ...chartFields() };
}

/** Create the view of the strategy and the node that the address names. */
export async function solvedView(state) {
  const { values } = state;
  const strategies = await api.get("/preflop/strategies");
  const usable = strategies.filter((each) => !each.error);
  const named = (name) => usable.find((each) => each.name === name);
  let facts = named(values.strategy);
  const links = [[addressOf("preflop", SOURCE), "Solved strategies"]];
  if (!facts) throw missing("preflop strategy", values.strategy, links);
  const begin = lastRequest();
  const entries = usable.map((each) => [
    each.name,
    `${each.name}: ${number(each.stack, 0)} big blinds`,
  ]);
  const picker = dropdown(entries, facts?.name, (name) => {
    facts = named(name);
    go("r");
  });
  const bar = h("nav", { class: "node-bar", "aria-label": "Line" });
  const end = h("section", { class: "panel stack", "aria-live": "polite" });
  const basis = h("p", { class: "note", id: "preflop-basis" });
  const problem = problemLine();
  const chart = chartView(state);
  const address = () => `/preflop/strategies/${part(facts.name)}`;
  const send = (line) => sendToSolve(`${address()}/spot`, { path: line.path });
  const lines = lineList(send);

  const fetchNode = (path) => api.get(`${address()}/node`, { path });

  async function go(path) {
    problem.clear();
    const isLast = begin();
    try {
      const node = await fetchNode(path);
      if (isLast()) show(node); // no other node was chosen meanwhile
    } catch (error) {
      if (isLast()) problem.show(error.message);
    }
  }

  function show(node, options) {
    picker.value = facts.name;
    state.set({ strategy: facts.name, path: node.path }, options);
    fill(bar, lineButtons(node, go));
    basis.textContent = basisWords(facts);
    chart.draw(node.chart && { ...node.chart, title: chartTitle(node) });
    end.hidden = Boolean(node.chart);
    if (!node.chart) fill(end, endElements(node, facts, send));
    lines.draw(facts.lines);
  }

  const { strategy, path } = values;
  const start = [addressOf("preflop", { ...SOURCE, strategy }), "First decision"];
  const first = await openNamed(fetchNode(path), "line", path, [start, ...links]);
  const nearest = addressOf("preflop", { ...SOURCE, strategy, path: first.path });
  checkPath(path, first.path, nearest, [start]);
  show(first, { isReplaced: true });
  return h(
    "div",
    { class: "stack" },
    h("div", { class: "row" }, field("Strategy", picker), basis),
    strategies
      .filter((each) => each.error)
      .map((each) => h("p", { class: "problem small" }, `${each.name}: ${each.error}`)),
    bar,
    problem,
    h(
      "div",
      { class: "preflop-layout" },
      h("div", { class: "stack" }, chart.element, end),
      lines.element,
    ),
  );
}

export function chartTitle({ chart, steps, title }) {
  return `${chart.position} ${steps.length ? `after ${title}` : "first to act"}`;
}

/** Show the line to a node, with the actions of every decision. */
export function lineButtons(node, go) {
  const { chart } = node;
  const open = chart && {
    path: node.path,
    position: chart.position,
    steps: chart.actions.map((action) => action.step),
    words: chart.actions.map((action) => action.words),
    taken: null,
  };
  return [...node.steps, ...(open ? [open] : [])].map((step) =>
    barNode(step, { isCurrent: step.path === node.path, head: step.position, go }),
  );
}

/** Show the end of a line: a flop with both ranges, a fold or an all-in. */
function endElements(node, facts, send) {
  const pot = number(node.pot, 1);
  if (node.kind === "fold")
    return [
      h("h2", {}, node.title),
      h("p", {}, `The hand is over: the pot of ${pot} big blinds is won without a flop.`),
    ];
  if (node.kind !== "flop")
    return [
      h("h2", {}, node.title),
      h("p", {}, `Both players are all-in for a pot of ${pot} big blinds.`),
    ];
  const line = facts.lines.find((each) => each.path === node.path);
  const chips = `Pot ${number(line.pot, 1)}, stack ${number(line.stack, 1)} big blinds`;
  const [bb, btn] = line.percents.map((each) => number(each, 1));
  return [
    h("h2", {}, `Flop: ${node.title}`),
    h("p", {}, `${chips}; BB has ${bb}% of all hands, BTN ${btn}%.`),
    h(
      "div",
      { class: "row" },
      button("Send both ranges to Solve", () => send(line), { class: "primary" }),
    ),
    h(
      "div",
      { class: "range-grids" },
      line.positions.map((position, seat) => rangeGrid(position, node.ranges[seat])),
    ),
  ];
}

/** Show how often each class of a position gets to a flop. */
export function rangeGrid(position, weights) {
  const grid = classGrid(`Range of ${position}`);
  grid.draw((place) => {
    const weight = weights[place];
    const words = percent(weight, 0);
    if (!(weight > 0.005)) return { words: "none" };
    return { segments: [["var(--held)", 1]], weight, value: words, words };
  });
  return h("div", {}, h("h3", {}, position), grid.element);
}

/** Say what the values at the flop are from: flops that were solved, or a network. */
function sourceWords({ flops, leaf_values: source, leaf_error_pot_percent: error }) {
  if (!source) return `solved on ${flops} flops`;
  const known = error === null ? "unknown" : `${number(error, 2)}% of the pot`;
  return `solved up to the flop, then ${source} (error ${known})`;
}

function basisWords(facts) {
  const { exploitability: bb, exploitability_pot_percent: share, held_out: other } = facts;
  const evs = Object.entries(facts.ev).map(([position, ev]) => `${position} ${signed(ev, 3)}`);
  return [
    `heads-up, ${number(facts.stack, 0)} big blinds, ${sourceWords(facts)}`,
    `exploitability ${number(share, 2)}% of the pot (${number(bb, 4)} bb per hand)`,
    other && `${number(other.exploitability_pot_percent, 2)}% on ${other.flops} other flops`,
    `EV of ${evs.join(", ")} bb per hand`,
  ]
    .filter(Boolean)
    .join("; ");
}
