/** The start of the trainer: what to practise, earlier sessions, and statistics over time. */

import { api } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { fill, h } from "../dom.js";
import { count, date, number } from "../format.js";
import { readDraft } from "./drill_draft.js";
import { drillForm } from "./drill_form.js";
import { gradeHelp } from "./grades.js";
import { meanLoss, statisticsPanel } from "./statistics.js";

/** Show the form; `query.solution` and `query.path` are filled in. */
export async function showSetup(main, query) {
  const [found, sessions, data] = await Promise.all([
    api.get("/solutions"),
    api.get("/trainer/sessions"),
    api.get("/trainer/statistics"),
  ]);
  const solutions = found.filter((each) => !each.error);
  const draft = readDraft(query);
  if (!solutions.some((each) => each.name === draft.solution))
    draft.solution = solutions[0]?.name ?? null;
  const statistics = statisticsPanel("All sessions");
  statistics.draw(data);
  fill(
    main,
    h(
      "div",
      { class: "side" },
      h(
        "div",
        { class: "stack" },
        drillForm(draft, solutions),
        h(
          "div",
          { class: "panel stack" },
          h("h2", {}, "Earlier sessions"),
          sessions.length ? sessionTable(sessions) : h("p", { class: "muted" }, "None yet."),
        ),
      ),
      h("div", { class: "stack" }, statistics.element, h("div", { class: "panel" }, gradeHelp())),
    ),
  );
}

function sessionTable(sessions) {
  const started = (row) => date(Date.parse(row.started) / 1000);
  const drill = ({ mode, street, path, seat }) =>
    [mode, street ?? path, seat?.toUpperCase()].filter(Boolean).join(", ");
  const columns = [
    {
      name: "started",
      title: "Started",
      value: (row) => row.started,
      show: (row) => h("a", { href: `#/train?session=${row.session}` }, started(row)),
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
  const table = dataTable("Earlier sessions", columns, { sortBy: "started" });
  table.setRows(sessions);
  return table.element;
}
