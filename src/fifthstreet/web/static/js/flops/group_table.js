/** Means over flops, overall and by texture, each with its errors. */

import { shareBar } from "../browse/hand_panel.js";
import { h } from "../dom.js";
import { number, percent } from "../format.js";

const TITLES = {
  all: "All shown",
  suits: "By suits",
  pairs: "By pairs",
  "high card": "By high card",
};

/** Show the groups of a matchup. */
export function groupTable(data, pot) {
  // The text below the table describes the error of a complete subset.
  const isWhole = data.solved === data.flops && data.facts.dealt !== "sample";
  const kinds = [...new Set(data.groups.map((group) => group.kind))];
  const decimals = pot >= 100 ? 1 : 2;
  const withError = (value, error, digits) =>
    isWhole
      ? number(value, digits)
      : `${number(value, digits)} ± ${error === null ? "?" : number(error, digits)}`;
  const numbers = ["Flops", "Share", "Equity", "EV of OOP"];
  const width = numbers.length + data.actions.length + 3;

  function row(group) {
    return h(
      "tr",
      { "data-group": group.name },
      h("th", { scope: "row" }, group.kind === "all" ? TITLES.all : group.name),
      h("td", { class: "number" }, String(group.flops)),
      h("td", { class: "number" }, percent(group.share)),
      h("td", { class: "number" }, percent(group.equity)),
      h("td", { class: "number" }, withError(group.ev[0], group.ev_error, decimals)),
      h("td", { class: "group-bar" }, shareBar(data.actions, group.frequencies)),
      data.actions.map((_, at) =>
        h(
          "td",
          { class: "number" },
          `${withError(100 * group.frequencies[at], group.frequency_errors[at] === null ? null : 100 * group.frequency_errors[at], 1)}%`,
        ),
      ),
      h("td", { class: "number" }, `${number(group.exploitability_pot_percent, 2)}%`),
    );
  }

  return h(
    "div",
    {
      class: "table-frame group-table",
      tabindex: 0,
      role: "region",
      "aria-label": "Means by texture",
    },
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Means by texture"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Texture"),
          numbers.map((title) => h("th", { scope: "col", class: "number" }, title)),
          h("th", { scope: "col" }, "Decision"),
          data.actions.map((action) => h("th", { scope: "col", class: "number" }, action.words)),
          h("th", { scope: "col", class: "number" }, "Error"),
        ),
      ),
      kinds.map((kind) =>
        h(
          "tbody",
          {},
          kind === "all"
            ? null
            : h(
                "tr",
                {},
                h(
                  "th",
                  { scope: "rowgroup", colspan: width, class: "group-title" },
                  TITLES[kind] ?? kind,
                ),
              ),
          data.groups.filter((group) => group.kind === kind).map(row),
        ),
      ),
    ),
  );
}
