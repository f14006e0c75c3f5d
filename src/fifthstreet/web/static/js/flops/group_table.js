/** Means over flops, overall and by texture, each with its errors. */

import { h } from "../dom.js";
import { number, percent } from "../format.js";
import { shareBar } from "../browse/hand_panel.js";

const TITLES = { all: "All shown", suits: "By suits", pairs: "By pairs", "high card": "By high card" };

/** Show the groups of a matchup. */
export function groupTable(data, pot) {
  // The text below the table describes the error of a complete subset.
  const isWhole = data.solved === data.flops && data.facts.dealt !== "sample";
  const kinds = [...new Set(data.groups.map((group) => group.kind))];
  return h("div", { class: "table-frame group-table", tabindex: 0, role: "region", "aria-label": "Means by texture" },
    h("table", {},
      h("caption", { class: "visually-hidden" }, "Means by texture"),
      h("thead", {}, h("tr", {}, ["Texture", "Flops", "Share", "Equity", "EV of OOP", "Decision", "Error"].map((title, place) =>
        h("th", { scope: "col", class: place && place !== 5 ? "number" : null }, title)))),
      kinds.map((kind) => h("tbody", {},
        kind === "all" ? null : h("tr", {}, h("th", { scope: "rowgroup", colspan: 7, class: "group-title" }, TITLES[kind] ?? kind)),
        data.groups.filter((group) => group.kind === kind).map((group) => h("tr", { "data-group": group.name },
          h("th", { scope: "row" }, kind === "all" ? TITLES.all : group.name),
          h("td", { class: "number" }, String(group.flops)), h("td", { class: "number" }, percent(group.share)),
          h("td", { class: "number" }, percent(group.equity)),
          h("td", { class: "number" }, withError(group.ev[0], group.ev_error, pot, isWhole)),
          h("td", { class: "group-bar" }, shareBar(data.actions, group.frequencies)),
          h("td", { class: "number" }, `${number(group.exploitability_pot_percent, 2)}%`)))))));
}

/** Return a mean with its sampling error, if flops are missing. */
function withError(value, error, pot, isWhole) {
  const decimals = pot >= 100 ? 1 : 2;
  return isWhole ? number(value, decimals) : `${number(value, decimals)} ± ${error === null ? "?" : number(error, decimals)}`;
}
