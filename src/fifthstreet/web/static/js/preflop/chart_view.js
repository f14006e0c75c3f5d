/** A chart of the 169 classes: the grid, the actions with their frequencies, and one class in detail. */

import { shareBar } from "../browse/hand_panel.js";
import { heat } from "../browse/modes.js";
import { CLASS_NAMES } from "../cards.js";
import { classGrid } from "../components/class_grid.js";
import { choices, fill, h } from "../dom.js";
import { number, percent } from "../format.js";

/** Create the view; `draw(chart)` shows a chart of the server, or nothing for null. */
export function chartView() {
  let chart = null;
  let mode = "strategy";
  let shown = 0;
  const title = h("h2", {});
  const legend = h("div", { class: "stack" });
  const detail = h("div", { class: "class-detail", "aria-live": "polite" });
  const modes = choices(
    "What the grid shows",
    [
      ["strategy", "Strategy"],
      ["ev", "EV"],
    ],
    mode,
    (value) => {
      mode = value;
      drawGrid();
    },
  );
  const grid = classGrid("Hand classes", {
    onhover: (place) => {
      shown = place;
      drawDetail();
    },
    onpick: (place) => {
      shown = place;
      grid.choose(place);
      drawDetail();
    },
  });
  const element = h(
    "section",
    { class: "panel stack preflop-chart", "aria-label": "Chart" },
    h("div", { class: "row spread" }, title, modes),
    h("div", { class: "chart-layout" }, grid.element, h("div", { class: "stack" }, legend, detail)),
  );

  function bestEv(place) {
    const values = (chart.evs ?? []).map((row) => row[place]).filter((value) => value !== null);
    return values.length ? Math.max(...values) : null;
  }

  function drawGrid() {
    const evs = chart.evs
      ? CLASS_NAMES.map((_, place) => (chart.weights[place] > 0 ? bestEv(place) : null))
      : [];
    const known = evs.filter((value) => value !== null);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    grid.draw((place) => {
      if (!(chart.weights[place] > 0)) return { words: "never reaches this decision" };
      const words = `${chart.actions.map((action, at) => `${action.words} ${percent(chart.shares[at][place], 0)}`).join(", ")}${chart.evs ? `, EV ${number(evs[place], 2)} big blinds` : ""}`;
      if (mode === "ev" && chart.evs) {
        return {
          segments: [
            [
              evs[place] === null ? "var(--middle)" : heat((evs[place] - low) / (high - low || 1)),
              1,
            ],
          ],
          value: number(evs[place], 2),
          words,
        };
      }
      const segments = chart.actions
        .map((action, at) => [action.colour, chart.shares[at][place] ?? 0])
        .reverse();
      return {
        segments,
        weight: chart.weights[place],
        value: chart.evs ? number(evs[place], 2) : "",
        words,
      };
    });
  }

  function drawDetail() {
    if (!chart) return;
    if (!(chart.weights[shown] > 0)) {
      fill(
        detail,
        h("h3", {}, CLASS_NAMES[shown]),
        h("p", { class: "note" }, "This hand class never reaches this decision."),
      );
      return;
    }
    fill(
      detail,
      h("h3", {}, CLASS_NAMES[shown]),
      shareBar(
        chart.actions,
        chart.actions.map((_, at) => chart.shares[at][shown]),
      ),
      actionTable(
        chart.actions.map((_, at) => chart.shares[at][shown]),
        chart.evs?.map((row) => row[shown]),
      ),
      h("p", { class: "note" }, `reach ${percent(chart.weights[shown])}`),
    );
  }

  function actionTable(shares, evs) {
    return h(
      "table",
      { class: "action-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Action"),
          h("th", { scope: "col", class: "number" }, "Frequency"),
          evs ? h("th", { scope: "col", class: "number" }, "EV, bb") : null,
        ),
      ),
      h(
        "tbody",
        {},
        chart.actions.map((action, at) =>
          h(
            "tr",
            {},
            h(
              "td",
              {},
              h("span", { class: "action-key", style: { background: action.colour } }),
              action.words,
            ),
            h("td", { class: "number" }, percent(shares[at])),
            evs ? h("td", { class: "number" }, number(evs[at], 2)) : null,
          ),
        ),
      ),
    );
  }

  return {
    element,
    draw(next) {
      chart = next;
      element.hidden = !chart;
      if (!chart) return;
      title.textContent = chart.title;
      modes.hidden = !chart.evs;
      fill(
        legend,
        h("h3", {}, "All hands that reach this decision"),
        shareBar(
          chart.actions,
          chart.actions.map((action) => action.frequency),
        ),
        actionTable(chart.actions.map((action) => action.frequency)),
      );
      drawGrid();
      drawDetail();
    },
  };
}
