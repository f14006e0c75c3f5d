/** A table of files of one kind: open, rename, export, and delete after confirmation. */

import { order } from "../address.js";
import { api, part } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { confirmDialog, promptDialog } from "../components/dialog.js";
import { attempt } from "../components/toast.js";
import { button, dropdown, h } from "../dom.js";
import { bytes, counted, date } from "../format.js";

/** Return the part of an address for the order of a section. */
export function sectionOrder(kind) {
  return order("modified", { columns: columns(kind).map(({ name }) => name) });
}

/**
 * Create a section. `kind` has `title`, `noun`, `part` (of the address), `path` (of the API), `screen(name)` (the address
 * that opens a file), `suffix` of the files, `exports` as `[suffix, words]`, `columns`,
 * `lastColumns` and `empty`; `sorting` has the order of the table, and `onchange()` is called after
 * a file was renamed or deleted.
 */
export function fileSection(kind, sorting, onchange) {
  const summary = h("span", { class: "muted small" });
  const empty = h("p", { class: "muted" }, kind.empty);
  const table = dataTable(kind.title, columns(kind, onchange), sorting);
  return {
    element: h(
      "section",
      { class: "panel stack", "data-kind": kind.noun },
      h("div", { class: "row spread" }, h("h2", {}, kind.title), summary),
      empty,
      table.element,
    ),
    draw(rows, isFiltered) {
      const size = rows.reduce((sum, row) => sum + row.bytes, 0);
      empty.hidden = rows.length > 0;
      empty.textContent = isFiltered ? "No name contains this text." : kind.empty;
      table.element.hidden = !rows.length;
      summary.textContent = rows.length ? `${counted(rows.length, "file")}, ${bytes(size)}` : "";
      table.setRows(rows);
    },
  };
}

function columns(kind, onchange) {
  return [
    { name: "name", title: "Name", value: (row) => row.name, show: (row) => nameCell(kind, row) },
    ...kind.columns.map(unlessDamaged),
    numberColumn("bytes", "Size", (row) => row.bytes, bytes),
    numberColumn("modified", "Changed", (row) => row.modified, date),
    ...kind.lastColumns.map(unlessDamaged),
    {
      name: "do",
      title: "Actions",
      value: () => 0,
      show: (row) => fileButtons(kind, row, onchange),
    },
  ];
}

function unlessDamaged(column) {
  return {
    ...column,
    value: (row) => (row.error ? null : column.value(row)),
    show: (row) => (row.error ? "" : (column.show ?? column.value)(row)),
  };
}

function nameCell(kind, row) {
  if (!row.error) return h("a", { href: kind.screen(row.name) }, row.name);
  return h(
    "div",
    {},
    h("div", {}, row.name),
    h("div", { class: "file-error" }, `damaged: ${row.error}`),
  );
}

function fileButtons(kind, row, onchange) {
  const act = (work) => () =>
    attempt(async () => {
      if (await work(kind, row)) await onchange();
    });
  return h(
    "div",
    { class: "row file-buttons" },
    row.error ? null : h("a", { class: "button", href: kind.screen(row.name) }, "Open"),
    button("Rename", act(rename), { "data-do": "rename", "aria-label": `Rename ${row.name}` }),
    exportMenu(kind, row),
    button("Delete", act(remove), {
      class: "danger",
      "data-do": "delete",
      "aria-label": `Delete ${row.name}`,
    }),
  );
}

function exportMenu(kind, row) {
  const usable = kind.exports.filter(([suffix]) => !row.error || suffix === kind.suffix);
  const save = (suffix) => {
    const href = api.link(`${kind.path}/${part(row.name)}/export.${suffix}`);
    h("a", { href, download: `${row.name}.${suffix}` }).click();
    menu.value = "";
  };
  const menu = dropdown([["", "Export …"], ...usable], "", save, {
    "aria-label": `Export ${row.name}`,
    "data-do": "export",
  });
  return menu;
}

/** Ask for a new name, and rename a file; return whether it was renamed. */
async function rename(kind, row) {
  const name = await promptDialog(`New name of ${row.name}`, row.name, "Rename");
  if (!name || name === row.name) return false;
  await api.post(`${kind.path}/${part(row.name)}/rename`, { name });
  return true;
}

/** Delete a file after confirmation; return whether it was deleted. */
async function remove(kind, row) {
  const isSure = await confirmDialog(
    `Delete the ${kind.noun} ${row.name} (${bytes(row.bytes)})? This cannot be undone.`,
    "Delete",
  );
  if (isSure) await api.delete(`${kind.path}/${part(row.name)}`);
  return isSure;
}
