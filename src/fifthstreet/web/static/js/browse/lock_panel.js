/** Lock decisions of a solution, hand by hand, and re-solve from there. */

import { api, part } from "../api.js";
import { jobElement } from "../components/jobs_panel.js";
import { allow, button, field, fill, h, note, problemLine, submit } from "../dom.js";
import { noteJob, watchJobs } from "../jobs.js";
import { isUnderstood, watchInput } from "../validity.js";
import { fetchDraft, lockEditor } from "./lock_editor.js";
import { costLines, frequencyTable } from "./lock_preview.js";
import { lineWords } from "./walk.js";

const HELP =
  "A locked decision stays as you set it; everything else is solved again. A lock starts with the " +
  "solved mix of every hand: change how often the range takes an action, or paint hands.";

const collected = new Map(); // locks by solution, kept while the page is open

/** Create the panel; locks are collected until they are re-solved together. */
export function lockPanel(solution) {
  let locks = collected.get(solution) ?? []; // drafts, each with its edits
  let jobId = null;
  let shown = null; // the new solution whose link is on the page
  let node = null;
  const list = h("div", { class: "stack" });
  const problem = problemLine({ class: "problem small" });
  const { target, name, fields } = stopFields(solution);
  const progress = h("div");
  const plain = button("Lock as solved", () =>
    submit(plain, problem, async () => {
      const title = decisionWords(node);
      put(await fetchDraft(solution, node.path, []), title);
    }),
  );
  const add = button("Lock this decision …", () => edit(node.path, decisionWords(node)));
  const run = button("Re-solve", () => submit(run, problem, resolve), { class: "primary" });

  function edit(path, title) {
    const known = locks.find((lock) => lock.path === path);
    return submit(add, problem, async () => {
      const draft = await lockEditor(solution, path, known?.edits ?? [], title);
      if (draft) put(draft, title);
    });
  }

  /** Add a lock; it replaces the one of the same decision. */
  function put(draft, title) {
    setLocks([...locks.filter((lock) => lock.path !== draft.path), { ...draft, title }]);
  }

  function setLocks(next) {
    locks = next;
    collected.set(solution, locks);
    const drop = (lock) => () => setLocks(locks.filter((each) => each !== lock));
    fill(
      list,
      locks.map((lock) =>
        lockElement(lock, { edit: () => edit(lock.path, lock.title), undo: drop(lock) }),
      ),
    );
    allow(run, locks.length && isUnderstood(element));
  }

  async function resolve() {
    const job = await api.post("/jobs/lock", {
      solution,
      locks: locks.map((draft) => draft.lock),
      target: Number(target.value),
      name: name.value.trim() || null,
    });
    jobId = job.id;
    shown = null;
    noteJob(job);
  }

  const end = watchJobs((job) => {
    const solved = job?.result?.solution ?? null;
    // A link that is drawn again while it is clicked would do nothing.
    if (job?.id !== jobId || (solved !== null && solved === shown)) return;
    shown = solved;
    fill(progress, jobElement(job), compareLink(solution, job, node));
  });

  const element = h(
    "div",
    { class: "stack" },
    note(HELP),
    h("div", { class: "row" }, plain, add),
    list,
    h("div", { class: "fields" }, fields, run),
    problem,
    progress,
  );
  watchInput(element, (isRight) => allow(run, locks.length && isRight));
  setLocks(locks);
  return {
    element,
    end,
    draw(_, next) {
      node = next;
      for (const control of [plain, add]) allow(control, node.actions.length);
    },
  };
}

/** Create the fields that say when the re-solve stops, and what it is called. */
function stopFields(solution) {
  const target = h("input", {
    type: "number",
    min: 0.001,
    max: 100,
    step: "any",
    value: 0.3,
    required: true,
  });
  const name = h("input", { maxlength: 80, placeholder: `${solution} locked` });
  const fields = [field("Target exploitability, % of the pot", target), field("Name", name)];
  return { target, name, fields };
}

/** Show a lock: what it changes, and what that costs. */
function lockElement(draft, { edit, undo }) {
  const about = { "aria-label": `Lock of ${draft.title}` };
  return h(
    "article",
    { class: "lock-item stack", ...about },
    h(
      "div",
      { class: "row" },
      h("strong", {}, `Lock ${draft.title}`),
      draft.edits.length ? null : h("span", { class: "tag" }, "as solved"),
      button("edit …", edit, { class: "quiet small" }),
      button("undo", undo, { class: "quiet small" }),
    ),
    frequencyTable(draft),
    costLines(draft),
  );
}

/** Name a decision: who acts, and what was done before. */
function decisionWords(node) {
  return `${node.to_act.toUpperCase()} on the ${node.street} (${lineWords(node)})`;
}

function compareLink(solution, job, node) {
  if (!job.result?.solution) return null;
  const query = { first: solution, second: job.result.solution, path: node.path };
  const address = Object.entries(query).map(([key, value]) => `${key}=${part(value)}`);
  return h(
    "a",
    { class: "button", href: `#/compare?${address.join("&")}` },
    "Compare with and without the lock",
  );
}
