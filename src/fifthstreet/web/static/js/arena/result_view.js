/** The result of a match: winnings with intervals, a curve, how agents played, who beat whom. */

import { lineChart } from "../components/chart.js";
import { dataTable } from "../components/data_table.js";
import { choices, fill, h } from "../dom.js";
import { count, number, percent, signed } from "../format.js";
import { intervalPlot } from "./interval_plot.js";

/** Create the view; `draw(result)` shows a result of the server. */
export function resultView() {
  let result = null;
  let kind = "mean";
  const head = h("p", { class: "note" });
  const chart = h("div", {});
  const plot = h("div", {});
  const pairs = h("div", { class: "stack" });
  const mistakes = h("div", {});
  const winnings = dataTable("Winnings", [], { sortBy: "winnings" });
  const styles = dataTable("How the agents played", [], { sortBy: "vpip" });
  const element = h(
    "div",
    { class: "stack" },
    head,
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "panel stack", "aria-label": "Winnings with intervals" },
        h("h2", {}, "Winnings"),
        plot,
      ),
      h(
        "section",
        { class: "panel stack", "aria-label": "Winnings over time" },
        h(
          "div",
          { class: "row spread" },
          h("h2", {}, "Over time"),
          choices(
            "What the curve shows",
            [
              ["mean", "Per hand"],
              ["total", "In total"],
            ],
            kind,
            (value) => {
              kind = value;
              drawChart();
            },
          ),
        ),
        chart,
      ),
    ),
    h("section", { class: "panel stack", "aria-label": "Table of winnings" }, winnings.element),
    h(
      "section",
      { class: "panel stack", "aria-label": "Styles" },
      h("h2", {}, "How they played"),
      styles.element,
    ),
    pairs,
    mistakes,
  );

  const digits = () => (result.unit.startsWith("mbb") ? 1 : 3);
  const interval = (each) =>
    each ? `${signed(each.mean, digits())} ± ${number(each.half_width, digits())}` : "–";

  function drawChart() {
    const [unit] = result.unit.split("/");
    const scale = kind === "total" && unit === "mbb" ? 0.001 : 1; // thousandths of a big blind
    const curves = result.settings_names.map((name, at) => {
      const known = result.curve.filter((point) => point.winnings[at].half_width !== null);
      const factor = (point) => (kind === "total" ? point.hands * scale : 1);
      return {
        name,
        points: known.map((point) => [point.hands, point.winnings[at].mean * factor(point)]),
        low: known.map(
          (point) => (point.winnings[at].mean - point.winnings[at].half_width) * factor(point),
        ),
        high: known.map(
          (point) => (point.winnings[at].mean + point.winnings[at].half_width) * factor(point),
        ),
      };
    });
    const title =
      kind === "total"
        ? `winnings in ${unit === "mbb" ? "big blinds" : unit}`
        : `winnings in ${result.unit}`;
    fill(
      chart,
      lineChart(curves, {
        xTitle: "hands",
        yTitle: title,
        caption: `${title}; the bands are 95% intervals`,
      }),
    );
  }

  function draw(next) {
    result = { ...next, settings_names: namesOf(next) };
    const { settings } = result;
    head.textContent = [
      `${count(result.hands)} hands of ${result.facts.game}`,
      `${settings.seats} seats`,
      settings.duplicate ? "each deal in every seat" : "each deal once",
      `seed ${settings.seed}`,
      `winnings in ${result.unit} by ${result.estimator}, with 95% intervals from independent ${result.samples_are}`,
    ].join(", ");
    fill(
      plot,
      intervalPlot(
        result.agents.map((agent) => ({ name: agent.name, ...agent.winnings })),
        result.unit,
        digits(),
      ),
    );
    drawChart();
    winnings.setColumns([
      { name: "name", title: "Agent", value: (row) => row.name },
      {
        name: "winnings",
        title: result.unit,
        isNumber: true,
        value: (row) => row.winnings.mean,
        show: (row) => interval(row.winnings),
      },
      ...(result.estimator === "plain"
        ? []
        : [
            {
              name: "duplicate",
              title: "as played",
              isNumber: true,
              value: (row) => row.duplicate.mean,
              show: (row) => interval(row.duplicate),
            },
          ]),
      {
        name: "at_showdown",
        title: "at showdown",
        isNumber: true,
        value: (row) => row.at_showdown.mean,
        show: (row) => interval(row.at_showdown),
      },
      {
        name: "without_showdown",
        title: "without showdown",
        isNumber: true,
        value: (row) => row.without_showdown.mean,
        show: (row) => interval(row.without_showdown),
      },
      {
        name: "reduction",
        title: "fewer hands needed",
        isNumber: true,
        value: (row) => row.reduction,
        show: (row) => (row.reduction === null ? "–" : `${number(row.reduction, 1)}×`),
      },
      {
        name: "hands",
        title: "Hands",
        isNumber: true,
        value: (row) => row.hands,
        show: (row) => count(row.hands),
      },
    ]);
    winnings.setRows(result.agents);
    const rate = (name, title) => ({
      name,
      title,
      isNumber: true,
      value: (row) => row[name],
      show: (row) => percent(row[name], 0),
    });
    styles.setColumns([
      { name: "name", title: "Agent", value: (row) => row.name },
      rate("vpip", "VPIP"),
      rate("pfr", "PFR"),
      {
        name: "aggression",
        title: "Raises per call",
        isNumber: true,
        value: (row) => row.aggression,
        show: (row) => number(row.aggression, 2),
      },
      rate("fold_rate", "Folds"),
      rate("check_rate", "Checks"),
      rate("call_rate", "Calls"),
      rate("raise_rate", "Raises"),
      rate("showdown_rate", "Showdowns"),
      {
        name: "decisions_per_second",
        title: "Decisions/s",
        isNumber: true,
        value: (row) => row.decisions_per_second,
        show: (row) => count(row.decisions_per_second),
      },
      {
        name: "mistakes",
        title: "Errors",
        isNumber: true,
        value: (row) => row.mistakes,
        show: (row) => count(row.mistakes),
      },
    ]);
    styles.setRows(result.agents);
    drawPairs();
    fill(
      mistakes,
      result.mistakes.length
        ? h(
            "details",
            {},
            h(
              "summary",
              {},
              `${count(result.mistakes.length)} errors of agents, which then checked or folded`,
            ),
            h(
              "ul",
              {},
              result.mistakes
                .slice(0, 20)
                .map((each) =>
                  h(
                    "li",
                    { class: "small" },
                    `${each.player}, hand ${each.hand}: ${each.kind}, ${each.message}`,
                  ),
                ),
            ),
          )
        : null,
    );
  }

  function drawPairs() {
    const names = result.settings_names;
    fill(
      pairs,
      names.length < 3
        ? null
        : h(
            "section",
            { class: "panel stack" },
            h("h2", {}, "Winnings of the row minus the column"),
            h(
              "div",
              { class: "table-frame", tabindex: 0, role: "region", "aria-label": "Differences" },
              h(
                "table",
                {},
                h(
                  "thead",
                  {},
                  h(
                    "tr",
                    {},
                    h("td", {}),
                    names.map((name) => h("th", { scope: "col", class: "number" }, name)),
                  ),
                ),
                h(
                  "tbody",
                  {},
                  names.map((row) =>
                    h(
                      "tr",
                      {},
                      h("th", { scope: "row" }, row),
                      names.map((column) =>
                        h(
                          "td",
                          { class: "number" },
                          row === column ? "" : interval(result.differences[row][column]),
                        ),
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ),
    );
  }

  return { element, draw };
}

/** Return the names of the agents in the order of the curve. */
function namesOf(result) {
  return result.facts.agents;
}
