/** A review: totals, where EV was lost, and all decisions, worst first. */

import { api, part } from "../api.js";
import { cardsElement } from "../cards.js";
import { dataTable } from "../components/data_table.js";
import { choices, field, fill, h } from "../dom.js";
import { count, number, percent } from "../format.js";
import { detailElement } from "./detail.js";
import { decisionLoss, lossText } from "./losses.js";
import { stepWords } from "./steps.js";

const ALL = "";

function playersTable(players) {
  const cells = (total) =>
    [
      count(total.decisions),
      count(total.good + total.poor),
      count(total.valued),
      count(total.within_error),
      total.valued ? lossText(total.ev_loss_big_blinds, total.ev_loss_interval_big_blinds) : "–",
      number(total.mean_ev_loss_big_blinds, 3),
      total.exploitability_pot_percent === null
        ? "–"
        : `${number(total.exploitability_pot_percent)}%`,
    ].map((value) => h("td", { class: "number" }, value));
  const rows = Object.entries(players).flatMap(([name, total]) => [
    h("tr", {}, h("th", { scope: "row" }, name), cells(total)),
    ...Object.entries(total.streets)
      .filter(([, each]) => each.outside < each.decisions)
      .map(([street, each]) =>
        h("tr", { class: "part" }, h("th", { scope: "row" }, street), cells(each)),
      ),
  ]);
  const titles = [
    "decisions",
    "matched",
    "with EVs",
    "within error",
    "bb lost",
    "mean bb lost",
    "exploitability",
  ];
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": "Players" },
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Players"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "player"),
          titles.map((title) => h("th", { scope: "col", class: "number" }, title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
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
        h(
          "span",
          { class: "number" },
          `${lossText(total.ev_loss_big_blinds, total.ev_loss_interval_big_blinds)} bb in ${count(total.valued)}`,
        ),
      ),
    ),
  );
}

