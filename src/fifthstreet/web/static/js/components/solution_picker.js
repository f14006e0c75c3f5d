/** Choose a solution of the library. */

import { AddressError, missing } from "../address.js";
import { api } from "../api.js";
import { cardSymbols } from "../cards.js";
import { dropdown, field, fill, h, listOptions } from "../dom.js";
import { number } from "../format.js";

/**
 * Create a list to choose from; `onchange(name)` is called with the choice. `chosen` is a name of
 * the address; null chooses the first solution. `ready` fails if there is none by that name.
 */
export function solutionPicker(title, chosen, onchange) {
  const list = dropdown([], null, onchange);
  const ready = api.get("/solutions").then((found) => {
    const rows = found.filter((row) => !row.error);
    const name = chosen === null ? (rows[0]?.name ?? "") : checkedName(found, chosen);
    const describe = (row) =>
      `${cardSymbols(row.board)}, ${number(row.exploitability_pot_percent, 2)}%`;
    const entries = rows.map((row) => [row.name, `${row.name}: ${describe(row)}`]);
    fill(list, listOptions(rows.length ? entries : [["", "no solutions yet"]], name));
    return { name, rows };
  });
  return {
    element: field(title, list),
    ready,
    get value() {
      return list.value;
    },
  };
}

/** Return a name of the address if there is a usable solution by that name. */
export function checkedName(solutions, name) {
  const row = solutions.find((each) => each.name === name);
  if (!row) throw missing("solution", name);
  if (row.error)
    throw new AddressError(`The solution “${name}” is damaged: ${row.error}.`, [
      ["#/library", "Library"],
    ]);
  return name;
}

/** Show that a screen has nothing to show without a solution. */
export function showNoSolutions(main, title) {
  fill(
    main,
    h("h1", { class: "screen-name" }, title),
    h(
      "p",
      {},
      "There are no solutions yet. ",
      h("a", { href: "#/solve" }, "Solve a spot"),
      " first.",
    ),
  );
}
