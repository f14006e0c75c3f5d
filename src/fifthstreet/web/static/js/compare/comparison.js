/** What two actions or two solutions differ in: by hand, by hand class and in total. */

import { heat } from "../browse/modes.js";
import {
  distributionChart,
  fetchDistribution,
  percentileChart,
  percentileCurve,
} from "../browse/range_panels.js";
import { CLASS_HANDS, holeIndex, parseCards } from "../cards.js";
import { lineChart } from "../components/chart.js";
import { classGrid } from "../components/class_grid.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { fill, h, note } from "../dom.js";
import { count, exploitability, number, percent } from "../format.js";

/**
 * Show a comparison of the server at a node, for the hands that pass a filter; `solutions` has the
 * name of the solution, or the names of both, and `state` the order of the tables.
 */
export function comparisonElements(given, node, { filter, solutions, state }) {
  const isPair = solutions.length > 1;
  const words = (side) => node.actions.find(({ step }) => step === side).words;
  const data = { ...given, sides: isPair ? given.sides : given.sides.map(words) };
  const range = node.players[data.player === "ip" ? 1 : 0];
  const passes = filter.passes(node, range);
  const hands = data.hands
    .map((row) => ({ ...row, hole: holeIndex(...parseCards(row.name)) }))
    .filter((row) => passes(row.hole, range.at[row.hole]));
  const sums = [...data.made, ...data.draws, { ...data.total, name: "all" }];
  return [
    h(
      "p",
      {},
      h("strong", {}, `${data.player.toUpperCase()}: ${data.sides[1]} minus ${data.sides[0]}: `),
      `${node.units.signed(data.total.ev_difference)} ${node.units.name} on average`,
    ),
    note(errorWords(data, node.units)),
    node.units.missing ? note(node.units.missing) : null,
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "stack" },
        h("h2", {}, "EV difference by hand class"),
        classes(hands, node.units),
      ),
      h(
        "div",
        { class: "stack" },
        h("h2", {}, "Totals"),
        rowTable("Made hand or draw", sums, { data, node, sorting: state.sorting("totals") }),
        percentiles(hands, data.sides, node.units),
        equities(data, node, solutions),
      ),
    ),
    h("h2", {}, `Hands (${count(hands.length)})`),
    rowTable("Hand", hands, { data, node, sorting: state.sorting("sort") }),
  ];
}

function errorWords(data, units) {
  const error = units.number(data.ev_error, 3);
  return [
    `EV differences of a hand below ${error} ${units.name} are within error`,
    ...data.solutions.map(
      (facts, place) =>
        `${data.solutions.length > 1 ? `${data.sides[place]}: ` : ""}${exploitability(facts)}`,
    ),
  ].join("; ");
}

/** Show the mean EV difference of each hand class. */
function classes(hands, units) {
  const byHole = new Map(hands.map((row) => [row.hole, row]));
  const most = Math.max(...hands.map((row) => Math.abs(row.ev_difference ?? 0)), 1e-9);
  const grid = classGrid("EV difference by hand class");
  grid.draw((place) => {
    const rows = CLASS_HANDS[place].map((hole) => byHole.get(hole)).filter(Boolean);
    const weight = (row) => Math.max(...row.combos);
    const total = rows.reduce((sum, row) => sum + weight(row), 0);
    if (!total) return { words: "none" };
    const mean = rows.reduce((sum, row) => sum + weight(row) * (row.ev_difference ?? 0), 0) / total;
    return {
      segments: [[heat(0.5 + mean / most / 2), 1]],
      value: units.signed(mean, 1),
      words: `${units.signed(mean)} ${units.name}`,
    };
  });
  return grid.element;
}

function rowTable(title, rows, { data, node, sorting }) {
  const label = title === "Hand" ? "Hands" : "By made hand and draw";
  const table = dataTable(label, columns(title, data, node), sorting);
  table.setRows(rows);
  return table.element;
}

function columns(title, data, { actions, units }) {
  const words = new Map(actions.map((action) => [action.step, action.words]));
  const steps = [...new Set(data.total.frequencies.flatMap((shares) => Object.keys(shares)))];
  const ev = (side) =>
    numberColumn(`ev${side + 1}`, `EV ${data.sides[side]}`, (row) => row.ev[side], units.number);
  return [
    { name: "name", title, value: (row) => row.name },
    {
      name: "combos",
      title: "Combos",
      isNumber: true,
      value: (row) => row.combos[0],
      show: (row) => row.combos.map((each) => number(each, 1)).join(" / "),
    },
    ev(0),
    ev(1),
    numberColumn("change", "Difference", (row) => row.ev_difference, units.signed),
    ...steps.map((step) => ({
      name: step,
      title: words.get(step) ?? step,
      isNumber: true,
      value: (row) => row.frequencies[1][step] ?? row.frequencies[0][step],
      show: (row) =>
        row.frequencies
          .filter((shares) => step in shares)
          .map((shares) => percent(shares[step], 0))
          .join(" → "),
    })),
  ];
}

/** Show the EVs of the hands of both sides by percentile. */
function percentiles(hands, sides, units) {
  const curve = (name, side) => {
    const rows = hands
      .filter((row) => row.ev[side] !== null)
      .sort((one, two) => one.ev[side] - two.ev[side]);
    const total = rows.reduce((sum, row) => sum + row.combos[side], 0) || 1;
    let reached = 0;
    const points = rows.map((row) => {
      reached += row.combos[side];
      return [(100 * reached) / total, units.scaled(row.ev[side])];
    });
    return { name, points };
  };
  return lineChart(sides.map(curve), {
    xTitle: "percentile of the range",
    yTitle: `EV, ${units.name}`,
  });
}

/** Show equity by percentile: of both players, or of the player's range in both solutions. */
function equities(data, node, solutions) {
  const place = h("div");
  const ask = (name) => fetchDistribution(name, node.path, "equity");
  const chart = (spreads) =>
    spreads.length === 1
      ? distributionChart(spreads[0], "equity")
      : percentileChart(
          spreads.map((spread, side) =>
            percentileCurve(spread, data.player, { name: data.sides[side] }),
          ),
          "equity",
        );
  Promise.all(solutions.map(ask)).then(
    (spreads) => fill(place, chart(spreads)),
    (error) => fill(place, h("p", { class: "problem" }, error.message)),
  );
  return place;
}
