/** The named ranges of the library: load, save and delete them. */

import { api, part } from "../api.js";
import { button, fill, h } from "../dom.js";
import { watchServer } from "../server.js";
import { confirmDialog, promptDialog } from "./dialog.js";
import { attempt, toast } from "./toast.js";

/**
 * Create the controls for an editor with a `title`; `text()` returns its range, and `read(text)`
 * shows another one.
 */
export function namedRanges({ title, text, read }) {
  const list = h("select", {
    "aria-label": `Named ranges for ${title}`,
    onchange: () => {
      drop.hidden = !chosenName();
      if (list.value) read(list.value);
    },
  });
  const chosenName = () => list.selectedOptions[0]?.dataset.name;

  async function load() {
    const ranges = await api.get("/ranges").catch(() => []);
    fill(
      list,
      h("option", { value: "" }, ranges.length ? "Named ranges …" : "No named ranges"),
      ranges.map((range) =>
        h("option", { value: range.text, "data-name": range.name }, range.name),
      ),
    );
    drop.hidden = true;
  }

  async function save() {
    const name = await promptDialog(`Name for this range (${title})`, chosenName() ?? "", "Save");
    if (!name) return;
    await attempt(async () => {
      await api.put(`/ranges/${part(name)}`, { text: text() });
      await load();
      toast(`Saved ${name}`);
    });
  }

  async function remove() {
    const name = chosenName();
    if (!name) return;
    const question = `Delete the named range ${name}?`;
    if (!(await confirmDialog(question, "Delete"))) return;
    await attempt(() => api.delete(`/ranges/${part(name)}`));
    await load();
  }

  const drop = button("Delete this name", remove, { hidden: true });
  load();
  watchServer(list, load);
  return [list, button("Save as …", save), drop];
}
