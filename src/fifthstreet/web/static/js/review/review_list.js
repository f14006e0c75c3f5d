/** The reviews of the library. */

import { addressOf, order } from "../address.js";
import { api, part } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { confirmDialog } from "../components/dialog.js";
import { attempt } from "../components/toast.js";
import { button, fill, h } from "../dom.js";
import { count, date } from "../format.js";
import { watchServer } from "../server.js";
import { lossText } from "./losses.js";

/** Return the part of an address for the order of the list. */
export function reviewOrder() {
  return order("created", { columns: columns().map(({ name }) => name) });
}

/** Show earlier reviews, which can be opened and deleted; `sorting` has their order. */
export function reviewList(reviews, sorting) {
  const element = h("div", { class: "panel stack" });
  const table = dataTable("Earlier reviews", columns(remove), sorting);

  function draw(rows) {
    fill(
      element,
      h("h2", {}, "Earlier reviews"),
      rows.length ? table.element : h("p", { class: "muted" }, "None yet."),
    );
    table.setRows(rows);
  }

  async function reload() {
    draw(await api.get("/reviews"));
  }

  async function remove(name) {
    if (!(await confirmDialog(`Delete the review “${name}”?`, "Delete"))) return;
    await attempt(async () => {
      await api.delete(`/reviews/${part(name)}`);
      await reload();
    });
  }

  draw(reviews);
  watchServer(element, () => attempt(reload));
  return element;
}

function columns(remove) {
  return [
    {
      name: "name",
      title: "Name",
      value: (row) => row.name,
      show: (row) =>
        row.error
          ? `${row.name}: ${row.error}`
          : h("a", { href: addressOf("review", { name: row.name }) }, row.name),
    },
    numberColumn("hands", "Hands", (row) => row.hands, count),
    {
      name: "loss",
      title: "bb lost",
      isNumber: true,
      value: (row) => row.loss_big_blinds,
      show: (row) =>
        row.valued ? lossText(row.loss_big_blinds, row.loss_interval_big_blinds) : "–",
    },
    { name: "basis", title: "Compared with", value: (row) => row.basis ?? "" },
    {
      name: "created",
      title: "Created",
      value: (row) => row.created,
      show: (row) => date(row.created),
    },
    {
      name: "delete",
      title: "Delete",
      value: () => "",
      show: (row) =>
        button("×", () => remove(row.name), {
          class: "quiet",
          "aria-label": `Delete ${row.name}`,
        }),
    },
  ];
}
