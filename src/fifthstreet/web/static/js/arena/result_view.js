/** The result of a match: winnings with intervals, a curve, how agents played, who beat whom. */

import { oneOf, order } from "../address.js";
import { lineChart } from "../components/chart.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { numberRow, numberTitles, tableFrame } from "../components/plain_table.js";
import { choices, fill, h, note, panel } from "../dom.js";
import { count, nameWords, number, percent, signed } from "../format.js";
import { intervalPlot } from "./interval_plot.js";

const CURVES = [
  ["mean", "Per hand"],
  ["total", "In total"],
];

const AGENT = { name: "name", title: "Agent", value: (row) => nameWords(row.name) };

/** Return the parts of an address for the view. */
export function resultFields() {
  return {
    curve: oneOf(CURVES.map(([kind]) => kind)),
    sort: order("winnings"),
    styles: order("vpip", { columns: styleColumns().map(({ name }) => name) }),
  };
}

/**
 * Create the view, whose state has the values of `resultFields`; `draw(result)` shows a result.
 * `games` has the titles of games.
 */
export function resultView(state, games) {
  let result = null;
  const head = note();
  const chart = h("div", {});
  const plot = h("div", {});
  const rest = h("div", { class: "stack" });
  const winnings = dataTable("Winnings", [], state.sorting("sort"));
  const styles = dataTable("How the agents played", styleColumns(), state.sorting("styles"));
  const curveChoice = choices("What the curve shows", CURVES, state.values.curve, (curve) => {
    state.set({ curve });
    fill(chart, winningsChart(result, curve));
  });

  return {
    element: h(
      "div",
      { class: "stack" },
      head,
      h(
        "div",
        { class: "columns" },
        panel("Winnings with intervals", h("h2", {}, "Winnings"), plot),
        panel(
          "Winnings over time",
          h("div", { class: "row spread" }, h("h2", {}, "Over time"), curveChoice),
          chart,
        ),
      ),
      panel("Table of winnings", winnings.element),
      panel("Styles", h("h2", {}, "How they played"), styles.element),
      rest,
    ),
    draw(next) {
      result = next;
      const rows = result.agents.map((agent) => ({
        name: nameWords(agent.name),
        ...agent.winnings,
      }));
      head.textContent = headWords(result, games[result.facts.game]);
      fill(plot, intervalPlot(rows, result.unit, decimals(result)));
      fill(chart, winningsChart(result, state.values.curve));
      winnings.setColumns(winningsColumns(result));
      winnings.setRows(result.agents);
      styles.setRows(result.agents);
      fill(rest, pairTable(result), mistakeList(result.mistakes));
    },
  };
}

function decimals(result) {
  return result.unit.startsWith("mbb") ? 1 : 3;
}

function intervalText(interval, result) {
  if (!interval) return "–";
  const digits = decimals(result);
  return `${signed(interval.mean, digits)} ± ${number(interval.half_width, digits)}`;
}

function headWords({ hands, facts, settings, unit, estimator, samples_are: samples }, title) {
  return [
    `${count(hands)} hands of ${title ?? facts.game}`,
    `${settings.seats} seats`,
    settings.duplicate ? "each deal in every seat" : "each deal once",
    `seed ${settings.seed}`,
    `winnings in ${unit}${estimator === "plain" ? "" : `, estimated by ${nameWords(estimator)}`}, with 95% intervals from independent ${samples}`,
  ].join(", ");
}

/** Draw the winnings of each agent by hands, per hand or in total. */
function winningsChart(result, kind) {
  const [unit] = result.unit.split("/");
  const scale = unit === "mbb" ? 0.001 : 1; // thousandths of a big blind
  const factor = (point) => (kind === "total" ? point.hands * scale : 1);
  const curves = result.facts.agents.map(nameWords).map((name, at) => {
    const known = result.curve.filter((point) => point.winnings[at].half_width !== null);
    const values = (sign) =>
      known.map((point) => {
        const { mean, half_width: width } = point.winnings[at];
        return (mean + sign * width) * factor(point);
      });
    const means = values(0);
    return {
      name,
      points: known.map((point, place) => [point.hands, means[place]]),
      low: values(-1),
      high: values(1),
    };
  });
  const total = unit === "mbb" ? "big blinds" : unit;
  const yTitle = `winnings in ${kind === "total" ? total : result.unit}`;
  return lineChart(curves, {
    xTitle: "hands",
    yTitle,
    caption: `${yTitle}; the bands are 95% intervals`,
  });
}

function winningsColumns(result) {
  const interval = (name, title) => ({
    name,
    title,
    isNumber: true,
    value: (row) => row[name].mean,
    show: (row) => intervalText(row[name], result),
  });
  return [
    AGENT,
    interval("winnings", result.unit),
    ...(result.estimator === "plain" ? [] : [interval("duplicate", "as played")]),
    interval("at_showdown", "at showdown"),
    interval("without_showdown", "without showdown"),
    numberColumn(
      "reduction",
      "fewer hands needed",
      (row) => row.reduction,
      (value) => (value === null ? "–" : `${number(value, 1)}×`),
    ),
    numberColumn("hands", "Hands", (row) => row.hands, count),
  ];
}

function styleColumns() {
  const column = (name, title, format) => numberColumn(name, title, (row) => row[name], format);
  const rate = (name, title) => column(name, title, (value) => percent(value, 0));
  return [
    AGENT,
    rate("vpip", "VPIP"),
    rate("pfr", "PFR"),
    column("aggression", "Raises per call", number),
    rate("fold_rate", "Folds"),
    rate("check_rate", "Checks"),
    rate("call_rate", "Calls"),
    rate("raise_rate", "Raises"),
    rate("showdown_rate", "Showdowns"),
    column("decisions_per_second", "Decisions/s", count),
    column("mistakes", "Errors", count),
  ];
}

/** Show who beat whom; null for two agents, whose winnings say it. */
function pairTable(result) {
  const names = result.facts.agents;
  if (names.length < 3) return null;
  const cell = (row, column) =>
    row === column ? "" : intervalText(result.differences[row][column], result);
  const head = h("thead", {}, h("tr", {}, h("td", {}), numberTitles(names.map(nameWords))));
  const rows = names.map((row) =>
    numberRow(
      nameWords(row),
      names.map((column) => cell(row, column)),
    ),
  );
  return h(
    "section",
    { class: "panel stack" },
    h("h2", {}, "Winnings of the row minus the column"),
    tableFrame("Differences", h("table", {}, head, h("tbody", {}, rows))),
  );
}

function mistakeList(mistakes) {
  if (!mistakes.length) return null;
  const words = `${count(mistakes.length)} errors of agents, which then checked or folded`;
  const item = ({ player, hand, kind, message }) =>
    h("li", { class: "small" }, `${nameWords(player)}, hand ${hand}: ${kind}, ${message}`);
  return h("details", {}, h("summary", {}, words), h("ul", {}, mistakes.slice(0, 20).map(item)));
}
