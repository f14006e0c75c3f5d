/** All hands of a player at a node, to sort, filter and export. */

import { api, part } from "../api.js";
import { CLASS_NAMES, HOLE_CLASS, holeText } from "../cards.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { h } from "../dom.js";
import { count, number, percent } from "../format.js";
import { realisation } from "./node_data.js";

/** Create the table; `sorting` has its order. */
export function handTable(names, sorting) {
  const table = dataTable("Hands", [], sorting);
  const link = h("a", { class: "button" }, "Export to CSV");
  const counted = h("span", { class: "note" });
  const element = h(
    "div",
    { class: "stack" },
    h("div", { class: "row spread" }, counted, link),
    table.element,
  );

  function draw(solution, node, seat, passes) {
    const player = node.players[seat];
    const rows = [...player.hands.keys()].filter((place) => passes(player.hands[place], place));
    table.setColumns(columns(node, player, names));
    table.setRows(rows);
    counted.textContent = `${count(rows.length)} of ${count(player.hands.length)} hands`;
    link.href = api.link(`/solutions/${part(solution)}/node.csv`, { path: node.path });
  }

  return { element, draw };
}

/** Return the columns of a player's hands; a row is the place of a hand. */
function columns(node, player, names) {
  const { hands, reach, hand_ev: ev, hand_equity: equity } = player;
  const actions = player.strategy ? node.actions : [];
  const { units } = node;
  const amount = (value) => units.number(value);
  const two = (value) => number(value, 2);
  return [
    { name: "hand", title: "Hand", value: (at) => holeText(hands[at]) },
    { name: "class", title: "Class", value: (at) => CLASS_NAMES[HOLE_CLASS[hands[at]]] },
    { name: "made", title: "Made hand", value: (at) => names.made[node.made[hands[at]]] },
    { name: "draw", title: "Draw", value: (at) => names.draws[node.draw[hands[at]]] },
    numberColumn("reach", "Reach", (at) => reach[at], percent),
    numberColumn("equity", "Equity", (at) => equity[at], percent),
    numberColumn("ev", units.title("EV"), (at) => ev[at], amount),
    numberColumn("eqr", "EQR", (at) => realisation(node, ev[at], equity[at]), two),
    ...actions.flatMap(({ step, words }, row) => [
      numberColumn(step, words, (at) => player.strategy[row][at], percent),
      numberColumn(`ev ${step}`, `EV of ${words}`, (at) => player.action_ev[row][at], amount),
    ]),
  ];
}
