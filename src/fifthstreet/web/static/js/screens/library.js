/** Library: what is on disk, with spot, size and exploitability; open, rename, export, delete. */

import { screenState, text } from "../address.js";
import { api } from "../api.js";
import { debounced, field, fill, h, problemLine } from "../dom.js";
import { bytes, count } from "../format.js";
import { isActive, watchJobs } from "../jobs.js";
import { fileSection, sectionOrder } from "../library/file_section.js";
import { KINDS } from "../library/kinds.js";
import { watchServer } from "../server.js";

const FIELDS = {
  search: text(),
  ...Object.fromEntries(KINDS.map((kind) => [kind.part, sectionOrder(kind)])),
};

/** Show the files whose names contain the text of the address; by default all. */
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
  const total = h("p", { class: "note", id: "library-size", "aria-live": "polite" });
  const problem = problemLine();
  const sections = KINDS.map((kind) => fileSection(kind, state.sorting(kind.part), load));

  async function load() {
    try {
      files = await Promise.all(KINDS.map((kind) => api.get(kind.path)));
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
    total.textContent = `${count(all.length)} files, ${bytes(size)} on disk`;
    for (const [at, section] of sections.entries()) {
      const found = files[at].filter((row) => row.name.toLowerCase().includes(wanted));
      section.draw(found, Boolean(wanted));
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
      h("h1", {}, "Library"),
      h("div", { class: "row" }, total, field("Search", search)),
    ),
    problem,
    sections.map((section) => section.element),
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
