/** Compare: two actions of a node, or two solutions, for each hand and in total. */

import { AddressError, addressOf, checkPath, openNamed, screenState } from "../address.js";
import { api, part } from "../api.js";
import { classNames, fetchNode } from "../browse/node_data.js";
import { comparisonElements } from "../compare/comparison.js";
import { compareFields, compareInputs } from "../compare/inputs.js";
import { handFilter } from "../components/hand_filter.js";
import { showNoSolutions, solutionPicker } from "../components/solution_picker.js";
import { fill, h, lastRequest, problemLine } from "../dom.js";

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the comparison that the address names; by default the first actions of a solution. */
export async function show(main, address) {
  const names = await classNames();
  const state = screenState(address, compareFields(names));
  const { values } = state;
  const first = solutionPicker("First solution", values.first, (name) => change({ first: name }));
  const second = solutionPicker("Second solution", values.second, (name) =>
    change({ second: name }),
  );
  const [{ name: found }] = await Promise.all([first.ready, second.ready]);
  if (!found) {
    showNoSolutions(main, "Compare");
    return;
  }
  await checkNode(found, values);
  let node = null;
  let data = null;
  const begin = lastRequest();
  const problem = problemLine();
  const body = h("div", { class: "stack" });
  const inputs = compareInputs(values, [first, second], problem, change);
  const filter = handFilter(names, state, draw);

  function change(changes) {
    state.set(changes);
    return start();
  }

  async function start() {
    const isLast = begin();
    inputs.drawKind();
    problem.clear();
    try {
      const [nextNode, next] = await fetchBoth();
      if (!isLast()) return;
      [node, data] = [nextNode, next];
      state.set({ first: first.value }, { isReplaced: true });
      draw();
    } catch (error) {
      if (!isLast()) return;
      data = null;
      problem.show(error.message);
      fill(body);
    }
  }

  async function fetchBoth() {
    const at = await fetchNode(first.value, values.path);
    inputs.drawNode(at);
    filter.setActions(at);
    return [at, await fetchComparison(at)];
  }

  function fetchComparison({ path, actions }) {
    const base = `/solutions/${part(first.value)}/compare`;
    if (inputs.isPair)
      return api.get(`${base}/${part(second.value)}`, { path, player: values.player || null });
    if (!actions.length) throw new Error("the line must end at a decision");
    const [one, two] = inputs.steps;
    return api.get(`${base}/actions`, { path, first: one, second: two });
  }

  function draw() {
    if (!data) return;
    const solutions = inputs.isPair ? [first.value, second.value] : [first.value];
    fill(body, comparisonElements(data, node, { filter, solutions, state }));
  }

  fill(main, h("h1", { class: "screen-name" }, "Compare"), inputs.element, filter.element, body);
  await start();
}

/** Check that a solution has the node and the actions that the address names. */
async function checkNode(solution, { path, one, two, action }) {
  const links = [[addressOf("compare", { first: solution }), "First decision"]];
  const node = await openNamed(fetchNode(solution, path), "line", path, links);
  const nearest = addressOf("compare", { first: solution, path: node.path });
  checkPath(path, node.path, nearest, links);
  for (const step of [one, two, action])
    if (step && !node.actions.some((each) => each.step === step))
      throw new AddressError(`The decision at ${path} has no action “${step}”.`, links);
}