/** Show a review by name. */
export async function showReport(main, name) {
  const review = await api.get(`/reviews/${part(name)}`);
  const filter = { street: ALL, player: ALL, match: ALL, least: 0, certain: false };
  const detail = h("div", { class: "detail" });
  const shown = h("p", { class: "note", role: "status", "aria-live": "polite" });
  const table = dataTable(
    "Decisions",
    [
      {
        name: "loss",
        title: "bb lost",
        isNumber: true,
        value: (row) => lossOrder(row),
        show: (row) => decisionLoss(row.ev_loss),
      },
      { name: "player", title: "Player", value: (row) => row.player },
      {
        name: "street",
        title: "Street",
        value: (row) => ["preflop", "flop", "turn", "river"].indexOf(row.street),
        show: (row) => row.street,
      },
      {
        name: "hole",
        title: "Hand",
        value: (row) => row.hole ?? "",
        show: (row) => (row.hole ? cardsElement(row.hole) : "–"),
      },
      {
        name: "board",
        title: "Board",
        value: (row) => row.board,
        show: (row) => (row.board ? cardsElement(row.board) : "–"),
      },
      {
        name: "action",
        title: "Action",
        value: (row) => stepWords(row.action, row.action_kind === "raise"),
      },
      {
        name: "best",
        title: "Highest EV",
        value: (row) => (row.best ? stepWords(row.best, row.to_call > 0) : ""),
        show: (row) => (row.best ? stepWords(row.best, row.to_call > 0) : "–"),
      },
      {
        name: "frequency",
        title: "Frequency",
        isNumber: true,
        value: (row) => row.frequency,
        show: (row) => percent(row.frequency),
      },
      { name: "match", title: "Match", value: (row) => row.match },
      { name: "hand", title: "Source", value: (row) => row.hand, show: (row) => row.label },
    ],
    { onpick: open },
  );
  let wasOpened = false;

  function open(row) {
    table.choose(row);
    fill(detail, detailElement(row, review));
    if (wasOpened && matchMedia("(max-width: 900px)").matches)
      detail.scrollIntoView({ block: "start" });
    wasOpened = true;
  }

  function draw() {
    const rows = review.decisions.filter(
      (row) =>
        (filter.street === ALL || row.street === filter.street) &&
        (filter.player === ALL || row.player === filter.player) &&
        (filter.match === ALL || row.match === filter.match) &&
        (filter.least <= 0 || (row.ev_loss && row.ev_loss.big_blinds >= filter.least)) &&
        (!filter.certain || (row.ev_loss && !row.ev_loss.within_error)),
    );
    table.setRows(rows);
    shown.textContent = `${count(rows.length)} of ${count(review.decisions.length)} decisions. ≈ marks losses within the error of the strategy, which are not counted in totals.`;
  }

  const select = (title, key, values) =>
    field(
      title,
      h(
        "select",
        {
          "data-filter": key,
          onchange: (event) => {
            filter[key] = event.target.value;
            draw();
          },
        },
        h("option", { value: ALL }, "all"),
        values.map((value) => h("option", { value }, value)),
      ),
    );
  const present = (key) => [...new Set(review.decisions.map((row) => row[key]))];
  const breakdown = h("div", {});
  const names = Object.keys(review.breakdowns);
  const showBreakdown = (by) => fill(breakdown, breakdownElement(review.breakdowns[by]));
  showBreakdown(names[0]);
  fill(
    main,
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "row spread" },
        h("h1", {}, name),
        h(
          "div",
          { class: "row" },
          h(
            "a",
            {
              class: "button",
              href: api.link(`/reviews/${part(name)}/decisions.csv`),
              download: `${name}.csv`,
            },
            "CSV",
          ),
          h("a", { class: "button", href: "#/review" }, "Other reviews"),
        ),
      ),
      h(
        "p",
        { class: "note" },
        `${review.hand_count === 1 ? "1 hand" : `${count(review.hand_count)} hands`} compared with: ${review.basis}${review.player ? `, player ${review.player}` : ""}.`,
      ),
      h(
        "div",
        { class: "columns" },
        h(
          "section",
          { class: "panel stack", "aria-label": "Totals" },
          h("h2", {}, "Players"),
          playersTable(review.players),
        ),
        h(
          "section",
          { class: "panel stack", "aria-label": "Losses" },
          h("h2", {}, "Big blinds lost"),
          choices(
            "Losses by",
            names.map((each) => [each, each]),
            names[0],
            showBreakdown,
          ),
          breakdown,
        ),
      ),
      review.left_out.length
        ? h(
            "details",
            { class: "panel" },
            h(
              "summary",
              {},
              `${review.left_out.length === 1 ? "1 hand" : `${count(review.left_out.length)} hands`} left out`,
            ),
            h(
              "ul",
              { class: "small" },
              review.left_out.map((each) => h("li", {}, `${each.hand}: ${each.reason}`)),
            ),
          )
        : null,
      h(
        "div",
        { class: "side decisions" },
        h(
          "div",
          { class: "panel stack" },
          h("h2", {}, "Decisions, worst first"),
          h(
            "div",
            { class: "fields" },
            select("Street", "street", present("street")),
            select("Player", "player", present("player")),
            select("Match", "match", present("match")),
            field(
              "Minimum loss, bb",
              h("input", {
                type: "number",
                min: 0,
                step: "any",
                value: 0,
                oninput: (event) => {
                  filter.least = Number(event.target.value) || 0;
                  draw();
                },
              }),
            ),
            h(
              "label",
              { class: "inline" },
              h("input", {
                type: "checkbox",
                onchange: (event) => {
                  filter.certain = event.target.checked;
                  draw();
                },
              }),
              "only losses larger than the error",
            ),
          ),
          shown,
          table.element,
        ),
        detail,
      ),
    ),
  );
  draw();
  const first = review.decisions.find((row) => row.actions.length) ?? review.decisions[0];
  if (first) open(first);
}

/** Return what sorts decisions by their cost: losses larger than the error, then those within it, then unknown ones. */
function lossOrder(row) {
  if (!row.ev_loss) return null;
  return row.ev_loss.within_error ? row.ev_loss.big_blinds - 1e6 : row.ev_loss.big_blinds;
}
