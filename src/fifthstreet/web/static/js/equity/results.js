/** The equities of players, and how their ranges hit the board. */

import { numberCells, tableHead } from "../components/plain_table.js";
import { h, note } from "../dom.js";
import { count, number, percent } from "../format.js";

const COLOURS = ["var(--oop)", "var(--ip)"];

/** Show what each player wins, with the error. */
export function equityTable({ players, is_exact: isExact, deals }, names) {
  const shown = ({ equity, error }) =>
    error ? `${percent(equity, 1)} ± ${percent(error, 1)}` : percent(equity, 2);
  return [
    h(
      "div",
      { class: "share-bar equity-bar", role: "img", "aria-label": barWords(players, names) },
      players.map(({ equity }, at) =>
        h("span", { style: { width: `${100 * equity}%`, background: COLOURS[at] } }),
      ),
    ),
    h(
      "table",
      {},
      tableHead("Player", ["Equity", "Wins", "Ties"]),
      h(
        "tbody",
        {},
        players.map((player, at) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, names[at]),
            numberCells([shown(player), percent(player.win), percent(player.tie)]),
          ),
        ),
      ),
    ),
    note(isExact ? "exact" : `sampled: ${count(deals)} deals, ± is a 95% interval`),
  ];
}

function barWords(players, names) {
  return players.map(({ equity }, at) => `${names[at]} ${percent(equity)}`).join(", ");
}

/**
 * Show which shares of the ranges have made what, and draw to what; nothing before the flop.
 * `classes` has the names of made hands and draws, in their order.
 */
export function hitTables({ hits }, names, classes) {
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
          rows.map((row, at) => hitCell(row.get(name), COLOURS[at])),
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
