/** A table of files of one kind: open, rename, export, and delete after confirmation. */

import { api, part } from "../api.js";
import { dataTable } from "../components/data_table.js";
import { confirmDialog, promptDialog } from "../components/dialog.js";
import { toast } from "../components/toast.js";
import { h } from "../dom.js";
import { bytes, count, date } from "../format.js";

/**
 * Create a section. `kind` has `title`, `noun`, `path` (of the interface), `screen(name)` (the
 * address that opens a file), `suffix` of the files, `exports` as `[suffix, words]`, `columns`, `lastColumns` and `empty`; `onchange()` is
 * called after a file was renamed or deleted.
 */
export function fileSection(kind, onchange) {
  const note = h("span", { class: "muted small" });
  const table = dataTable(
    kind.title,
    [
      { name: "name", title: "Name", value: (row) => row.name, show: (row) => nameCell(kind, row) },
      ...kind.columns.map(unlessDamaged),
      {
        name: "bytes",
        title: "Size",
        isNumber: true,
        value: (row) => row.bytes,
        show: (row) => bytes(row.bytes),
      },
      {
        name: "modified",
        title: "Changed",
        isNumber: true,
        value: (row) => row.modified,
        show: (row) => date(row.modified),
      },
      ...(kind.lastColumns ?? []).map(unlessDamaged),
      { name: "do", title: "Actions", value: () => 0, show: (row) => buttons(row) },
    ],
    { sortBy: "modified" },
  );
  const empty = h("p", { class: "muted" }, kind.empty);
  const element = h(
    "section",
    { class: "panel stack", "data-kind": kind.noun },
    h("div", { class: "row spread" }, h("h2", {}, kind.title), note),
    empty,
    table.element,
  );

  function buttons(row) {
    return h(
      "div",
      { class: "row file-buttons" },
      row.error ? null : h("a", { class: "button", href: kind.screen(row.name) }, "Open"),
      h(
        "button",
        {
          type: "button",
          "data-do": "rename",
          "aria-label": `Rename ${row.name}`,
          onclick: () => rename(row),
        },
        "Rename",
      ),
      exportMenu(row),
      h(
        "button",
        {
          type: "button",
          class: "danger",
          "data-do": "delete",
          "aria-label": `Delete ${row.name}`,
          onclick: () => remove(row),
        },
        "Delete",
      ),
    );
  }

  function exportMenu(row) {
    const usable = kind.exports.filter(([suffix]) => !row.error || suffix === kind.suffix);
    const select = h(
      "select",
      {
        "aria-label": `Export ${row.name}`,
        "data-do": "export",
        onchange: () => {
          h("a", {
            href: api.link(`${kind.path}/${part(row.name)}/export.${select.value}`),
            download: `${row.name}.${select.value}`,
          }).click();
          select.value = "";
        },
      },
      h("option", { value: "" }, "Export …"),
      usable.map(([suffix, words]) => h("option", { value: suffix }, words)),
    );
    return select;
  }

  async function rename(row) {
    const name = await promptDialog(`New name of ${row.name}`, row.name, "Rename");
    if (!name || name === row.name) return;
    try {
      await api.post(`${kind.path}/${part(row.name)}/rename`, { name });
      await onchange();
    } catch (error) {
      toast(error.message);
    }
  }

  async function remove(row) {
    const isSure = await confirmDialog(
      `Delete the ${kind.noun} ${row.name} (${bytes(row.bytes)})? This cannot be undone.`,
      "Delete",
      { isDangerous: true },
    );
    if (!isSure) return;
    try {
      await api.delete(`${kind.path}/${part(row.name)}`);
      await onchange();
    } catch (error) {
      toast(error.message);
    }
  }

  return {
    element,
    draw(rows, isFiltered) {
      empty.hidden = rows.length > 0;
      empty.textContent = isFiltered ? "No name contains this text." : kind.empty;
      table.element.hidden = !rows.length;
      note.textContent = rows.length
        ? `${count(rows.length)} ${rows.length === 1 ? "file" : "files"}, ${bytes(rows.reduce((sum, row) => sum + row.bytes, 0))}`
        : "";
      table.setRows(rows);
    },
  };
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
