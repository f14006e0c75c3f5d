/** A review: totals, where EV was lost, and all decisions, worst first. */

import { api, part } from "../api.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { choices, fill, h, note, panel } from "../dom.js";
import { count, counted, number } from "../format.js";
import { decisionList } from "./decision_list.js";
import { detailElement } from "./detail.js";
import { lossText } from "./losses.js";

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

/** Show a review by name. */
export async function showReport(main, name) {
  const review = await api.get(`/reviews/${part(name)}`);
  const detail = h("div", { class: "detail" });
  let wasOpened = false;
  const decisions = decisionList(review.decisions, (row) => {
    fill(detail, detailElement(row, review));
    if (wasOpened && matchMedia("(max-width: 900px)").matches)
      detail.scrollIntoView({ block: "start" });
    wasOpened = true;
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
        { class: "columns" },
        panel("Totals", h("h2", {}, "Players"), playersTable(review.players)),
        lossPanel(review.breakdowns),
      ),
      review.left_out.length ? leftOut(review.left_out) : null,
      h("div", { class: "side decisions" }, decisions.element, detail),
    ),
  );
  const first = review.decisions.find((row) => row.actions.length) ?? review.decisions[0];
  if (first) decisions.open(first);
}

function links(name) {
  const csv = { href: api.link(`/reviews/${part(name)}/decisions.csv`), download: `${name}.csv` };
  return h(
    "div",
    { class: "row" },
    h("a", { class: "button", ...csv }, "CSV"),
    h("a", { class: "button", href: "#/review" }, "Other reviews"),
  );
}

/** Show where big blinds were lost, by street, by action and so on. */
function lossPanel(breakdowns) {
  const names = Object.keys(breakdowns);
  const place = h("div", {}, breakdownElement(breakdowns[names[0]]));
  return panel(
    "Losses",
    h("h2", {}, "Big blinds lost"),
    choices(
      "Losses by",
      names.map((name) => [name, name]),
      names[0],
      (name) => fill(place, breakdownElement(breakdowns[name])),
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
      hands.map((each) => h("li", {}, `${each.hand}: ${each.reason}`)),
    ),
  );
}
