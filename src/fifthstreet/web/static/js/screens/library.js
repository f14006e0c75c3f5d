/** Library: what is on disk, with spot, size and error; import, tag, export, delete and restore. */

import { screenState, text } from "../address.js";
import { api } from "../api.js";
import { debounced, dropdown, field, fill, h, listOptions, note, problemLine } from "../dom.js";
import { bytes, counted } from "../format.js";
import { isActive, watchJobs } from "../jobs.js";
import { fileSection, sectionOrder } from "../library/file_section.js";
import { fileImport } from "../library/import.js";
import { KINDS } from "../library/kinds.js";
import { trashSection } from "../library/trash_section.js";
import { watchServer } from "../server.js";

const ALL = ["", "all files"];
const FIELDS = {
  search: text(),
  tag: text(),
  ...Object.fromEntries(KINDS.map((kind) => [kind.part, sectionOrder(kind)])),
};

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the files with the text and the tag of the address; by default all. */
export async function show(main, address) {
  const state = screenState(address, FIELDS);
  let isEnded = false;
  let files = KINDS.map(() => []);
  const search = h("input", {
    type: "search",
    value: state.values.search,
    placeholder: "part of a name",
    oninput: () => {
      state.set({ search: search.value }, { isReplaced: true });
      draw();
    },
  });
  const tag = dropdown([ALL], "", (value) => {
    state.set({ tag: value });
    draw();
  });
  const total = h("p", { class: "note", id: "library-size", "aria-live": "polite" });
  const problem = problemLine();
  const sections = KINDS.map((kind) => fileSection(kind, state.sorting(kind.part), load));
  const imports = fileImport(main, load);
  const trash = trashSection(load);

  async function load() {
    try {
      const tags = await api.get("/library/tags");
      const found = await Promise.all(KINDS.map((kind) => api.get(kind.path)));
      files = found.map((rows, at) =>
        rows.map((row) => ({ ...row, tags: tags[KINDS[at].suffix]?.[row.name] ?? [] })),
      );
      await trash.load();
      problem.clear();
    } catch (error) {
      problem.show(error.message);
    }
    if (!isEnded) draw();
  }

  function draw() {
    const wanted = search.value.trim().toLowerCase();
    const all = files.flat();
    const size = all.reduce((sum, row) => sum + row.bytes, 0);
    const chosen = state.values.tag;
    total.textContent = `${counted(all.length, "file")}, ${bytes(size)} on disk`;
    fill(tag, listOptions(tagOptions(all, chosen), chosen));
    for (const [at, section] of sections.entries()) {
      const passes = (row) =>
        row.name.toLowerCase().includes(wanted) && (!chosen || row.tags.includes(chosen));
      section.draw(files[at].filter(passes), Boolean(wanted || chosen));
    }
  }

  const loadSoon = debounced(() => {
    if (!isEnded) load();
  }, 300);

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", { class: "screen-name" }, "Library"),
      h("div", { class: "row" }, total, field("Tag", tag), field("Search", search), imports.button),
    ),
    note(
      "Drop files that end in .solution, .flops, .match, .preflop or .blueprint anywhere on this " +
        "screen to import them.",
    ),
    problem,
    imports.element,
    sections.map((section) => section.element),
    trash.element,
  );
  const end = watchJobs((job) => {
    if (job && !isActive(job)) loadSoon();
  });
  watchServer(total, load);
  await load();
  return () => {
    isEnded = true;
    end();
  };
}

/** Return the tags of all files with their counts; one that no file has stays chosen. */
function tagOptions(rows, chosen) {
  const counts = new Map(chosen ? [[chosen, 0]] : []);
  for (const row of rows)
    for (const each of row.tags) counts.set(each, (counts.get(each) ?? 0) + 1);
  const names = [...counts.keys()].sort((one, two) => one.localeCompare(two));
  return [ALL, ...names.map((name) => [name, `${name} (${counts.get(name)})`])];
}
