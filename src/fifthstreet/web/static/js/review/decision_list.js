/** All decisions of a review, to filter and sort. */

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

/** Create the list; `onopen(decision)` shows one, which `open(decision)` chooses. */
export function decisionList(decisions, onopen) {
  const filter = { street: ALL, player: ALL, match: ALL, least: 0, certain: false };
  const shown = h("p", { class: "note", role: "status", "aria-live": "polite" });
  const table = dataTable("Decisions", columns(), { onpick: open });

  function open(row) {
    table.choose(row);
    onopen(row);
  }

  function draw() {
    const rows = decisions.filter((row) => passes(row, filter));
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
      filterFields(decisions, filter, draw),
      shown,
      table.element,
    ),
    open,
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

function filterFields(decisions, filter, onchange) {
  const set = (key) => (value) => {
    filter[key] = value;
    onchange();
  };
  const list = (title, key) => {
    const values = [...new Set(decisions.map((row) => row[key]))];
    const entries = [[ALL, "all"], ...values];
    return field(title, dropdown(entries, ALL, set(key), { "data-filter": key }));
  };
  const least = h("input", {
    type: "number",
    min: 0,
    step: "any",
    value: 0,
    oninput: () => set("least")(Number(least.value) || 0),
  });
  return h(
    "div",
    { class: "fields" },
    list("Street", "street"),
    list("Player", "player"),
    list("Match", "match"),
    field("Minimum loss, bb", least),
    checkbox("only losses larger than the error", false, set("certain")),
  );
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
