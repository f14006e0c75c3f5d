/** Choose a solution of the library. */

import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { number } from "../format.js";

/** Create a list to choose from; `onchange(name)` is called with the choice. */
export function solutionPicker(title, chosen, onchange) {
  const select = h("select", { onchange: () => onchange(select.value) });
  const element = h("label", {}, h("span", {}, title), select);
  const ready = api.get("/solutions").then((rows) => {
    const usable = rows.filter((row) => !row.error);
    fill(
      select,
      usable.length ? null : h("option", { value: "" }, "no solutions yet"),
      usable.map((row) =>
        h(
          "option",
          { value: row.name },
          `${row.name}: ${row.board}, ${number(row.exploitability_pot_percent, 2)}%`,
        ),
      ),
    );
    const name = usable.some((row) => row.name === chosen) ? chosen : (usable[0]?.name ?? "");
    select.value = name;
    return { name, rows: usable };
  });
  return {
    element,
    ready,
    get value() {
      return select.value;
    },
  };
}
