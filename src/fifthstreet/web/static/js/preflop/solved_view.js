/** Solved strategies before the flop: every decision, and the lines that reach the flop. */

import { api, part } from "../api.js";
import { barNode } from "../browse/node_bar.js";
import { classGrid } from "../components/class_grid.js";
import { button, dropdown, field, fill, h, lastRequest, problemLine } from "../dom.js";
import { number, percent, signed } from "../format.js";
import { chartView } from "./chart_view.js";
import { lineList, sendToSolve } from "./line_list.js";

/** Create the view; `onchange(state)` is called with what is shown, for the address. */
export async function solvedView(state, onchange) {
  const strategies = await api.get("/preflop/strategies");
  const usable = strategies.filter((each) => !each.error);
  const named = (name) => usable.find((each) => each.name === name);
  let facts = named(state.strategy) ?? named("hu100") ?? usable[0];
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
  const chart = chartView();
  const address = () => `/preflop/strategies/${part(facts.name)}`;
  const send = (line) => sendToSolve(`${address()}/spot`, { path: line.path });
  const lines = lineList(send);

  async function go(path) {
    picker.value = facts.name;
    problem.clear();
    const isLast = begin();
    let node;
    try {
      node = await api.get(`${address()}/node`, { path });
    } catch (error) {
      problem.show(error.message);
      if (path !== "r") go("r");
      return;
    }
    if (isLast()) show(node); // no other node was chosen meanwhile
  }

  function show(node) {
    onchange({ source: "solved", strategy: facts.name, path: node.path });
    fill(bar, lineButtons(node, go));
    basis.textContent = basisWords(facts);
    chart.draw(node.chart && { ...node.chart, title: chartTitle(node) });
    end.hidden = Boolean(node.chart);
    if (!node.chart) fill(end, endElements(node, facts, send));
    lines.draw(facts.lines);
  }

  await go(state.path ?? "r");
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

function chartTitle({ chart, steps, title }) {
  return `${chart.position} ${steps.length ? `after ${title}` : "first to act"}`;
}

/** Show the line to a node, with the actions of every decision. */
function lineButtons(node, go) {
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
function rangeGrid(position, weights) {
  const grid = classGrid(`Range of ${position}`);
  grid.draw((place) => {
    const weight = weights[place];
    const words = percent(weight, 0);
    if (!(weight > 0.005)) return { words: "none" };
    return { segments: [["var(--held)", 1]], weight, value: words, words };
  });
  return h("div", {}, h("h3", {}, position), grid.element);
}

function basisWords(facts) {
  const { exploitability: bb, exploitability_pot_percent: share, held_out: other } = facts;
  const evs = Object.entries(facts.ev).map(([position, ev]) => `${position} ${signed(ev, 3)}`);
  return [
    `heads-up, ${number(facts.stack, 0)} big blinds, solved on ${facts.flops} flops`,
    `exploitability ${number(share, 2)}% of the pot (${number(bb, 4)} bb per hand)`,
    other && `${number(other.exploitability_pot_percent, 2)}% on ${other.flops} other flops`,
    `EV of ${evs.join(", ")} bb per hand`,
  ]
    .filter(Boolean)
    .join("; ");
}
