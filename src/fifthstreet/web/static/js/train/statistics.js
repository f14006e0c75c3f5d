/** Statistics of drills: totals, the curve over time, and where EV is lost. */

import { oneOf } from "../address.js";
import { lineChart } from "../components/chart.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { choices, fill, h, note, panel } from "../dom.js";
import { count, counted, number, percent } from "../format.js";
import { gradeShares } from "./grades.js";

const MAX_HALF_WIDTH = 100; // in percent of the pot; wider intervals say nothing about a loss

/** Return a mean loss with its interval, in words; too few hands have none that means anything. */
export function meanLoss(interval) {
  if (!interval.samples) return "–";
  if (!isMeasured(interval)) return "too few hands";
  return `${number(interval.mean)} ± ${number(interval.half_width)}%`;
}

function isMeasured({ half_width: width }) {
  return width !== null && width <= MAX_HALF_WIDTH;
}

function errorWords(error) {
  if (error > MAX_HALF_WIDTH) return "the solutions are too coarse to grade by";
  return `median error ${number(error, 1)}% of the pot`;
}

function figure(value, title, note) {
  return h(
    "div",
    { class: "figure" },
    h("strong", { class: "number" }, value),
    h("span", { class: "muted small" }, title),
    note ? h("span", { class: "muted small" }, note) : null,
  );
}

function totals(total) {
  return h(
    "div",
    { class: "figures" },
    figure(
      count(total.decisions),
      total.decisions === 1 ? "decision" : "decisions",
      `in ${counted(total.hands, "hand")}`,
    ),
    figure(
      percent(total.score, 0),
      "score",
      "best and correct answers; those within error are left out",
    ),
    figure(
      meanLoss(total.loss_pot_percent),
      "of the pot lost per decision",
      "95% interval; each hand is one sample",
    ),
    figure(
      total.decisions ? count(total.within_error) : "–",
      "within the solution's error",
      total.error_pot_percent === null ? null : errorWords(total.error_pot_percent),
    ),
  );
}

function curve(parts) {
  let decisions = 0;
  const rows = parts
    .map((part) => {
      decisions += part.decisions;
      return [decisions, part.loss_pot_percent];
    })
    .filter(([, loss]) => loss.samples && isMeasured(loss));
  if (rows.length < 2)
    return note("A curve of the loss over time appears here after 20 decisions.");
  const widths = rows.map(([, loss]) => loss.half_width ?? 0);
  return lineChart(
    [
      {
        name: "mean loss",
        points: rows.map(([at, loss]) => [at, loss.mean]),
        low: rows.map(([, loss], place) => Math.max(loss.mean - widths[place], 0)),
        high: rows.map(([, loss], place) => loss.mean + widths[place]),
      },
    ],
    {
      xTitle: "decisions",
      yTitle: "% of the pot lost",
      label: "Loss over time",
      caption:
        "Mean loss in percent of the pot, by number of decisions; the band is the 95% interval.",
    },
  );
}

function breakdownTable(title, groups) {
  const rows = Object.entries(groups).map(([name, total]) =>
    numberRow(name, [count(total.decisions), meanLoss(total.loss_pot_percent)]),
  );
  return tableFrame(
    `Loss by ${title}`,
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, `Loss by ${title}`),
      tableHead(title, ["decisions", "% of the pot lost"]),
      h("tbody", {}, rows),
    ),
  );
}

/** Return the part of an address for what losses are broken down by. */
export function byField() {
  return oneOf(["street", "decision", "hand class"]);
}

/**
 * Create a panel, whose state has `by`; `draw(data)` shows what `/trainer/statistics` returns.
 */
export function statisticsPanel(title, state) {
  const content = h("div", { class: "stack" });
  const element = panel(title, h("h2", {}, title), content);

  function draw(data) {
    if (!data.total.decisions) {
      fill(content, h("p", { class: "muted" }, "No decisions yet."));
      return;
    }
    const table = h("div", {});
    const show = (by) => {
      state.set({ by });
      fill(table, breakdownTable(by, data.breakdowns[by]));
    };
    show(state.values.by);
    fill(
      content,
      totals(data.total),
      gradeShares(data.total.grades, data.total.decisions),
      curve(data.curve),
      choices(
        "Loss by",
        Object.keys(data.breakdowns).map((name) => [name, `by ${name}`]),
        state.values.by,
        show,
      ),
      table,
      data.damaged_lines
        ? h(
            "p",
            { class: "warning small" },
            `${data.damaged_lines} damaged lines of the file drills.lines were skipped.`,
          )
        : null,
    );
  }
  return { element, draw };
}
