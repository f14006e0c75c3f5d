/** How ranges hit the board: the shares of made hands and draws, side by side. */

import { h, note } from "../dom.js";
import { number, percent } from "../format.js";
import { tableHead } from "./plain_table.js";

/** Colours of two ranges. */
export const RANGE_COLOURS = ["var(--oop)", "var(--ip)"];

/**
 * Show which shares of the ranges have made what, and draw to what; nothing before the flop.
 * `classes` has the names of made hands and draws, in their order.
 */
export function hitTables(hits, names, classes) {
  if (!hits) return note("From the flop on, this shows what each range has made.");
  return [
    hitTable("Made hands", classes.made, { hits: hits.map((each) => each.made), names }),
    hits.some((each) => each.draws.length)
      ? hitTable("Draws", classes.draws, { hits: hits.map((each) => each.draws), names })
      : null,
  ];
}

function hitTable(title, classes, { hits, names }) {
  const rows = hits.map((each) => new Map(each.map((row) => [row.name, row])));
  const held = classes.filter((name) => rows.some((row) => row.has(name)));
  return h(
    "table",
    { class: "hits" },
    tableHead(title, names),
    h(
      "tbody",
      {},
      held.map((name) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          rows.map((row, at) => hitCell(row.get(name), RANGE_COLOURS[at])),
        ),
      ),
    ),
  );
}

function hitCell(row, colour) {
  if (!row) return h("td", { class: "number" }, "–");
  return h(
    "td",
    { class: "number" },
    percent(row.share),
    h("span", { class: "muted" }, ` ${number(row.combos, row.combos % 1 ? 1 : 0)}`),
    h(
      "div",
      { class: "hit-bar" },
      h("span", { style: { width: `${100 * row.share}%`, background: colour } }),
    ),
  );
}
