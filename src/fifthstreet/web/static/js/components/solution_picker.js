/** Choose a solution of the library. */

import { api } from "../api.js";
import { dropdown, field, fill, h, listOptions } from "../dom.js";
import { number } from "../format.js";

/** Create a list to choose from; `onchange(name)` is called with the choice. */
export function solutionPicker(title, chosen, onchange) {
  const list = dropdown([], null, onchange);
  const ready = api.get("/solutions").then((found) => {
    const rows = found.filter((row) => !row.error);
    const name = rows.some((row) => row.name === chosen) ? chosen : (rows[0]?.name ?? "");
    const describe = (row) => `${row.board}, ${number(row.exploitability_pot_percent, 2)}%`;
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

/** Show that a screen has nothing to show without a solution. */
export function showNoSolutions(main, title) {
  fill(
    main,
    h("h1", {}, title),
    h(
      "p",
      {},
      "There are no solutions yet. ",
      h("a", { href: "#/solve" }, "Solve a spot"),
      " first.",
    ),
  );
}
