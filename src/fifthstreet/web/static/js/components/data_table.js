/** Tables that can be sorted by any column, and that show long lists piece by piece. */

import { fill, h } from "../dom.js";

const PIECE = 100; // rows that are shown at first, and added by each "more"

/**
 * Create a table. Each column is `{name, title, isNumber, value(row), show(row)}`: `value` sorts,
 * `show` returns text or a node (by default the value). `onpick(row)` makes rows clickable, and
 * `choose(row)` marks one.
 */
export function dataTable(label, columns, { onpick, sortBy = null, isDescending = true } = {}) {
  let rows = [];
  let visible = [];
  let chosen = null;
  let shown = PIECE;
  let order = { name: sortBy, isDescending };
  const head = h("thead");
  const body = h("tbody");
  const more = h("button", {
    type: "button",
    onclick: () => {
      shown += 10 * PIECE;
      draw();
    },
  });
  const element = h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "table-frame", tabindex: 0, role: "region", "aria-label": label },
      h("table", {}, h("caption", { class: "visually-hidden" }, label), head, body),
    ),
    more,
  );

  function drawHead() {
    fill(
      head,
      h(
        "tr",
        {},
        columns.map((column) => {
          const isSorted = order.name === column.name;
          return h(
            "th",
            {
              scope: "col",
              class: column.isNumber ? "number" : null,
              "aria-sort": isSorted ? (order.isDescending ? "descending" : "ascending") : null,
            },
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  order = {
                    name: column.name,
                    isDescending: isSorted ? !order.isDescending : Boolean(column.isNumber),
                  };
                  draw();
                },
              },
              column.title ?? column.name,
              isSorted ? (order.isDescending ? " ↓" : " ↑") : "",
            ),
          );
        }),
      ),
    );
  }

  function sorted() {
    const column = columns.find((each) => each.name === order.name);
    if (!column) return rows;
    const sign = order.isDescending ? -1 : 1;
    return [...rows].sort((one, two) => {
      const [first, second] = [column.value(one), column.value(two)];
      const isFirstUnknown = first === null || first === undefined || Number.isNaN(first);
      const isSecondUnknown = second === null || second === undefined || Number.isNaN(second);
      if (isFirstUnknown || isSecondUnknown) return isFirstUnknown - isSecondUnknown; // unknown ones last
      return sign * (typeof first === "string" ? first.localeCompare(second) : first - second);
    });
  }

  /** Return a function that puts the focus back after the table is drawn again. */
  function keptFocus() {
    const buttons = () => [...head.querySelectorAll("button")];
    const column = buttons().indexOf(document.activeElement);
    const row = [...body.children].indexOf(document.activeElement);
    return () =>
      (column >= 0 ? buttons()[column] : body.children[row])?.focus({ preventScroll: true });
  }

  function draw() {
    const restoreFocus = keptFocus();
    drawHead();
    visible = sorted().slice(0, shown);
    fill(
      body,
      visible.map((row) =>
        h(
          "tr",
          onpick
            ? {
                tabindex: 0,
                onclick: (event) => {
                  if (!event.target.closest("a, button, input")) onpick(row);
                },
                onkeydown: (event) => {
                  if (event.key === "Enter" && event.target.tagName === "TR") onpick(row);
                },
              }
            : {},
          columns.map((column) =>
            h(
              "td",
              { class: column.isNumber ? "number" : null },
              (column.show ?? column.value)(row),
            ),
          ),
        ),
      ),
    );
    mark();
    restoreFocus();
    more.hidden = rows.length <= shown;
    more.textContent = `Show more (${rows.length - shown} remaining)`;
  }

  function mark() {
    visible.forEach((row, place) => {
      body.children[place].classList.toggle("is-chosen", row === chosen);
      if (row === chosen) body.children[place].setAttribute("aria-current", "true");
      else body.children[place].removeAttribute("aria-current");
    });
  }

  return {
    element,
    choose(row) {
      chosen = row;
      mark();
    },
    setRows(next) {
      rows = next;
      draw();
    },
    /** Set other columns; what is shown changes with the rows that follow. */
    setColumns(next) {
      columns = next;
      rows = [];
    },
  };
}
