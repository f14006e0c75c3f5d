/** The equities of players. */

import { RANGE_COLOURS } from "../components/hit_tables.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import { h, note } from "../dom.js";
import { count, percent } from "../format.js";

/** Show what each player wins, with the error. */
export function equityTable({ players, is_exact: isExact, deals }, names) {
  const shown = ({ equity, error }) =>
    error ? `${percent(equity, 1)} ± ${percent(error, 1)}` : percent(equity, 2);
  return [
    h(
      "div",
      { class: "share-bar equity-bar", role: "img", "aria-label": barWords(players, names) },
      players.map(({ equity }, at) =>
        h("span", { style: { width: `${100 * equity}%`, background: RANGE_COLOURS[at] } }),
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
