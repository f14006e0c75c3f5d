/** The start of the trainer: a new drill, or the history of earlier ones. */

import { AddressError, addressOf, oneOf, order, screenState } from "../address.js";
import { api } from "../api.js";
import { checkedName } from "../components/solution_picker.js";
import { choices, fill, h, lastRequest, problemLine } from "../dom.js";
import { positionsOf, potOf } from "./drill_choices.js";
import { draftFields, lastDrill } from "./drill_draft.js";
import { drillForm } from "./drill_form.js";
import { gradeHelp } from "./grades.js";
import { SESSION_COLUMNS, showHistory } from "./history.js";
import { preflopFields, showPreflopDrill } from "./preflop_drill.js";
import { byField } from "./statistics.js";

const VIEWS = [
  ["new", "New drill"],
  ["preflop", "Before the flop"],
  ["history", "History"],
];

const SHOWN = { new: showDrill, preflop: showPreflopDrill, history: showHistory };

/** Show the drill of the address, by default the last one, or the history. */
export async function showSetup(main, address) {
  const sorting = order("started", { columns: SESSION_COLUMNS.map(({ name }) => name) });
  const view = oneOf(VIEWS.map(([name]) => name));
  const fields = {
    view,
    ...draftFields(address),
    ...preflopFields(),
    by: byField(),
    sort: sorting,
  };
  const state = screenState(address, fields);
  const content = h("div", {});
  const begin = lastRequest();

  async function draw() {
    const isLast = begin();
    const shown = h("div", { class: "stack" });
    await SHOWN[state.values.view](shown, state);
    if (isLast()) fill(content, shown);
  }

  const problem = problemLine();
  await draw();
  const onchange = (chosen) => {
    state.set({ view: chosen });
    problem.clear();
    draw().catch((error) => problem.show(error.message));
  };
  const views = choices("View", VIEWS, state.values.view, onchange);
  const head = h("div", { class: "row spread" }, h("h1", { class: "screen-name" }, "Train"), views);
  fill(main, h("div", { class: "stack" }, head, problem, content));
}

async function showDrill(content, state) {
  const found = await api.get("/trainer/solutions");
  const solutions = found.filter((each) => !each.error && hasDecisions(each));
  const { values, given } = state;
  if (values.solution !== "") checkedName(found, values.solution);
  else if (![...given].some((name) => name !== "view")) Object.assign(values, lastDrill());
  checkStreet(state, solutions);
  checkPlace(state, "positions", solutions.map(positionsOf));
  checkPlace(state, "pot", solutions.map(potOf));
  fill(
    content,
    h(
      "div",
      { class: "side" },
      drillForm(state, solutions),
      h("div", { class: "panel" }, gradeHelp({ isOpen: true })),
    ),
  );
}

function hasDecisions({ decisions }) {
  return Object.keys(decisions).length > 0;
}

/** Check that a solution has the positions or the pot of the address. */
function checkPlace({ values, given }, name, known) {
  const value = values[name];
  if (!given.has(name) || known.includes(value)) return;
  throw new AddressError(`No solution has the ${name} “${value}”.`, [
    [addressOf("train"), "Other drills"],
    [addressOf("library"), "Library"],
  ]);
}

/** Check that the solution of the address has decisions on its street. */
function checkStreet({ values: { solution, street }, given }, solutions) {
  const facts = solutions.find((each) => each.name === solution);
  if (!facts || !given.has("street") || facts.decisions[street]) return;
  throw new AddressError(`The solution “${solution}” has no decisions on the ${street}.`, [
    [addressOf("train", { solution }), "Other drills"],
    [addressOf("library"), "Library"],
  ]);
}
