/** Means over flops, overall and by texture, each with its errors. */

import { shareBar } from "../components/action_table.js";
import { numberCells, numberTitles } from "../components/plain_table.js";
import { h } from "../dom.js";
import { number, percent } from "../format.js";
import { amounts } from "../units.js";

const TITLES = {
  all: "All shown",
  suits: "By suits",
  pairs: "By pairs",
  "high card": "By high card",
};

const TOO_FEW = "too few flops";

/** Show the groups of a matchup. */
export function groupTable(data) {
  const { pot } = data.facts;
  const units = amounts(data.facts);
  // The text below the table describes the error of a complete subset.
  const isWhole = data.solved === data.flops && data.facts.dealt !== "sample";
  const kinds = [...new Set(data.groups.map((group) => group.kind))];
  const decimals = units.scaled(pot) >= 100 ? 1 : 2;
  // An interval as wide as the whole scale says nothing.
  const withError = (value, error, digits, { scale, unit = "" }) => {
    if (isWhole) return `${number(value, digits)}${unit}`;
    if (error === null || error >= scale / 2) return TOO_FEW;
    return `${number(value, digits)} ± ${number(error, digits)}${unit}`;
  };
  const numbers = ["Flops", "Share", "Equity", units.title("EV of OOP")];
  const width = numbers.length + data.actions.length + 3;

  function row(group) {
    return h(
      "tr",
      { "data-group": group.name },
      h("th", { scope: "row" }, group.kind === "all" ? TITLES.all : group.name),
      numberCells([
        String(group.flops),
        percent(group.share),
        percent(group.equity),
        withError(units.scaled(group.ev[0]), units.scaled(group.ev_error), decimals, {
          scale: units.scaled(pot),
        }),
      ]),
      h("td", { class: "group-bar" }, shareBar(data.actions, group.frequencies)),
      numberCells([
        ...group.frequencies.map((share, at) => {
          const error = group.frequency_errors[at];
          const percents = error === null ? null : 100 * error;
          return withError(100 * share, percents, 1, { scale: 100, unit: "%" });
        }),
        `${number(group.exploitability_pot_percent, 2)}%`,
      ]),
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
          numberTitles(numbers),
          h("th", { scope: "col" }, "Decision"),
          numberTitles([...data.actions.map((action) => action.words), "Error"]),
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
