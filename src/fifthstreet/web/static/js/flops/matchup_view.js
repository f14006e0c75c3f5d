/** A matchup on many flops: all of them in a table, and their means. */

import { api, part } from "../api.js";
import { colourKey } from "../components/action_table.js";
import { dataTable } from "../components/data_table.js";
import { choices, fill, h, note, panel } from "../dom.js";
import { number, sizesText } from "../format.js";
import { amounts } from "../units.js";
import { flopColumns } from "./columns.js";
import { groupTable } from "./group_table.js";

const ERROR_WORDS =
  "± is the half-width of the 95% interval, because some flops are not solved or not in the " +
  "sample. Error is the mean exploitability in % of the pot.";

/**
 * Create the view below a filter; `sorting` has the order of the flops. `onopen(board)` is called
 * with a flop that is clicked, and `ondecision(path)` with the decision whose frequencies shall be
 * shown.
 */
export function matchupView(filter, sorting, { onopen, ondecision }) {
  let shown = { name: null, decision: null }; // what the table has columns for
  const decisions = h("div", {});
  const means = h("div", { class: "stack" });
  const subset = subsetNote();
  const table = dataTable("Flops", [], { onpick: (row) => onopen(row.board), ...sorting });

  function draw(name, data, { decision, flop }) {
    if (shown.name !== name) fill(decisions, decisionChoices(data, decision, ondecision));
    if (shown.name !== name || shown.decision !== decision) table.setColumns(flopColumns(data));
    shown = { name, decision };
    table.setRows(data.rows);
    table.choose(data.rows.find((row) => row.board === flop) ?? null);
    fill(means, meanElements(data));
    subset.draw(data.facts.dealt === "subset" ? name : null);
  }

  return {
    element: h(
      "div",
      { class: "stack", hidden: true },
      filter.element,
      decisions,
      h(
        "div",
        { class: "flops-layout" },
        h("section", { class: "panel", "aria-label": "All flops" }, table.element),
        panel("Means", h("h2", {}, "Means"), means, subset.element),
      ),
    ),
    draw,
  };
}

function decisionChoices(data, decision, ondecision) {
  if (data.decisions.length < 2) return null;
  const entries = data.decisions.map(({ path, player }) => [path, decisionWords(path, player)]);
  const [{ path: first }] = data.decisions;
  const choose = (path) => ondecision(path === first ? null : path);
  return choices("Decision", entries, decision ?? first, choose);
}

function decisionWords(path, player) {
  if (path === "r") return "OOP first to act";
  return path === "r:k" ? "IP after a check" : `${player.toUpperCase()} at ${path}`;
}

function meanElements(data) {
  const { pot, stack, combos, tree } = data.facts;
  const { text, missing } = amounts(data.facts);
  const [oop, ip] = combos.map((each) => number(each, 0));
  const none = data.solved ? "No solved flop passes the filter." : "No flop is solved yet.";
  return [
    note(`pot ${text(pot)}, stack ${text(stack)}, ${oop} against ${ip} combos; ${sizesText(tree)}`),
    missing ? note(missing) : null,
    data.groups.length
      ? [legend(data.actions), groupTable(data), note(ERROR_WORDS)]
      : h("p", { class: "muted" }, none),
  ];
}

function legend(actions) {
  return h(
    "div",
    { class: "row small" },
    actions.map((action) => h("span", {}, colourKey(action.colour), action.words)),
  );
}

/** Create the note of how well a subset represents all flops; `draw(null)` clears it. */
function subsetNote() {
  const element = note();
  const texts = new Map(); // by name of a matchup: a promise, because the server needs a second
  let shown = null;

  async function draw(name) {
    if (shown !== name) fill(element);
    shown = name;
    if (name === null) return;
    if (!texts.has(name))
      texts.set(
        name,
        api.get(`/flops/${part(name)}/subset`).then(
          (reply) => reply.text,
          () => null,
        ),
      );
    const text = await texts.get(name);
    if (shown === name && text) fill(element, text);
  }

  return { element, draw };
}
