/** Parts of tables that are not sorted: column titles, cells, and a frame that scrolls. */

import { h } from "../dom.js";
import { explained } from "./terms.js";

/** Create a frame that scrolls if its table is too wide; `label` names it for screen readers. */
export function tableFrame(label, ...children) {
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": label },
    ...children,
  );
}

/** Create the head of a table: the title of its first column, then the titles of its numbers. */
export function tableHead(first, numbers) {
  return h(
    "thead",
    {},
    h("tr", {}, h("th", { scope: "col" }, explained(first)), numberTitles(numbers)),
  );
}

/** Create titles of columns with numbers. */
export function numberTitles(titles) {
  return titles.map((title) => h("th", { scope: "col", class: "number" }, explained(title)));
}

/** Create the cells of numbers. */
export function numberCells(values) {
  return values.map((value) => h("td", { class: "number" }, value));
}

/** Create a row: its title, then its numbers. */
export function numberRow(title, values, attributes = {}) {
  return h("tr", attributes, h("th", { scope: "row" }, title), numberCells(values));
}
