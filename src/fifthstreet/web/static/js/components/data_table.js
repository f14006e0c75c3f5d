/** Tables that can be sorted by any column, and that show long lists piece by piece. */

import { button, fill, h } from "../dom.js";
import { tableFrame } from "./plain_table.js";
import { explanation } from "./terms.js";

const PIECE = 100; // rows that are shown at first; "more" adds ten times as many

/** Return a column of numbers, which `format(value)` shows. */
export function numberColumn(name, title, value, format) {
  return { name, title, isNumber: true, value, show: (row) => format(value(row)) };
}

/**
 * Create a table. Each column is `{name, title, isNumber, value(row), show(row)}`: `value` sorts,
 * `show` returns text or a node (by default the value). `onpick(row)` makes rows clickable, and
 * `choose(row)` marks one. `order` is `{name, isDescending}`; `onorder(order)` is called with
 * another one that the user chooses.
 */
export function dataTable(label, columns, { onpick, order = { name: null }, onorder } = {}) {
  const state = { columns, rows: [], chosen: null, shown: PIECE, order, onorder };
  let visible = [];
  const head = h("thead");
  const body = h("tbody");
  const more = button("", () => {
    state.shown += 10 * PIECE;
    draw();
  });

  function draw() {
    const restoreFocus = keptFocus(head, body);
    fill(head, headRow(state, draw));
    visible = sorted(state).slice(0, state.shown);
    fill(
      body,
      visible.map((row) => bodyRow(row, state.columns, onpick)),
    );
    mark();
    restoreFocus();
    more.hidden = state.rows.length <= state.shown;
    more.textContent = `Show more (${state.rows.length - state.shown} remaining)`;
  }

  function mark() {
    visible.forEach((row, place) => {
      body.children[place].classList.toggle("is-chosen", row === state.chosen);
      if (row === state.chosen) body.children[place].setAttribute("aria-current", "true");
      else body.children[place].removeAttribute("aria-current");
    });
  }

  return {
    element: h(
      "div",
      { class: "stack" },
      tableFrame(
        label,
        h("table", {}, h("caption", { class: "visually-hidden" }, label), head, body),
      ),
      more,
    ),
    choose(row) {
      state.chosen = row;
      mark();
    },
    setRows(rows) {
      state.rows = rows;
      draw();
    },
    /** Set other columns; what is shown changes with the rows that follow. */
    setColumns(next) {
      state.columns = next;
      state.rows = [];
    },
  };
}

/** Return the rows of a table in its order; unknown values are last. */
function sorted({ columns, rows, order }) {
  const column = columns.find((each) => each.name === order.name);
  if (!column) return rows;
  const sign = order.isDescending ? -1 : 1;
  const isUnknown = (value) => value === null || value === undefined || Number.isNaN(value);
  return [...rows].sort((one, two) => {
    const [first, second] = [column.value(one), column.value(two)];
    if (isUnknown(first) || isUnknown(second)) return isUnknown(first) - isUnknown(second);
    return sign * (typeof first === "string" ? first.localeCompare(second) : first - second);
  });
}

/** Show the titles, which sort the table by their columns; `draw()` shows the new order. */
function headRow(state, draw) {
  const { columns, order } = state;
  const title = (column) => {
    const isSorted = order.name === column.name;
    const sort = () => {
      state.order = {
        name: column.name,
        isDescending: isSorted ? !order.isDescending : Boolean(column.isNumber),
      };
      state.onorder?.(state.order);
      draw();
    };
    const arrow = order.isDescending ? " ↓" : " ↑";
    return h(
      "th",
      {
        scope: "col",
        class: column.isNumber ? "number" : null,
        "aria-sort": isSorted ? (order.isDescending ? "descending" : "ascending") : null,
      },
      button([column.title ?? column.name, isSorted ? arrow : ""], sort, {
        title: explanation(column.title),
      }),
    );
  };
  return h("tr", {}, columns.map(title));
}

function bodyRow(row, columns, onpick) {
  const picking = {
    tabindex: 0,
    onclick: (event) => {
      if (!event.target.closest("a, button, input")) onpick(row);
    },
    onkeydown: (event) => {
      if (event.key === "Enter" && event.target.tagName === "TR") onpick(row);
    },
  };
  return h(
    "tr",
    onpick ? picking : {},
    columns.map((column) =>
      h("td", { class: column.isNumber ? "number" : null }, (column.show ?? column.value)(row)),
    ),
  );
}

/** Return a function that puts the focus back after the table is drawn again. */
function keptFocus(head, body) {
  const buttons = () => [...head.querySelectorAll("button")];
  const column = buttons().indexOf(document.activeElement);
  const row = [...body.children].indexOf(document.activeElement);
  return () =>
    (column >= 0 ? buttons()[column] : body.children[row])?.focus({ preventScroll: true });
}
