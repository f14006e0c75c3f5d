/** Preflop: ranges by name, solved charts by table and stack, solved strategies, and new solves. */

import { addressOf, oneOf, screenState } from "../address.js";
import { choices, fill, h } from "../dom.js";
import { bundledFields, bundledView } from "../preflop/bundled_view.js";
import { solveFields, solveView } from "../preflop/solve_view.js";
import { solvedFields, solvedView } from "../preflop/solved_view.js";
import { stackFields, stackView } from "../preflop/stack_view.js";

const SOURCES = [
  ["ranges", "Ranges by name"],
  ["charts", "Charts by stack"],
  ["solved", "Solved strategies"],
  ["solve", "New solve"],
];
const FIELDS = {
  ranges: bundledFields,
  charts: stackFields,
  solved: solvedFields,
  solve: solveFields,
};

/** Show the chart or the form that the address names. */
export async function show(main, address) {
  const named = address.parts.get("source");
  const state = screenState(address, {
    source: oneOf(SOURCES.map(([source]) => source)),
    ...(FIELDS[named] ?? bundledFields)(),
  });
  const { source } = state.values;
  const { element, end } = await viewOf(source, state);
  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", { class: "screen-name" }, "Preflop"),
      choices("Source", SOURCES, source, (next) => {
        location.hash = addressOf("preflop", next === SOURCES[0][0] ? {} : { source: next });
      }),
    ),
    element,
  );
  return end;
}

async function viewOf(source, state) {
  if (source === "solve") return solveView(state);
  const views = { charts: stackView, solved: solvedView };
  return { element: await (views[source] ?? bundledView)(state) };
}
