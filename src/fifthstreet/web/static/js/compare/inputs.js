/** What to compare: two actions of a node, or two solutions. */

import { oneOf, order, text } from "../address.js";
import { nodeBar } from "../browse/node_bar.js";
import { filterFields } from "../components/hand_filter.js";
import { lineInput } from "../components/line_input.js";
import { choices, dropdown, field, fill, h, listOptions, panel } from "../dom.js";

const KINDS = [
  ["actions", "Two actions"],
  ["solutions", "Two solutions"],
];
const PLAYERS = [
  ["", "who acts"],
  ["oop", "OOP"],
  ["ip", "IP"],
];
const SIDES = ["one", "two"];

/**
 * Return the parts of the address, with the names of made hands and draws. A `second` solution
 * means that two solutions are compared.
 */
export function compareFields(names) {
  return {
    first: text(null),
    second: text(null),
    path: text("r"),
    one: text(null),
    two: text(null),
    player: oneOf(PLAYERS.map(([player]) => player)),
    ...filterFields(names),
    totals: order(),
    sort: order("change"),
  };
}

/**
 * Create the inputs. `pickers` are the lists of the first and the second solution, and
 * `onchange(values)` is called with the values that the user changes.
 */
export function compareInputs(values, [first, second], problem, onchange) {
  const path = lineInput((line) => onchange({ path: line }));
  const bar = nodeBar(
    (line) => onchange({ path: line }),
    () => null,
  );
  const actions = SIDES.map((name) => dropdown([], null, (step) => onchange({ [name]: step })));
  const player = dropdown(PLAYERS, values.player, (value) => onchange({ player: value }));
  const kind = () => (values.second === null ? "actions" : "solutions");
  const choose = (value) =>
    onchange({
      second: value === "solutions" ? second.value : null,
      one: null,
      two: null,
      player: "",
    });
  const fields = {
    actions: h(
      "div",
      { class: "fields" },
      field("First action", actions[0]),
      field("Second action", actions[1]),
    ),
    solutions: h("div", { class: "fields" }, second.element, field("Player", player)),
  };
  return {
    element: panel(
      "What to compare",
      choices("Compare", KINDS, kind(), choose),
      h(
        "div",
        { class: "row compare-choice" },
        h("div", { class: "fields" }, first.element, field("Line", path)),
        Object.values(fields),
      ),
      bar.element,
      problem,
    ),
    /** Show the inputs of what is compared. */
    drawKind() {
      for (const [name, element] of Object.entries(fields)) element.hidden = name !== kind();
    },
    /** Show a node's line, and offer its actions: by default the first two are compared. */
    drawNode(node) {
      values.path = node.path;
      path.value = "";
      bar.draw(node);
      const steps = node.actions.map(({ step }) => step);
      for (const [place, name] of SIDES.entries()) {
        const usual = steps[Math.min(place, steps.length - 1)];
        const chosen = steps.includes(values[name]) ? values[name] : usual;
        const entries = node.actions.map((action) => [action.step, action.words]);
        fill(actions[place], listOptions(entries, chosen));
        values[name] = chosen === usual || kind() === "solutions" ? null : chosen;
      }
    },
    get isPair() {
      return kind() === "solutions";
    },
    get steps() {
      return actions.map((list) => list.value);
    },
  };
}
