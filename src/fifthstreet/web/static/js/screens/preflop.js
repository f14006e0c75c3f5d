/** Preflop: charts by position and action, from the bundled ranges or from a solved strategy. */

import { noteAddress } from "../address.js";
import { choices, fill, h } from "../dom.js";
import { bundledView } from "../preflop/bundled_view.js";
import { solvedView } from "../preflop/solved_view.js";

const VIEWS = { ranges: bundledView, solved: solvedView };

/** Show the screen; the query says which chart. */
export async function show(main, query) {
  let source = query.source in VIEWS ? query.source : "ranges";
  const place = h("div", {});
  const note = (state) => {
    const known = Object.entries(state).filter(
      ([, value]) => value !== null && value !== undefined,
    );
    noteAddress(`#/preflop?${new URLSearchParams(known)}`);
  };

  async function draw(state) {
    const wanted = source;
    const element = await VIEWS[source](state, note);
    if (wanted === source) fill(place, element);
  }

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Preflop"),
      choices(
        "Source",
        [
          ["ranges", "Bundled ranges"],
          ["solved", "Solved strategies"],
        ],
        source,
        (value) => {
          source = value;
          draw({});
        },
      ),
    ),
    place,
  );
  await draw(query);
}
