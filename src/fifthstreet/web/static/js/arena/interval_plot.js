/** Means with their intervals, one row for each agent, and a line at zero. */

import { h } from "../dom.js";
import { number, signed } from "../format.js";

const [WIDTH, ROW, LEFT, RIGHT] = [560, 44, 8, 8];

/** Draw rows `{name, mean, half_width}`; the one that is best comes first. */
export function intervalPlot(rows, unit, digits) {
  const known = rows.map((row) => ({ ...row, low: row.mean - (row.half_width ?? 0), high: row.mean + (row.half_width ?? 0) }));
  const most = Math.max(...known.flatMap((row) => [Math.abs(row.low), Math.abs(row.high)]), 1e-9) * 1.05;
  const x = (value) => LEFT + ((value + most) / (2 * most)) * (WIDTH - LEFT - RIGHT);
  const words = (row) => `${signed(row.mean, digits)} ± ${number(row.half_width, digits)} ${unit}`;
  const height = known.length * ROW + 22;
  const svg = h("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
    "aria-label": known.map((row) => `${row.name} ${words(row)}`).join("; ") },
  h("line", { class: "axis", x1: x(0), x2: x(0), y1: 0, y2: height - 18 }),
  h("text", { x: x(0), y: height - 5, "text-anchor": "middle" }, "0"));
  known.forEach((row, at) => {
    const y = at * ROW + 30;
    const colour = row.low > 0 ? "var(--curve-1)" : row.high < 0 ? "var(--curve-2)" : "var(--muted)";
    svg.append(
      h("text", { class: "plot-name", x: LEFT, y: y - 13 }, row.name),
      h("text", { class: "plot-name", x: WIDTH - RIGHT, y: y - 13, "text-anchor": "end" }, words(row)),
      h("line", { x1: x(row.low), x2: x(row.high), y1: y, y2: y, "stroke-width": 3, style: { stroke: colour } }),
      ...[row.low, row.high].map((end) => h("line", { x1: x(end), x2: x(end), y1: y - 5, y2: y + 5, "stroke-width": 2, style: { stroke: colour } })),
      h("circle", { cx: x(row.mean), cy: y, r: 4.5, style: { fill: colour } }));
  });
  return h("figure", {}, svg, h("figcaption", {}, "Means and 95% intervals; grey where luck alone explains it."));
}
