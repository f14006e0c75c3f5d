/** Preflop: charts by position and action, from the bundled ranges or from a solved strategy. */

import { addressOf, oneOf, screenState } from "../address.js";
import { choices, fill, h } from "../dom.js";
import { bundledFields, bundledView } from "../preflop/bundled_view.js";
import { solvedFields, solvedView } from "../preflop/solved_view.js";

const SOURCES = [
  ["ranges", "Bundled ranges"],
  ["solved", "Solved strategies"],
];

/** Show the chart that the address names. */
export async function show(main, address) {
  const isSolved = address.parts.get("source") === "solved";
  const state = screenState(address, {
    source: oneOf(SOURCES.map(([source]) => source)),
    ...(isSolved ? solvedFields() : bundledFields()),
  });
  const element = await (isSolved ? solvedView(state) : bundledView(state));
  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Preflop"),
      choices("Source", SOURCES, state.values.source, (source) => {
        location.hash = addressOf("preflop", source === "solved" ? { source } : {});
      }),
    ),
    element,
  );
}
