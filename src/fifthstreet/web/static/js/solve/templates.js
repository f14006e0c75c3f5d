/** Templates: pots by position, with ranges of charts and the sizes of a fast or a full tree. */

import { api } from "../api.js";
import {
  allow,
  button,
  dropdown,
  field,
  fill,
  h,
  listOptions,
  problemLine,
  submit,
} from "../dom.js";
import { capitalised } from "../format.js";

/** Sizes and rules of trees. */
export const TREES = {
  fast: {
    sizes: {
      flop: { bet: "33%", raise: "60%" },
      turn: { bet: "75%", raise: "60%" },
      river: { bet: "75%", raise: "60%" },
    },
    tree: { add_allin: 1, force_allin: 0.2, merge: 0.1, max_raises: 2 },
  },
  full: {
    sizes: {
      flop: { bet: "33%, 75%", raise: "60%" },
      turn: { bet: "50%, 100%", raise: "60%" },
      river: { bet: "50%, 100%", raise: "60%" },
    },
    tree: { add_allin: 1.5, force_allin: 0.2, merge: 0.1, max_raises: 3 },
  },
};
const TREE_WORDS = [
  ["fast", "fast: one size per street"],
  ["full", "full: two sizes per street"],
];

/** Create the control; `useSpot(fields)` gets the fields that a template sets. */
export function templatePicker(useSpot) {
  const table = dropdown([], null, drawPots);
  const pot = h("select", { onchange: () => allow(use, Boolean(pot.value)) });
  const tree = dropdown(TREE_WORDS, "fast");
  const problem = problemLine({ class: "problem small" });
  const use = button("Use", () => submit(use, problem, apply));
  const read = (work) => work().catch((error) => problem.show(error.message));

  async function drawTables() {
    const tables = await api.get("/preflop/tables");
    const words = ({ players, stack }) => `${players} players, ${stack} big blinds`;
    const entries = tables.map((each) => [`${each.players}/${each.stack}`, words(each)]);
    fill(table, listOptions(entries, "6/100"));
    await drawPots();
  }

  async function drawPots() {
    const { lines } = await api.get(`/preflop/tables/${table.value}`);
    fill(pot, h("option", { value: "" }, "choose a pot …"), groups(lines));
    allow(use, false);
  }

  async function apply() {
    const spot = await api.get(`/preflop/tables/${table.value}/lines/${pot.value}/spot`);
    const { sizes, tree: rules } = structuredClone(TREES[tree.value]);
    useSpot({ ...spot, sizes, tree: { ...rules, ...spot.tree } });
  }

  allow(use, false);
  read(drawTables);
  return h(
    "div",
    { class: "fields template-picker" },
    field("Template for", table),
    field("Pot of the template", pot),
    field("Bet sizes", tree),
    use,
    problem,
  );
}

function groups(lines) {
  return [...new Set(lines.map((line) => line.kind))].map((kind) => {
    const own = lines.filter((line) => line.kind === kind);
    const entries = own.map((line) => [String(line.number), line.title]);
    return fill(h("optgroup", { label: `${capitalised(kind)} pots` }), listOptions(entries, null));
  });
}
