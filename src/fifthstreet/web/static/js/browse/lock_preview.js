/** What a lock changes before anything is re-solved: frequencies, and EV. */

import { colourKey } from "../components/action_table.js";
import { numberCells, tableFrame, tableHead } from "../components/plain_table.js";
import { h, note } from "../dom.js";
import { percent, signed } from "../format.js";

/** Show the frequencies of the range as solved and as locked; `cells(action)` adds a cell. */
export function frequencyTable(draft, { title = null, cells = () => null } = {}) {
  const rows = draft.actions.map((action) =>
    h(
      "tr",
      { "data-step": action.step },
      h("th", { scope: "row" }, colourKey(action.colour), action.words),
      numberCells([
        percent(action.frequency),
        percent(action.locked_frequency),
        `${signed(100 * (action.locked_frequency - action.frequency), 1)} pp`,
      ]),
      cells(action),
    ),
  );
  const head = tableHead("Action", ["Solved", "Locked", "Change", ...(title ? [title] : [])]);
  return tableFrame("Frequencies of the range", h("table", {}, head, h("tbody", {}, rows)));
}

/** Show the EV that a lock costs the player, and against whom. */
export function costLines(draft) {
  const { units } = draft;
  const player = draft.player.toUpperCase();
  const opponent = player === "OOP" ? "IP" : "OOP";
  const change = draft.locked_ev - draft.ev;
  const share = percent(change / draft.pot, 2);
  const isKnown = draft.locked_ev !== null;
  return [
    h(
      "p",
      { class: "lock-cost" },
      `EV of ${player} here: `,
      isKnown
        ? [
            `${units.number(draft.ev)} → ${units.number(draft.locked_ev)} ${units.name} `,
            h("strong", {}, `(${units.signed(change)} ${units.name}, ${share} of the pot)`),
          ]
        : "unknown",
    ),
    note(
      `Against ${opponent}'s present strategy; re-solving shows how ${opponent} adapts to the lock.`,
    ),
  ];
}
