/** Means with their intervals, one row for each agent, and a line at zero. */

import { h } from "../dom.js";
import { number, signed } from "../format.js";

/** Show rows `{name, mean, half_width}`, the best one first. */
export function intervalPlot(rows, unit, digits) {
  const known = rows.map((row) => ({
    ...row,
    low: row.mean - (row.half_width ?? 0),
    high: row.mean + (row.half_width ?? 0),
  }));
  const most =
    1.04 * Math.max(...known.flatMap((row) => [Math.abs(row.low), Math.abs(row.high)]), 1e-9);
  const at = (value) => `${(50 + (50 * value) / most).toFixed(2)}%`;
  return h(
    "figure",
    { class: "interval-plot" },
    h(
      "dl",
      {},
      known.map((row) => {
        const colour =
          row.low > 0 ? "var(--curve-1)" : row.high < 0 ? "var(--curve-2)" : "var(--muted)";
        return h(
          "div",
          { class: "interval-row", "data-agent": row.name },
          h("dt", {}, row.name),
          h(
            "dd",
            { class: "number" },
            `${signed(row.mean, digits)} ± ${number(row.half_width, digits)} ${unit}`,
          ),
          h(
            "div",
            { class: "interval-track", "aria-hidden": "true" },
            h("span", {
              class: "interval-bar",
              style: {
                left: at(row.low),
                right: `calc(100% - ${at(row.high)})`,
                background: colour,
              },
            }),
            h("span", {
              class: "interval-mean",
              style: { left: at(row.mean), background: colour },
            }),
          ),
        );
      }),
    ),
    h(
      "figcaption",
      {},
      "Means and 95% intervals; grey where the interval contains zero, so that luck alone may " +
        "explain the result.",
    ),
  );
}
