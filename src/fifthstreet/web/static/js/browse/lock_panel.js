/** Lock decisions of a solution, by frequency, class or hand, and re-solve from there. */

import { api, part } from "../api.js";
import { jobElement } from "../components/jobs_panel.js";
import { fill, h } from "../dom.js";
import { noteJob, watchJobs } from "../jobs.js";
import { lockDialog } from "../solve/lock_dialog.js";

/** Create the panel; locks are collected until they are re-solved together. */
export function lockPanel(solution) {
  let locks = [];
  let jobId = null;
  let current = null;
  const list = h("ul", { class: "changes" });
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const target = h("input", { type: "number", min: 0.001, max: 100, step: "any", value: 0.3 });
  const name = h("input", { maxlength: 80, placeholder: `${solution} locked` });
  const progress = h("div");
  const add = h("button", { type: "button", onclick: addLock }, "Lock this decision …");
  const run = h("button", { type: "button", class: "primary", onclick: resolve }, "Re-solve");
  const element = h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "note" },
      "A locked decision stays as you set it; everything else is solved again. If two locks cover the same hands, the later one applies.",
    ),
    h("div", { class: "row" }, add),
    list,
    h(
      "div",
      { class: "fields" },
      h("label", {}, h("span", {}, "Target exploitability, % of the pot"), target),
      h("label", {}, h("span", {}, "Name"), name),
      run,
    ),
    problem,
    progress,
  );

  async function addLock() {
    const { node } = current;
    const shares = Object.fromEntries(
      node.actions.map((action) => [action.step, action.frequency ?? 0]),
    );
    const found = await lockDialog(
      {
        path: node.path,
        actions: node.actions.map((action) => action.step),
        words: node.actions.map((action) => action.words),
      },
      { strategy: shares },
    );
    if (found) {
      locks.push(found);
      drawLocks();
    }
  }

  function drawLocks() {
    fill(
      list,
      locks.map((lock) =>
        h(
          "li",
          {},
          h("code", {}, lock.path),
          ` ${Object.entries(lock.strategy)
            .map(([step, share]) => `${step} ${Math.round(100 * share)}%`)
            .join(", ")}${lock.hands ? ` for ${lock.hands}` : ""} `,
          h(
            "button",
            {
              type: "button",
              class: "quiet small",
              onclick: () => {
                locks = locks.filter((each) => each !== lock);
                drawLocks();
              },
            },
            "undo",
          ),
        ),
      ),
    );
    run.disabled = !locks.length;
  }

  async function resolve() {
    problem.hidden = true;
    try {
      const job = await api.post("/jobs/lock", {
        solution,
        locks,
        target: Number(target.value),
        name: name.value.trim() || null,
      });
      jobId = job.id;
      noteJob(job);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  const end = watchJobs((job) => {
    if (!job || job.id !== jobId) return;
    fill(
      progress,
      jobElement(job),
      job.result?.solution
        ? h(
            "a",
            {
              class: "button",
              href: `#/compare?first=${part(solution)}&second=${part(job.result.solution)}&path=${part(current.node.path)}`,
            },
            "Compare with and without the lock",
          )
        : null,
    );
  });

  drawLocks();
  return {
    element,
    end,
    draw(_, node) {
      current = { node };
      add.disabled = !node.actions.length;
    },
  };
}
