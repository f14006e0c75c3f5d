/** The history of drills: sessions, weak spots, and statistics over time. */

import { addressOf } from "../address.js";
import { api } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { button, fill, h, note, panel, problemLine, submit } from "../dom.js";
import { count, counted, date, number, percent } from "../format.js";
import { meanLoss, statisticsPanel } from "./statistics.js";

export const SESSION_COLUMNS = [
  {
    name: "started",
    title: "Started",
    value: (row) => row.started,
    show: (row) =>
      h(
        "a",
        { href: addressOf("train", { session: row.session }) },
        date(Date.parse(row.started) / 1000),
      ),
  },
  numberColumn(
    "score",
    "Score",
    (row) => row.total.score,
    (value) => percent(value, 0),
  ),
  {
    name: "loss",
    title: "EV lost",
    isNumber: true,
    value: (row) => (row.total.decisions ? row.total.loss_pot_percent.mean : null),
    show: (row) => meanLoss(row.total.loss_pot_percent),
  },
  numberColumn("decisions", "Decisions", (row) => row.total.decisions, count),
  { name: "drill", title: "Drill", value: (row) => row.title },
  numberColumn(
    "error",
    "Exploitability",
    (row) => row.exploitability_pot_percent,
    (value) => `${number(value, 3)}%`,
  ),
];
const SCORE_NOTE =
  "The score is the share of best and correct answers; answers within error are left out. " +
  "EV lost is the mean per decision in percent of the pot, with its 95% interval.";
const WEAK_NOTE =
  "Losses beyond the error of the solution, by line, hand class and action. A decision counts " +
  "with your last answer, so a spot disappears once you answer it well.";

/** Show the history in an element. */
export async function showHistory(content, state) {
  const [sessions, weak, data] = await Promise.all([
    api.get("/trainer/sessions"),
    api.get("/trainer/weak_spots"),
    api.get("/trainer/statistics"),
  ]);
  const answered = sessions.filter((row) => row.total.decisions > 0);
  const statistics = statisticsPanel("All sessions", state);
  statistics.draw(data);
  fill(
    content,
    h(
      "div",
      { class: "side" },
      h("div", { class: "stack" }, weakPanel(weak), sessionsPanel(answered, state)),
      statistics.element,
    ),
  );
}

function sessionsPanel(sessions, state) {
  const title = h("h2", {}, "Earlier sessions");
  if (!sessions.length)
    return panel("Earlier sessions", title, h("p", { class: "muted" }, "None yet."));
  const table = dataTable("Sessions", SESSION_COLUMNS, state.sorting("sort"));
  table.setRows(sessions);
  return panel("Earlier sessions", title, table.element, note(SCORE_NOTE));
}

function weakPanel(spots) {
  const title = h("h2", {}, "Weak spots");
  const problem = problemLine();
  if (!spots.length)
    return panel("Weak spots", title, h("p", { class: "muted" }, "None: no losses beyond error."));

  const repeat = (control, parts) =>
    submit(control, problem, async () => {
      const { session } = await api.post("/trainer/sessions", { parts });
      location.hash = addressOf("train", { session: session.session });
    });
  const repeatButton = (text, parts, attributes) => {
    const control = button(text, () => repeat(control, parts), attributes);
    return control;
  };
  const parts = spots.flatMap((spot) => spot.parts);
  return panel(
    "Weak spots",
    h(
      "div",
      { class: "row spread" },
      title,
      repeatButton("Repeat these", parts, { class: "primary" }),
    ),
    problem,
    h(
      "ol",
      { class: "weak-spots" },
      spots.map((spot) => {
        const label = `Repeat ${spot.hand_class} on the ${spot.street}, ${spot.title}`;
        const again = repeatButton("Repeat", spot.parts, { "aria-label": label });
        return weakSpot(spot, again);
      }),
    ),
    note(WEAK_NOTE),
  );
}

function weakSpot(spot, again) {
  const loss = `${number(spot.loss_pot_percent)} ± ${number(spot.error_pot_percent)}%`;
  return h(
    "li",
    {},
    h(
      "div",
      { class: "stack tight" },
      h("strong", {}, `${spot.hand_class} on the ${spot.street}, ${spot.title}`),
      h("span", {}, `You: ${spot.action}. `, `Better: ${spot.best.join(" or ")}.`),
      h(
        "span",
        { class: "muted small" },
        `${loss} of the pot lost in ${counted(spot.decisions, "decision")}; ${spot.solution}`,
      ),
    ),
    again,
  );
}
