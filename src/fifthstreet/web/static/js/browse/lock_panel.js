/** Lock decisions of a solution, by frequency, class or hand, and re-solve from there. */

import { api, part } from "../api.js";
import { jobElement } from "../components/jobs_panel.js";
import { allow, button, field, fill, h, note, problemLine } from "../dom.js";
import { noteJob, watchJobs } from "../jobs.js";
import { lockDialog, lockWords } from "../solve/lock_dialog.js";
import { isUnderstood, watchInput } from "../validity.js";

const HELP =
  "A locked decision stays as you set it; everything else is solved again. If two locks cover " +
  "the same hands, the later one applies.";

/** Create the panel; locks are collected until they are re-solved together. */
export function lockPanel(solution) {
  let locks = [];
  let jobId = null;
  let shown = null; // the new solution whose link is on the page
  let node = null;
  const list = h("ul", { class: "changes" });
  const problem = problemLine({ class: "problem small" });
  const target = h("input", {
    type: "number",
    min: 0.001,
    max: 100,
    step: "any",
    value: 0.3,
    required: true,
  });
  const name = h("input", { maxlength: 80, placeholder: `${solution} locked` });
  const progress = h("div");
  const add = button("Lock this decision …", async () => {
    const lock = await askLock(node);
    if (lock) setLocks([...locks, lock]);
  });
  const run = button("Re-solve", resolve, { class: "primary" });

  function setLocks(next) {
    locks = next;
    const drop = (lock) => () => setLocks(locks.filter((each) => each !== lock));
    fill(
      list,
      locks.map((lock) => lockItem(lock, drop(lock))),
    );
    allow(run, locks.length && isUnderstood(element));
  }

  async function resolve() {
    problem.clear();
    try {
      const job = await api.post("/jobs/lock", {
        solution,
        locks,
        target: Number(target.value),
        name: name.value.trim() || null,
      });
      jobId = job.id;
      shown = null;
      noteJob(job);
    } catch (error) {
      problem.show(error.message);
    }
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
    h("div", { class: "row" }, add),
    list,
    h(
      "div",
      { class: "fields" },
      field("Target exploitability, % of the pot", target),
      field("Name", name),
      run,
    ),
    problem,
    progress,
  );
  watchInput(element, (isRight) => allow(run, locks.length && isRight));
  setLocks([]);
  return {
    element,
    end,
    draw(_, next) {
      node = next;
      add.disabled = !node.actions.length;
    },
  };
}

/** Ask for a lock of a node, starting with its strategy. */
function askLock(node) {
  return lockDialog(
    {
      path: node.path,
      actions: node.actions.map((action) => action.step),
      words: node.actions.map((action) => action.words),
    },
    {
      strategy: Object.fromEntries(
        node.actions.map((action) => [action.step, action.frequency ?? 0]),
      ),
    },
  );
}

function lockItem(lock, undo) {
  return h(
    "li",
    {},
    h("code", {}, lock.path),
    ` ${lockWords(lock)}${lock.hands ? ` for ${lock.hands}` : ""} `,
    button("undo", undo, { class: "quiet small" }),
  );
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
