/** The start of the trainer: what to practise, earlier sessions, and statistics over time. */

import { addressOf, order, screenState } from "../address.js";
import { api } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { checkedName } from "../components/solution_picker.js";
import { fill, h } from "../dom.js";
import { count, date, number } from "../format.js";
import { draftFields, lastDrill } from "./drill_draft.js";
import { drillForm } from "./drill_form.js";
import { gradeHelp } from "./grades.js";
import { byField, meanLoss, statisticsPanel } from "./statistics.js";

/** Show the form with the drill of the address; by default the last one. */
export async function showSetup(main, address) {
  const sorting = order("started", { columns: columns().map(({ name }) => name) });
  const state = screenState(address, { ...draftFields(address), by: byField(), sort: sorting });
  const [found, sessions, data] = await Promise.all([
    api.get("/solutions"),
    api.get("/trainer/sessions"),
    api.get("/trainer/statistics"),
  ]);
  const solutions = found.filter((each) => !each.error);
  const { values } = state;
  if (values.solution !== null) checkedName(found, values.solution);
  else {
    if (!state.given.size) Object.assign(values, lastDrill());
    if (!solutions.some((each) => each.name === values.solution))
      values.solution = solutions[0]?.name ?? null;
  }
  const form = drillForm(state, solutions);
  state.note({ isReplaced: true });
  const statistics = statisticsPanel("All sessions", state);
  statistics.draw(data);
  fill(
    main,
    h(
      "div",
      { class: "side" },
      h(
        "div",
        { class: "stack" },
        form,
        h(
          "div",
          { class: "panel stack" },
          h("h2", {}, "Earlier sessions"),
          sessions.length ? sessionTable(sessions, state) : h("p", { class: "muted" }, "None yet."),
        ),
      ),
      h("div", { class: "stack" }, statistics.element, h("div", { class: "panel" }, gradeHelp())),
    ),
  );
}

function sessionTable(sessions, state) {
  const table = dataTable("Earlier sessions", columns(), state.sorting("sort"));
  table.setRows(sessions);
  return table.element;
}

function columns() {
  const started = (row) => date(Date.parse(row.started) / 1000);
  const drill = ({ mode, street, path, seat }) =>
    [mode, street ?? path, seat?.toUpperCase()].filter(Boolean).join(", ");
  return [
    {
      name: "started",
      title: "Started",
      value: (row) => row.started,
      show: (row) => h("a", { href: addressOf("train", { session: row.session }) }, started(row)),
    },
    { name: "solution", title: "Solution", value: (row) => row.solution },
    { name: "mode", title: "Drill", value: (row) => row.mode, show: drill },
    numberColumn("decisions", "Decisions", (row) => row.total.decisions, count),
    {
      name: "loss",
      title: "% of the pot lost",
      isNumber: true,
      value: (row) => (row.total.decisions ? row.total.loss_pot_percent.mean : null),
      show: (row) => meanLoss(row.total.loss_pot_percent),
    },
    numberColumn(
      "error",
      "Exploitability",
      (row) => row.exploitability_pot_percent,
      (value) => `${number(value, 3)}%`,
    ),
  ];
}
