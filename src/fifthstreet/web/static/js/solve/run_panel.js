/** Start a solve and follow its progress: curve of exploitability, time left, pause, stop. */

import { api } from "../api.js";
import { lineChart } from "../components/chart.js";
import { jobButtons, jobWords, progressBar } from "../components/jobs_panel.js";
import { field, fill, h } from "../dom.js";
import { allJobs, noteJob, watchJobs } from "../jobs.js";
import { plainFields } from "./draft.js";

/** Create the panel; `isReady()` returns whether the spot is valid. */
export function runPanel(draft, onsettings) {
  const target = h("input", {
    type: "number",
    min: 0.001,
    max: 100,
    step: "any",
    value: 0.3,
    onchange: onsettings,
  });
  const maxIterations = h("input", {
    type: "number",
    min: 1,
    step: 1,
    value: 1000,
    onchange: onsettings,
  });
  const timeLimit = h("input", { type: "number", min: 1, step: "any", placeholder: "none" });
  const precision = h(
    "select",
    { onchange: onsettings },
    h("option", { value: "float32" }, "32 bits"),
    h("option", { value: "int16" }, "16 bits: half the memory"),
  );
  const name = h("input", { placeholder: "the board", maxlength: 80 });
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const start = h(
    "button",
    { type: "button", class: "primary", id: "solve-button", onclick: run },
    "Solve",
  );
  const live = h("div", { class: "stack", id: "live-jobs" });

  async function run() {
    problem.hidden = true;
    start.disabled = true;
    try {
      const job = await api.post("/jobs/solve", {
        spot: plainFields(draft),
        target: Number(target.value),
        max_iterations: Number(maxIterations.value),
        time_limit: timeLimit.value ? Number(timeLimit.value) : null,
        precision: precision.value,
        name: name.value.trim() || null,
      });
      noteJob(job);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      start.disabled = false;
    }
  }

  function draw() {
    const jobs = allJobs()
      .filter((job) => ["solve", "lock"].includes(job.kind))
      .slice(0, 4);
    const focused = live.contains(document.activeElement) ? document.activeElement : null;
    const key = focused && [focused.closest("[data-job]")?.dataset.job, focused.dataset.command];
    fill(
      live,
      jobs.map((job) =>
        h(
          "article",
          { class: "live-job stack", "data-job": job.id, "data-state": job.state },
          h(
            "div",
            { class: "row spread" },
            h("strong", {}, job.title),
            h("span", { class: "row" }, jobButtons(job)),
          ),
          ["running", "paused"].includes(job.state) ? progressBar(job) : null,
          h(
            "div",
            { class: job.error ? "problem small" : "muted small", "aria-live": "polite" },
            jobWords(job),
          ),
          job.curve.length
            ? lineChart([{ name: "exploitability", points: job.curve }], {
                xTitle: "iteration",
                yTitle: "exploitability, % of the pot",
                isLog: true,
                target: job.progress.target_pot_percent ?? null,
                caption: `exploitability in % of the pot, now ${job.curve[job.curve.length - 1][1].toFixed(3)}%`,
              })
            : null,
        ),
      ),
    );
    if (key) live.querySelector(`[data-job="${key[0]}"] [data-command="${key[1]}"]`)?.focus();
  }

  const end = watchJobs(draw);
  draw();
  return {
    element: h(
      "section",
      { class: "panel stack", "aria-label": "Solve" },
      h("h2", {}, "Solve"),
      h(
        "div",
        { class: "fields" },
        field("Target exploitability, % of the pot", target),
        field("Maximum iterations", maxIterations),
        field("Time limit, seconds", timeLimit),
        field("Precision", precision),
        field("Name", name),
      ),
      problem,
      h("div", { class: "row" }, start),
      live,
    ),
    settings: () => ({
      precision: precision.value,
      target: Number(target.value) || 0.3,
      maxIterations: Number(maxIterations.value) || 1000,
    }),
    setPrecision: (value) => {
      precision.value = value;
    },
    setReady: (isReady) => {
      start.disabled = !isReady;
    },
    end,
  };
}
