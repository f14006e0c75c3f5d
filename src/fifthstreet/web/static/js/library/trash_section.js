/** The trash: deleted files, which can be restored for some days, or removed for good. */

import { api, part } from "../api.js";
import { confirmDialog } from "../components/dialog.js";
import { tableFrame } from "../components/plain_table.js";
import { attempt, toast } from "../components/toast.js";
import { button, fill, h, note } from "../dom.js";
import { bytes, counted, date } from "../format.js";
import { NOUNS } from "./kinds.js";

/** Create the section; `onchange()` is called after files were restored or removed. */
export function trashSection(onchange) {
  const summary = h("span", { class: "muted small" });
  const place = h("div", { class: "stack" });
  const element = h(
    "section",
    { class: "panel stack", "data-kind": "trash", "aria-label": "Trash" },
    h("div", { class: "row spread" }, h("h2", {}, "Trash"), summary),
    place,
  );
  const act = (work) => () =>
    attempt(async () => {
      if ((await work()) !== false) await onchange();
    });

  async function empty(files) {
    const question = `Remove ${counted(files.length, "file")} for good? This cannot be undone.`;
    if (!(await confirmDialog(question, "Empty the trash"))) return false;
    return api.delete("/library/trash");
  }

  async function remove(file) {
    const question = `Remove ${file.name} (${bytes(file.bytes)}) for good? This cannot be undone.`;
    if (!(await confirmDialog(question, "Remove"))) return false;
    return api.delete(`/library/trash/${part(file.id)}`);
  }

  function row(file) {
    return h(
      "tr",
      {},
      h("td", {}, file.name),
      h("td", {}, NOUNS[file.kind]),
      h("td", { class: "number" }, bytes(file.bytes)),
      h("td", { class: "number" }, date(file.deleted)),
      h(
        "td",
        {},
        h(
          "div",
          { class: "row file-buttons" },
          button(
            "Restore",
            act(() => restoreFile(file.id)),
            {
              "aria-label": `Restore ${file.name}`,
            },
          ),
          button(
            "Remove",
            act(() => remove(file)),
            {
              class: "danger",
              "aria-label": `Remove ${file.name} for good`,
            },
          ),
        ),
      ),
    );
  }

  return {
    element,
    async load() {
      const { files, kept_days: days } = await api.get("/library/trash");
      const size = files.reduce((sum, file) => sum + file.bytes, 0);
      summary.textContent = files.length ? `${counted(files.length, "file")}, ${bytes(size)}` : "";
      fill(
        place,
        note(`Deleted files stay here for ${days} days, then they are removed for good.`),
        files.length ? [trashTable(files.map(row)), emptyRow(act(() => empty(files)))] : null,
      );
    },
  };
}

function emptyRow(onclick) {
  return h("div", { class: "row" }, button("Empty the trash", onclick, { class: "danger" }));
}

function trashTable(rows) {
  const titles = [
    ["File", null],
    ["Kind", null],
    ["Size", "number"],
    ["Deleted", "number"],
    ["Actions", null],
  ];
  return tableFrame(
    "Deleted files",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Deleted files"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          titles.map(([title, name]) => h("th", { scope: "col", class: name }, title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

async function restoreFile(id) {
  const { name } = await api.post(`/library/trash/${part(id)}/restore`);
  toast(`Restored ${name}.`);
}

/** Say that a file was deleted, with a button that restores it; `onchange()` is called then. */
export async function offerUndo(kind, name, onchange) {
  const { files } = await api.get("/library/trash");
  const file = files.find((each) => each.kind === kind && each.name === name);
  const undo = file
    ? button("Undo", () =>
        attempt(async () => {
          await restoreFile(file.id);
          await onchange();
        }),
      )
    : null;
  toast(`Deleted ${name}; it is in the trash.`, { action: undo, milliseconds: 12_000 });
}
