/** Solved charts for any number of players and any stack: every decision, with EVs. */

import { addressOf, checkPath, numberWithin, openNamed, text } from "../address.js";
import { api } from "../api.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import { button, choices, field, fill, h, lastRequest, note, problemLine } from "../dom.js";
import { number, percent, signed } from "../format.js";
import { chartFields, chartView } from "./chart_view.js";
import { sendToSolve } from "./line_list.js";
import { chartTitle, lineButtons, rangeGrid } from "./solved_view.js";

const SOURCE = { source: "charts" };
const PLAYERS = ["2", "3", "4", "5", "6", "7", "8", "9"].map((each) => [each, each]);
const MAX_STACK = 1000; // big blinds

/** Return the parts of the address. */
export function stackFields() {
  return {
    players: numberWithin(2, 9, 6),
    stack: numberWithin(1, MAX_STACK, 100), // big blinds
    path: text("r"),
    ...chartFields(),
  };
}

/** Create the view of the table, the stack and the decision that the address names. */
export async function stackView(state) {
  const { values } = state;
  const tables = await api.get("/preflop/charts");
  const begin = lastRequest();
  const bar = h("nav", { class: "node-bar", "aria-label": "Line" });
  const end = h("section", { class: "panel stack", "aria-live": "polite" });
  const basis = h("p", { class: "note", id: "preflop-basis" });
  const certificate = h("section", { class: "panel stack", "aria-label": "Certificate" });
  const problem = problemLine();
  const chart = chartView(state);
  const address = () => `/preflop/charts/${values.players}/${values.stack}`;
  const stack = h("input", {
    type: "number",
    min: "1",
    max: String(MAX_STACK),
    step: "any",
    value: String(values.stack),
    onchange: () => (stack.checkValidity() ? change({ stack: Number(stack.value) }) : null),
  });
  const known = h("p", { class: "muted small" });

  const fetchNode = (path) => api.get(`${address()}/node`, { path });

  /** Show another table or stack, from its first decision on. */
  function change(next) {
    Object.assign(values, next);
    return go("r");
  }

  async function go(path) {
    problem.clear();
    const isLast = begin();
    try {
      const node = await fetchNode(path);
      if (isLast()) show(node); // nothing else was chosen meanwhile
    } catch (error) {
      if (isLast()) problem.show(error.message);
    }
  }

  function show(node, options) {
    const { players, stack: depth } = values;
    state.set({ players, stack: depth, path: node.path }, options);
    known.textContent = stackWords(tables, players);
    fill(bar, lineButtons(node, go));
    basis.textContent = basisWords(node.table);
    fill(certificate, certificateTable(node.table));
    chart.draw(node.chart && { ...node.chart, title: chartTitle(node) });
    end.hidden = Boolean(node.chart);
    if (!node.chart)
      fill(
        end,
        endElements(node, () => sendToSolve(`${address()}/spot`, { path: node.path })),
      );
  }

  const { path } = values;
  const start = [addressOf("preflop", SOURCE), "First decision"];
  const opened = await openNamed(fetchNode(path), "line", path, [start]);
  const { players, stack: depth } = values;
  const nearest = addressOf("preflop", { ...SOURCE, players, stack: depth, path: opened.path });
  checkPath(path, opened.path, nearest, [start]);
  show(opened, { isReplaced: true });
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "preflop-controls" },
      h(
        "div",
        { class: "control" },
        h("span", { class: "muted small" }, "Players"),
        choices("Players", PLAYERS, String(values.players), (next) =>
          change({ players: Number(next) }),
        ),
      ),
      field("Stack, big blinds", stack),
      known,
    ),
    basis,
    bar,
    problem,
    h(
      "div",
      { class: "preflop-layout" },
      h("div", { class: "stack" }, chart.element, end),
      certificate,
    ),
  );
}

/** Say for which stacks there is a chart of its own. */
function stackWords(tables, players) {
  const sizes = tables.filter(({ seats }) => (seats === 2) === (players === 2));
  const table = sizes.find(({ seats }) => seats >= players) ?? sizes.at(-1);
  if (!table) return "";
  const stacks = table.stacks.map((each) => number(each, 0)).join(", ");
  const fewer = table.seats > players ? "; the first seats of it fold" : "";
  return `solved for ${table.seats} seats with ${stacks} big blinds${fewer}`;
}

function basisWords({ words, stack, ante, charts }) {
  const parts = [`${words}: ${Number(stack.toFixed(2))} big blinds`];
  if (ante) parts.push(`antes of ${number(ante, 2)}`);
  if (charts.length > 1) {
    const weights = charts.map(({ name, weight }) => `${percent(weight, 0)} ${name}`);
    parts.push(`${weights.join(", ")}; the mean itself was not measured`);
  }
  if (charts[0].after) parts.push(charts[0].after);
  return parts.join("; ");
}

/** Show what each position wins, and gains by a best response, in each chart. */
function certificateTable({ positions, charts }) {
  return [
    h("h2", {}, "Certificate"),
    note("Big blinds for 100 hands: what a position wins, and what it gains by a best response."),
    charts.map(({ name, gains, errors, evs, iterations }) =>
      h(
        "table",
        {},
        h("caption", {}, `${name}, ${number(iterations, 0)} iterations`),
        tableHead("Position", ["Wins", "Gains"]),
        h(
          "tbody",
          {},
          positions.map((position, seat) =>
            h(
              "tr",
              {},
              h("td", {}, position),
              numberCells([
                signed(evs[seat], 1),
                `${number(gains[seat], 2)}${errors[seat] ? ` ± ${number(errors[seat], 2)}` : ""}`,
              ]),
            ),
          ),
        ),
      ),
    ),
  ];
}

/** Show the end of a line: a flop with its ranges, a decision without a strategy, or another end. */
function endElements(node, send) {
  const pot = number(node.pot, 1);
  const title = node.title || "First decision";
  if (node.kind === "action")
    return [h("h2", {}, title), h("p", {}, "The strategy hardly ever gets here: it was left out.")];
  if (node.kind !== "flop") {
    const words = node.kind === "fold" ? "is won without a flop" : "is played all-in";
    return [
      h("h2", {}, title),
      h("p", {}, `The hand is over: the pot of ${pot} big blinds ${words}.`),
    ];
  }
  const isSolvable = node.positions.length === 2;
  return [
    h("h2", {}, `Flop: ${title}`),
    h("p", {}, `Pot ${pot} big blinds, ${node.positions.length} players.`),
    isSolvable
      ? h("div", { class: "row" }, button("Send both ranges to Solve", send, { class: "primary" }))
      : null,
    h(
      "div",
      { class: "range-grids" },
      node.positions.map((position, seat) => rangeGrid(position, node.ranges[seat])),
    ),
  ];
}
