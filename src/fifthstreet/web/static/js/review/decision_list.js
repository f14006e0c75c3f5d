/** All decisions of a review, to filter and sort. */

import { flag, numberWithin, order, text } from "../address.js";
import { cardsElement } from "../cards.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { checkbox, dropdown, field, h } from "../dom.js";
import { count, percent } from "../format.js";
import { decisionLoss } from "./losses.js";
import { stepWords } from "./steps.js";

const ALL = "";
const STREETS = ["preflop", "flop", "turn", "river"];
const ERROR_WORDS =
  "≈ marks losses within the error of the strategy, which are not counted in totals.";

/** Return the parts of an address for the list. */
export function listFields() {
  return {
    street: text(ALL),
    player: text(ALL),
    match: text(ALL),
    least: numberWithin(0, 1e9, 0),
    certain: flag(),
    sort: order(null, { columns: columns().map(({ name }) => name) }),
  };
}

/** Return the first filter of the address that no decision has; null if there is none. */
export function unknownFilter(decisions, values) {
  const isKnown = (name) =>
    values[name] === ALL || decisions.some((row) => row[name] === values[name]);
  return ["street", "player", "match"].find((name) => !isKnown(name)) ?? null;
}

/**
 * Create the list, whose state has the values of `listFields`; `onopen(decision)` is called with one
 * that is clicked, and `choose(decision)` marks one.
 */
export function decisionList(decisions, state, onopen) {
  const shown = h("p", { class: "note", role: "status", "aria-live": "polite" });
  const table = dataTable("Decisions", columnsFor(decisions), {
    onpick: onopen,
    ...state.sorting("sort"),
  });

  function draw() {
    const rows = decisions.filter((row) => passes(row, state.values));
    const counts = `${count(rows.length)} of ${count(decisions.length)} decisions`;
    table.setRows(rows);
    shown.textContent = `${counts}. ${ERROR_WORDS}`;
  }

  draw();
  return {
    element: h(
      "div",
      { class: "panel stack" },
      h("h2", {}, "Decisions, worst first"),
      filterFields(decisions, state, draw),
      shown,
      table.element,
    ),
    choose: table.choose,
  };
}

function passes(row, { street, player, match, least, certain }) {
  return (
    (street === ALL || row.street === street) &&
    (player === ALL || row.player === player) &&
    (match === ALL || row.match === match) &&
    (least <= 0 || (row.ev_loss && row.ev_loss.big_blinds >= least)) &&
    (!certain || (row.ev_loss && !row.ev_loss.within_error))
  );
}

function filterFields(decisions, state, onchange) {
  const { values: chosen } = state;
  const set = (key, options) => (value) => {
    state.set({ [key]: value }, options);
    onchange();
  };
  const list = (title, key) => {
    const values = [...new Set(decisions.map((row) => row[key]))];
    const entries = [[ALL, "all"], ...values];
    return field(title, dropdown(entries, chosen[key], set(key), { "data-filter": key }));
  };
  const least = h("input", {
    type: "number",
    min: 0,
    step: "any",
    value: chosen.least,
    oninput: () => set("least", { isReplaced: true })(Math.max(Number(least.value), 0)),
  });
  return h(
    "div",
    { class: "fields" },
    list("Street", "street"),
    list("Player", "player"),
    list("Match", "match"),
    field("Minimum loss, bb", least),
    checkbox("only losses larger than the error", chosen.certain, set("certain")),
  );
}

/** Return the columns; the player only if there are several. */
function columnsFor(decisions) {
  const isOne = new Set(decisions.map((row) => row.player)).size < 2;
  return columns().filter(({ name }) => !(isOne && name === "player"));
}

function columns() {
  const cards = (text) => (text ? cardsElement(text) : "–");
  const best = (row) => (row.best ? stepWords(row.best, row.to_call > 0) : "");
  return [
    {
      name: "loss",
      title: "bb lost",
      isNumber: true,
      value: lossOrder,
      show: (row) => decisionLoss(row.ev_loss),
    },
    { name: "player", title: "Player", value: (row) => row.player },
    {
      name: "street",
      title: "Street",
      value: (row) => STREETS.indexOf(row.street),
      show: (row) => row.street,
    },
    { name: "hole", title: "Hand", value: (row) => row.hole ?? "", show: (row) => cards(row.hole) },
    { name: "board", title: "Board", value: (row) => row.board, show: (row) => cards(row.board) },
    {
      name: "action",
      title: "Action",
      value: (row) => stepWords(row.action, row.action_kind === "raise"),
    },
    { name: "best", title: "Highest EV", value: best, show: (row) => best(row) || "–" },
    numberColumn("frequency", "Frequency", (row) => row.frequency, percent),
    { name: "match", title: "Match", value: (row) => row.match },
    { name: "hand", title: "Source", value: (row) => row.hand, show: (row) => row.label },
  ];
}

/** Return what sorts decisions: losses above the error, then those within it, then unknown. */
function lossOrder(row) {
  if (!row.ev_loss) return null;
  return row.ev_loss.within_error ? row.ev_loss.big_blinds - 1e6 : row.ev_loss.big_blinds;
}
