/** Compare: two actions of a node, or two solutions, for each hand and in total. */

import { api, part } from "../api.js";
import { classNames, fetchNode } from "../browse/node_data.js";
import { comparisonElements } from "../compare/comparison.js";
import { handFilter } from "../components/hand_filter.js";
import { showNoSolutions, solutionPicker } from "../components/solution_picker.js";
import { choices, dropdown, field, fill, h, listOptions, panel, problemLine } from "../dom.js";

const KINDS = [
  ["actions", "Two actions"],
  ["solutions", "Two solutions"],
];
const PLAYERS = [
  ["", "who acts"],
  ["oop", "OOP"],
  ["ip", "IP"],
];

/** Show the screen; `query.first`, `query.second`, `query.path`. */
export async function show(main, query) {
  const first = solutionPicker("First solution", query.first, start);
  const second = solutionPicker("Second solution", query.second, start);
  const [{ name: found }] = await Promise.all([first.ready, second.ready]);
  if (!found) {
    showNoSolutions(main, "Compare");
    return;
  }
  let kind = query.second ? "solutions" : "actions";
  let node = null;
  let data = null;
  const path = h("input", {
    value: query.path ?? "r",
    size: 20,
    spellcheck: "false",
    onchange: start,
  });
  const actions = [0, 1].map(() => dropdown([], null, compare));
  const player = dropdown(PLAYERS, "", compare);
  const problem = problemLine();
  const body = h("div", { class: "stack" });
  const filter = handFilter(await classNames(), draw);
  const actionFields = h(
    "div",
    { class: "fields" },
    field("First action", actions[0]),
    field("Second action", actions[1]),
  );
  const solutionFields = h("div", { class: "fields" }, second.element, field("Player", player));

  async function start() {
    actionFields.hidden = kind !== "actions";
    solutionFields.hidden = kind !== "solutions";
    problem.clear();
    try {
      node = await fetchNode(first.value, path.value.trim() || "r");
      path.value = node.path;
      actions.forEach((list, place) => {
        offerActions(list, node.actions, place);
      });
      filter.setActions(node);
      await compare();
    } catch (error) {
      fail(error);
    }
  }

  async function compare() {
    problem.clear();
    try {
      data = await fetchComparison();
      draw();
    } catch (error) {
      fail(error);
    }
  }

  function fetchComparison() {
    const base = `/solutions/${part(first.value)}/compare`;
    if (kind === "solutions")
      return api.get(`${base}/${part(second.value)}`, {
        path: node.path,
        player: player.value || null,
      });
    if (!node.actions.length) throw new Error("the line must end at a decision");
    const [one, two] = actions.map((list) => list.value);
    return api.get(`${base}/actions`, { path: node.path, first: one, second: two });
  }

  function fail(error) {
    problem.show(error.message);
    fill(body);
  }

  function draw() {
    if (!data) return;
    const solutions = kind === "actions" ? [first.value] : [first.value, second.value];
    fill(body, comparisonElements(data, node, filter, solutions));
  }

  fill(
    main,
    h("h1", {}, "Compare"),
    panel(
      "What to compare",
      choices("Compare", KINDS, kind, (value) => {
        kind = value;
        start();
      }),
      h("div", { class: "fields" }, first.element, field("Line", path)),
      actionFields,
      solutionFields,
      problem,
    ),
    filter.element,
    body,
  );
  await start();
}

/** Offer actions in a list; the chosen one stays, and otherwise the one at `place` is chosen. */
function offerActions(list, actions, place) {
  const old = actions.find((action) => action.step === list.value);
  const chosen = old ?? actions[Math.min(place, actions.length - 1)];
  const entries = actions.map((action) => [action.step, action.words]);
  fill(list, listOptions(entries, chosen?.step));
}
