/** Ranges of preflop charts, by table, position and action. */

import { api } from "../api.js";
import { button, dropdown, field, fill, h, listOptions } from "../dom.js";
import { openDialog } from "./dialog.js";
import { attempt } from "./toast.js";

let charts = null; // once for all editors

/** Create the button; `read(name)` shows the range that was chosen, like "6max_100:BTN.open". */
export function chartButton(read) {
  return button("From a chart …", () =>
    attempt(async () => {
      charts ??= await api.get("/ranges/charts");
      const name = await askForRange();
      if (name) read(name);
    }),
  );
}

/** Ask for a range of a chart; resolve to its name, or to null. */
function askForRange() {
  const chart = dropdown(
    charts.map((each) => [each.chart, chartWords(each.chart)]),
    "6max_100",
    drawPositions,
  );
  const position = dropdown([], null, drawActions);
  const action = h("select");
  const ranges = () => charts.find((each) => each.chart === chart.value).ranges;

  function drawPositions() {
    const before = position.value;
    fill(position, listOptions([...new Set(ranges().map((each) => each.position))], before));
    drawActions();
  }

  function drawActions() {
    const own = ranges().filter((each) => each.position === position.value);
    fill(action, listOptions(own.map(({ name, words }) => [name, words])));
  }

  drawPositions();
  return openDialog(
    [
      h("h2", {}, "Range of a chart"),
      h(
        "div",
        { class: "stack" },
        field("Table", chart),
        field("Position", position),
        field("Action", action),
      ),
    ],
    (close) => [
      button("Cancel", () => close(null)),
      button("Use", () => close(action.value), { class: "primary" }),
    ],
  );
}

/** Return a chart in words: "6max_100" is "6 players, 100 big blinds". */
function chartWords(chart) {
  const [players, stack] = chart.split("max_");
  return `${players} players, ${stack} big blinds`;
}
