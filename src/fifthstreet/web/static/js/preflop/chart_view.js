/** A chart of the 169 classes: the grid, the frequencies of actions, and one class in detail. */

import { oneOf } from "../address.js";
import { heat } from "../browse/modes.js";
import { CLASS_NAMES } from "../cards.js";
import { colourKey, shareBar } from "../components/action_table.js";
import { classGrid } from "../components/class_grid.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import { choices, fill, h, note } from "../dom.js";
import { number, percent } from "../format.js";

const MODES = [
  ["strategy", "Strategy"],
  ["ev", "EV"],
];

/** Return the parts of an address for the view. */
export function chartFields() {
  return { mode: oneOf(MODES.map(([mode]) => mode)), class: oneOf(["", ...CLASS_NAMES]) };
}

/**
 * Create the view, whose state has the values of `chartFields`; `draw(chart)` shows a chart of the
 * server, or nothing for null.
 */
export function chartView(state) {
  const { values } = state;
  let chart = null;
  let shown = Math.max(CLASS_NAMES.indexOf(values.class), 0);
  const title = h("h2", {});
  const legend = h("div", { class: "stack" });
  const detail = h("div", { class: "class-detail", "aria-live": "polite" });
  const modes = choices("What the grid shows", MODES, values.mode, (mode) => {
    state.set({ mode });
    grid.draw(cellDescriber(chart, mode));
  });
  const show = (place) => {
    shown = place;
    if (chart) fill(detail, classElements(chart, place));
  };
  const grid = classGrid("Hand classes", {
    onhover: show,
    onpick: (place) => {
      state.set({ class: CLASS_NAMES[place] });
      grid.choose(place);
      show(place);
    },
  });
  if (values.class) grid.choose(shown);
  const element = h(
    "section",
    { class: "panel stack preflop-chart", "aria-label": "Chart" },
    h("div", { class: "row spread" }, title, modes),
    h("div", { class: "chart-layout" }, grid.element, h("div", { class: "stack" }, legend, detail)),
  );

  return {
    element,
    draw(next) {
      chart = next;
      element.hidden = !chart;
      if (!chart) return;
      const frequencies = chart.actions.map((action) => action.frequency);
      title.textContent = chart.title;
      modes.hidden = !chart.evs;
      fill(
        legend,
        h("h3", {}, "All hands that reach this decision"),
        shareElements(chart.actions, frequencies),
      );
      grid.draw(cellDescriber(chart, values.mode));
      show(shown);
    },
  };
}

/** Return a function that describes each cell of the grid. */
function cellDescriber(chart, mode) {
  const evs = CLASS_NAMES.map((_, place) =>
    chart.weights[place] > 0 ? bestEv(chart, place) : null,
  );
  const known = evs.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const colour = (ev) => (ev === null ? "var(--middle)" : heat((ev - low) / (high - low || 1)));
  return (place) => {
    if (!(chart.weights[place] > 0)) return { words: "never reaches this decision" };
    const shares = chart.shares.map((row) => row[place]);
    const parts = chart.actions.map(({ words }, at) => `${words} ${percent(shares[at], 0)}`);
    if (chart.evs) parts.push(`EV ${number(evs[place], 2)} big blinds`);
    const cell = { value: chart.evs ? number(evs[place], 2) : "", words: parts.join(", ") };
    if (mode === "ev" && chart.evs) return { ...cell, segments: [[colour(evs[place]), 1]] };
    const segments = chart.actions.map((action, at) => [action.colour, shares[at] ?? 0]);
    return { ...cell, segments: segments.reverse(), weight: chart.weights[place] };
  };
}

function bestEv(chart, place) {
  const values = (chart.evs ?? []).map((row) => row[place]).filter((value) => value !== null);
  return values.length ? Math.max(...values) : null;
}

function classElements(chart, place) {
  const shares = chart.actions.map((_, at) => chart.shares[at][place]);
  const evs = chart.evs?.map((row) => row[place]);
  return [
    h("h3", {}, CLASS_NAMES[place]),
    chart.weights[place] > 0
      ? [shareElements(chart.actions, shares, evs), note(`reach ${percent(chart.weights[place])}`)]
      : note("This hand class never reaches this decision."),
  ];
}

/** Show shares of actions as a bar and as a table, with EVs if they are known. */
function shareElements(actions, shares, evs = null) {
  const row = (action, at) =>
    h(
      "tr",
      {},
      h("td", {}, colourKey(action.colour), action.words),
      numberCells([percent(shares[at]), ...(evs ? [number(evs[at], 2)] : [])]),
    );
  return [
    shareBar(actions, shares),
    h(
      "table",
      { class: "action-table" },
      tableHead("Action", evs ? ["Frequency", "EV, bb"] : ["Frequency"]),
      h("tbody", {}, actions.map(row)),
    ),
  ];
}
