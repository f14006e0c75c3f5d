/** A review: totals, where EV was lost, and all decisions, worst first. */

import { AddressError, addressOf, numberWithin, openNamed, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { choices, fill, h, note, panel } from "../dom.js";
import { count, counted, number } from "../format.js";
import { decisionList, listFields, unknownFilter } from "./decision_list.js";
import { detailElement } from "./detail.js";
import { lossText } from "./losses.js";
import { noteParts } from "./notes.js";

const TITLES = [
  "decisions",
  "matched",
  "with EVs",
  "within error",
  "bb lost",
  "mean bb lost",
  "exploitability",
];

function playersTable(players) {
  const cells = (total) => [
    count(total.decisions),
    count(total.good + total.poor),
    count(total.valued),
    count(total.within_error),
    total.valued ? totalLoss(total) : "–",
    number(total.mean_ev_loss_big_blinds, 3),
    total.exploitability_pot_percent === null
      ? "–"
      : `${number(total.exploitability_pot_percent)}%`,
  ];
  const rows = Object.entries(players).flatMap(([name, total]) => [
    numberRow(name, cells(total)),
    ...Object.entries(total.streets)
      .filter(([, each]) => each.outside < each.decisions)
      .map(([street, each]) => numberRow(street, cells(each), { class: "part" })),
  ]);
  return tableFrame(
    "Players",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Players"),
      tableHead("player", TITLES),
      h("tbody", {}, rows),
    ),
  );
}

function totalLoss(total) {
  return lossText(total.ev_loss_big_blinds, total.ev_loss_interval_big_blinds);
}

function breakdownElement(groups) {
  const known = Object.entries(groups).filter(([, total]) => total.valued);
  const most = Math.max(...known.map(([, total]) => total.ev_loss_big_blinds), 1e-9);
  if (!known.length) return h("p", { class: "muted small" }, "No decision has a known cost.");
  return h(
    "ul",
    { class: "bars" },
    known.map(([name, total]) =>
      h(
        "li",
        {},
        h("span", {}, name),
        h(
          "span",
          { class: "bar" },
          h("span", { style: { width: `${(100 * total.ev_loss_big_blinds) / most}%` } }),
        ),
        h("span", { class: "number" }, `${totalLoss(total)} bb in ${count(total.valued)}`),
      ),
    ),
  );
}

const FORM = ["#/review", "Other reviews"];

/** Show the review that the address names. */
export async function showReport(main, address) {
  const state = screenState(address, {
    name: text(null),
    job: text(null),
    by: text(null), // what losses are broken down by; by default the first
    decision: numberWithin(1, 1e9, null), // by default the worst that has a strategy
    ...listFields(),
  });
  const { name } = state.values;
  const review = await openNamed(api.get(`/reviews/${part(name)}`), "review", name, [FORM]);
  const first = firstDecision(review, state.values);
  state.set({ job: null }, { isReplaced: true }); // it is done
  const detail = h("div", { class: "detail" });
  const show = (row) => {
    decisions.choose(row);
    fill(detail, detailElement(row, review));
  };
  const decisions = decisionList(review.decisions, state, (row) => {
    state.set({ decision: review.decisions.indexOf(row) + 1 });
    show(row);
    if (matchMedia("(max-width: 900px)").matches) detail.scrollIntoView({ block: "start" });
  });
  const player = review.player ? `, player ${review.player}` : "";
  fill(
    main,
    h(
      "div",
      { class: "stack" },
      h("div", { class: "row spread" }, h("h1", {}, name), links(name)),
      note(`${counted(review.hand_count, "hand")} compared with: ${review.basis}${player}.`),
      h(
        "div",
        { class: "review-totals" },
        panel("Totals", h("h2", {}, "Players"), playersTable(review.players)),
        lossPanel(review.breakdowns, state),
      ),
      review.left_out.length ? leftOut(review.left_out) : null,
      h("div", { class: "side decisions" }, decisions.element, detail),
    ),
  );
  if (first) show(first);
}

/** Return the decision that the address names, and check what else it names of the review. */
function firstDecision({ decisions, breakdowns }, values) {
  const refuse = (words) => {
    const whole = [addressOf("review", { name: values.name }), "The whole review"];
    throw new AddressError(`The review “${values.name}” has no ${words}.`, [whole, FORM]);
  };
  const { decision, by } = values;
  if (decision !== null && !decisions[decision - 1]) refuse(`decision ${decision}`);
  if (by !== null && !(by in breakdowns)) refuse(`losses by ${by}`);
  const filter = unknownFilter(decisions, values);
  if (filter) refuse(`decision with the ${filter} “${values[filter]}”`);
  if (decision !== null) return decisions[decision - 1];
  return decisions.find((row) => row.actions.length) ?? decisions[0];
}

function links(name) {
  const csv = { href: api.link(`/reviews/${part(name)}/decisions.csv`), download: `${name}.csv` };
  return h(
    "div",
    { class: "row" },
    h("a", { class: "button", ...csv }, "CSV"),
    h("a", { class: "button", href: FORM[0] }, FORM[1]),
  );
}

/** Show where big blinds were lost, by street, by action and so on. */
function lossPanel(breakdowns, state) {
  const names = Object.keys(breakdowns);
  const chosen = state.values.by ?? names[0];
  const place = h("div", {}, breakdownElement(breakdowns[chosen]));
  return panel(
    "Losses",
    h("h2", {}, "Big blinds lost"),
    choices(
      "Losses by",
      names.map((name) => [name, name]),
      chosen,
      (name) => {
        state.set({ by: name === names[0] ? null : name });
        fill(place, breakdownElement(breakdowns[name]));
      },
    ),
    place,
  );
}

function leftOut(hands) {
  return h(
    "details",
    { class: "panel" },
    h("summary", {}, `${counted(hands.length, "hand")} left out`),
    h(
      "ul",
      { class: "small" },
      hands.map((each) => h("li", {}, `${each.hand}: `, noteParts(each.reason))),
    ),
  );
}
