/** All hands of a player at a node, to sort, filter and export. */

import { api, part } from "../api.js";
import { CLASS_NAMES, HOLE_CLASS, holeText } from "../cards.js";
import { dataTable } from "../components/data_table.js";
import { h } from "../dom.js";
import { number, percent } from "../format.js";
import { realisation } from "./node_data.js";

/** Create the table. */
export function handTable(names) {
  const table = dataTable("Hands", [], { sortBy: "reach" });
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
    const actions = player.strategy ? node.actions : [];
    table.setColumns([
      { name: "hand", title: "Hand", value: (at) => holeText(player.hands[at]) },
      { name: "class", title: "Class", value: (at) => CLASS_NAMES[HOLE_CLASS[player.hands[at]]] },
      { name: "made", title: "Made hand", value: (at) => names.made[node.made[player.hands[at]]] },
      { name: "draw", title: "Draw", value: (at) => names.draws[node.draw[player.hands[at]]] },
      {
        name: "reach",
        title: "Reach",
        isNumber: true,
        value: (at) => player.reach[at],
        show: (at) => percent(player.reach[at]),
      },
      {
        name: "equity",
        title: "Equity",
        isNumber: true,
        value: (at) => player.hand_equity[at],
        show: (at) => percent(player.hand_equity[at]),
      },
      {
        name: "ev",
        title: "EV",
        isNumber: true,
        value: (at) => player.hand_ev[at],
        show: (at) => number(player.hand_ev[at], 2),
      },
      {
        name: "eqr",
        title: "EQR",
        isNumber: true,
        value: (at) => realisation(node, player.hand_ev[at], player.hand_equity[at]),
        show: (at) => number(realisation(node, player.hand_ev[at], player.hand_equity[at]), 2),
      },
      ...actions.flatMap((action, row) => [
        {
          name: action.step,
          title: action.words,
          isNumber: true,
          value: (at) => player.strategy[row][at],
          show: (at) => percent(player.strategy[row][at]),
        },
        {
          name: `ev ${action.step}`,
          title: `EV ${action.step}`,
          isNumber: true,
          value: (at) => player.action_ev[row][at],
          show: (at) => number(player.action_ev[row][at], 2),
        },
      ]),
    ]);
    table.setRows(rows);
    counted.textContent = `${rows.length.toLocaleString("en")} of ${player.hands.length.toLocaleString("en")} hands`;
    link.href = api.link(`/solutions/${part(solution)}/node.csv`, { path: node.path });
  }

  return { element, draw };
}
