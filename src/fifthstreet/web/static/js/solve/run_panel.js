/** Run a solve and watch it: the curve of exploitability, the time left, pause, stop. */

import { api } from "../api.js";
import { lineChart } from "../components/chart.js";
import { jobButtons, jobWords, progressBar, refillJobs } from "../components/jobs_panel.js";
import { allow, button, dropdown, field, h, panel, problemLine, submit } from "../dom.js";
import { allJobs, noteJob, watchJobs } from "../jobs.js";
import { plainFields } from "./draft.js";

const PRECISIONS = [
  ["float32", "32 bits"],
  ["int16", "16 bits: half the memory"],
];

const RIVER_BUCKETS = [
  ["", "each has its own strategy"],
  ["127", "127 shared strategies"],
  ["63", "63 shared strategies"],
  ["31", "31 shared strategies"],
  ["15", "15 shared strategies"],
];

/**
 * Create the panel, with the button `start` and the line `problem` for the bar of the screen;
 * `onsettings()` is called when a setting has changed.
 */
export function runPanel(draft, onsettings) {
  const number = (attributes) => h("input", { type: "number", step: "any", ...attributes });
  const target = number({ min: 0.001, max: 100, value: 0.3, required: true, oninput: onsettings });
  const maxIterations = number({
    min: 1,
    step: 1,
    value: 1000,
    required: true,
    oninput: onsettings,
  });
  const timeLimit = number({ min: 1, placeholder: "none" });
  const precision = dropdown(PRECISIONS, "float32", onsettings);
  const riverBuckets = dropdown(RIVER_BUCKETS, "", onsettings);
  const bucketCount = () => (riverBuckets.value ? Number(riverBuckets.value) : null);
  const name = h("input", { placeholder: "the board", maxlength: 80 });
  const problem = problemLine({ class: "problem small" });
  const start = button("Solve", run, { class: "primary", id: "solve-button" });
  const live = h("div", { class: "stack", id: "live-jobs" });

  function run() {
    return submit(start, problem, async () => {
      const job = await api.post("/jobs/solve", {
        spot: plainFields(draft),
        target: Number(target.value),
        max_iterations: Number(maxIterations.value),
        time_limit: timeLimit.value ? Number(timeLimit.value) : null,
        precision: precision.value,
        river_buckets: bucketCount(),
        name: name.value.trim() || null,
      });
      noteJob(job);
    });
  }

  function draw() {
    const jobs = allJobs().filter((job) => ["solve", "lock"].includes(job.kind));
    refillJobs(live, jobs.slice(0, 4).map(liveJob));
  }

  const end = watchJobs(draw);
  draw();
  return {
    element: panel(
      "Accuracy and time",
      h("h2", {}, "Accuracy and time"),
      h(
        "div",
        { class: "fields" },
        field("Target exploitability, % of the pot", target),
        field("Maximum iterations", maxIterations),
        field("Time limit, seconds", timeLimit),
        field("Precision", precision),
        field("Hands on each river", riverBuckets),
        field("Name", name),
      ),
      live,
    ),
    start,
    problem,
    settings: () => ({
      precision: precision.value,
      riverBuckets: bucketCount(),
      target: Number(target.value),
      maxIterations: Number(maxIterations.value),
    }),
    setWay: (newPrecision, newBuckets, seconds) => {
      precision.value = newPrecision;
      if (seconds !== null) timeLimit.value = seconds;
      riverBuckets.value = newBuckets === null ? "" : String(newBuckets);
    },
    setReady: (isReady) => allow(start, isReady),
    end,
  };
}

function liveJob(job) {
  return h(
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
    job.curve.length ? exploitabilityChart(job) : null,
  );
}

function exploitabilityChart(job) {
  const last = job.curve[job.curve.length - 1][1];
  return lineChart([{ name: "exploitability", points: job.curve }], {
    xTitle: "iteration",
    yTitle: "exploitability, % of the pot",
    isLog: true,
    target: job.progress.target_pot_percent ?? null,
    caption: `exploitability in % of the pot, now ${last.toFixed(3)}%`,
  });
}
