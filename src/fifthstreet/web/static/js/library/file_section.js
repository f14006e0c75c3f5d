/** A table of files of one kind: open, rename, tag, export, and delete into the trash. */

import { order } from "../address.js";
import { api, part } from "../api.js";
import { dataTable, numberColumn } from "../components/data_table.js";
import { promptDialog } from "../components/dialog.js";
import { attempt } from "../components/toast.js";
import { button, dropdown, h } from "../dom.js";
import { bytes, counted, date } from "../format.js";
import { offerUndo } from "./trash_section.js";

/** Return the part of an address for the order of a section. */
export function sectionOrder(kind) {
  return order("modified", { columns: columns(kind).map(({ name }) => name) });
}

/**
 * Create a section. `kind` has `title`, `noun`, `part` (of the address), `path` (of the API), `screen(name)` (the address
 * that opens a file), `suffix` of the files, `exports` as `[suffix, words]`, `columns`,
 * `details(row)` and `empty`; `sorting` has the order of the table, and `onchange()` is called after
 * a file was renamed, tagged or deleted. Rows have their `tags`.
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
      empty.textContent = isFiltered ? "No file is like this." : kind.empty;
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
  const tags = row.tags.map((tag) => h("span", { class: "tag" }, tag));
  return h(
    "div",
    {},
    row.error ? row.name : h("a", { href: kind.screen(row.name) }, row.name),
    tags.length ? h("div", {}, tags) : null,
    row.error ? null : detailsElement(kind.details(row).filter(Boolean).join(", ")),
    row.error ? h("div", { class: "file-error" }, `damaged: ${row.error}`) : null,
  );
}

function detailsElement(words) {
  return words ? h("div", { class: "file-details muted", title: words }, words) : null;
}

function fileButtons(kind, row, onchange) {
  const act = (work) => () =>
    attempt(async () => {
      if (await work(kind, row, onchange)) await onchange();
    });
  return h(
    "div",
    { class: "row file-buttons" },
    row.error ? null : h("a", { class: "button", href: kind.screen(row.name) }, "Open"),
    button("Rename", act(rename), { "data-do": "rename", "aria-label": `Rename ${row.name}` }),
    button("Tags", act(editTags), { "data-do": "tags", "aria-label": `Tags of ${row.name}` }),
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

/** Ask for the tags of a file; return whether they were changed. */
async function editTags(kind, row) {
  const question = `Tags of ${row.name}, with commas between them`;
  const options = { maxlength: 400, isEmpty: true };
  const text = await promptDialog(question, row.tags.join(", "), "Save", options);
  if (text === null) return false;
  const tags = text.split(",").filter((tag) => tag.trim());
  await api.put(`/library/tags/${kind.suffix}/${part(row.name)}`, { tags });
  return true;
}

/** Move a file into the trash, and offer to undo that; return that it was deleted. */
async function remove(kind, row, onchange) {
  await api.delete(`${kind.path}/${part(row.name)}`);
  await offerUndo(kind.suffix, row.name, onchange);
  return true;
}
