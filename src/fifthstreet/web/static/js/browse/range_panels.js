/** Ranges at a node by percentile, and by made hand and draw. */

import { api, part } from "../api.js";
import { lineChart } from "../components/chart.js";
import { hitTables } from "../components/hit_tables.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { choices, fill, h, lastRequest, note } from "../dom.js";
import { number, percent } from "../format.js";

const SEATS = ["oop", "ip"];
const RANGE_NAMES = ["OOP", "IP"];

export const GRAPHS = [
  ["equity", "Equity"],
  ["ev", "EV"],
];

/** Create the graphs of both players by percentile; the `graph` of a state is equity or EV. */
export function distributionPanel(state) {
  const graph = h("div");
  const begin = lastRequest();
  let shown = null; // solution and node

  async function load() {
    const isLast = begin();
    const [solution, node] = shown;
    const { graph: kind } = state.values;
    try {
      const spread = await fetchDistribution(solution, node.path, kind);
      if (isLast()) fill(graph, distributionChart(spread, kind, node.units));
    } catch (error) {
      if (isLast()) fill(graph, h("p", { class: "problem" }, error.message));
    }
  }

  return {
    element: h(
      "div",
      { class: "stack" },
      choices("Distribution of", GRAPHS, state.values.graph, (value) => {
        state.set({ graph: value });
        load();
      }),
      graph,
    ),
    draw(solution, node) {
      shown = [solution, node];
      fill(graph);
      return load();
    },
  };
}

/** Return the values of both ranges by percentile; `kind` is "equity" or "ev". */
export function fetchDistribution(solution, path, kind) {
  return api.get(`/solutions/${part(solution)}/distribution`, { path, kind });
}

/** Return a curve of a player by percentile, for charts. */
export function percentileCurve(spread, player, rest) {
  return {
    points: spread.percentiles.map((at, index) => [at, spread.values[player][index]]),
    ...rest,
  };
}

/** Show curves of equity or EV by percentile; `units` are for EVs. */
export function percentileChart(curves, kind, units) {
  const xTitle = "percentile of the range";
  if (kind !== "ev")
    return lineChart(curves, { xTitle, yTitle: "equity", format: (value) => percent(value, 0) });
  const scaled = curves.map((curve) => ({
    ...curve,
    points: curve.points.map(([at, value]) => [at, units.scaled(value)]),
  }));
  const format = (value) => String(+value.toPrecision(3));
  return lineChart(scaled, { xTitle, yTitle: `EV, ${units.name}`, format });
}

/** Show the values of both ranges by percentile. */
export function distributionChart(spread, kind, units) {
  const curve = (player) =>
    percentileCurve(spread, player, { name: player.toUpperCase(), colour: `var(--${player})` });
  return percentileChart([curve("oop"), curve("ip")], kind, units);
}

/** Create the tables of made hands and draws: of both ranges, and one range's frequencies. */
export function breakdownPanel(names) {
  const element = h("div", { class: "stack" });
  const begin = lastRequest();

  async function draw(solution, node, seat) {
    const isLast = begin();
    try {
      const both = await Promise.all(
        SEATS.map((player) =>
          api.get(`/solutions/${part(solution)}/breakdown`, { path: node.path, player }),
        ),
      );
      if (!isLast()) return;
      const data = both[seat];
      const actions = node.actions.filter((action) => data.actions.includes(action.step));
      fill(
        element,
        h("h2", {}, "How both ranges hit the board"),
        h("div", { class: "columns hit-columns" }, hitTables(both, RANGE_NAMES, names)),
        h("h2", {}, `What ${RANGE_NAMES[seat]} does`),
        table("Made hands", [...data.made, { ...data.total, name: "all" }], { actions, node }),
        data.draws.length ? table("Draws", data.draws, { actions, node }) : null,
        note("Each hand counts once in each table."),
      );
    } catch (error) {
      if (isLast()) fill(element, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  return { element, draw };
}

function table(title, rows, { actions, node: { units } }) {
  const words = actions.map((action) => action.words);
  const titles = ["Combos", "Share", "Equity", units.title("EV"), ...words];
  return tableFrame(
    title,
    h(
      "table",
      {},
      tableHead(title, titles),
      h(
        "tbody",
        {},
        rows.map((row) =>
          numberRow(row.name, [
            number(row.combos, 1),
            percent(row.share),
            percent(row.equity),
            units.number(row.ev),
            ...actions.map((action) => percent(row.frequencies[action.step])),
          ]),
        ),
      ),
    ),
  );
}
