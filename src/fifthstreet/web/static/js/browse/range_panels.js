/** Ranges at a node by percentile, and by made hand and draw. */

import { api, part } from "../api.js";
import { lineChart } from "../components/chart.js";
import { choices, fill, h } from "../dom.js";
import { number, percent } from "../format.js";

/** Create the graphs of equity and EV by percentile, of both players. */
export function distributionPanel() {
  const element = h("div", { class: "stack" });
  let kind = "equity";
  let asked = 0;

  async function draw(solution, node) {
    const now = ++asked;
    const show = async () => {
      try {
        const data = await api.get(`/solutions/${part(solution)}/distribution`, {
          path: node.path,
          kind,
        });
        if (now !== asked) return;
        fill(
          place,
          lineChart(
            ["oop", "ip"].map((seat) => ({
              name: seat.toUpperCase(),
              colour: `var(--${seat})`,
              points: data.percentiles.map((at, index) => [at, data.values[seat][index]]),
            })),
            {
              xTitle: "percentile of the range",
              yTitle: kind === "ev" ? "EV, chips" : "equity",
              format:
                kind === "ev"
                  ? (value) => String(+value.toPrecision(3))
                  : (value) => percent(value, 0),
            },
          ),
        );
      } catch (error) {
        fill(place, h("p", { class: "problem" }, error.message));
      }
    };
    const place = h("div");
    fill(
      element,
      choices(
        "Distribution of",
        [
          ["equity", "Equity"],
          ["ev", "EV"],
        ],
        kind,
        (value) => {
          kind = value;
          show();
        },
      ),
      place,
    );
    await show();
  }

  return { element, draw };
}

/** Create the tables of made hands and draws, with their frequencies. */
export function breakdownPanel() {
  const element = h("div", { class: "stack" });
  let asked = 0;

  async function draw(solution, node, seat) {
    const now = ++asked;
    try {
      const data = await api.get(`/solutions/${part(solution)}/breakdown`, {
        path: node.path,
        player: ["oop", "ip"][seat],
      });
      if (now !== asked) return;
      const actions = node.actions.filter((action) => data.actions.includes(action.step));
      fill(
        element,
        table("Made hands", [...data.made, { ...data.total, name: "all" }], actions),
        data.draws.length ? table("Draws", data.draws, actions) : null,
        h("p", { class: "note" }, "Each hand counts once in each table."),
      );
    } catch (error) {
      if (now === asked) fill(element, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  return { element, draw };
}

function table(title, rows, actions) {
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": title },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, title),
          ["Combos", "Share", "Equity", "EV", ...actions.map((action) => action.words)].map(
            (name) => h("th", { scope: "col", class: "number" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row.name),
            h("td", { class: "number" }, number(row.combos, 1)),
            h("td", { class: "number" }, percent(row.share)),
            h("td", { class: "number" }, percent(row.equity)),
            h("td", { class: "number" }, number(row.ev, 2)),
            actions.map((action) =>
              h("td", { class: "number" }, percent(row.frequencies[action.step])),
            ),
          ),
        ),
      ),
    ),
  );
}
