/** Review: pasted hand histories compared with a strategy, decision by decision. */

import { api } from "../api.js";
import { jobElement } from "../components/jobs_panel.js";
import { fill, h, note, panel } from "../dom.js";
import { noteJob, watchJobs } from "../jobs.js";
import { showForm } from "../review/form.js";
import { showReport } from "../review/report.js";

const FINISHED = ["done", "failed", "cancelled"];

/** Show the form, the review `query.name`, or the job `query.job` that makes it. */
export async function show(main, query) {
  if (!query.name) return showForm(main);
  if (!query.job) return showReport(main, query.name);
  const job = await api.get(`/jobs/${encodeURIComponent(query.job)}`).catch(() => null);
  if (!job || job.state === "done") return showReport(main, query.name);
  return showJob(main, job, query.name);
}

function showJob(main, job, name) {
  const place = panel("Progress");
  fill(
    main,
    h(
      "div",
      { class: "stack" },
      h("h1", {}, name),
      place,
      note(
        "The job continues if you leave this page; “Stop and save” reviews the hands solved so " +
          "far.",
      ),
      h("div", {}, h("a", { class: "button", href: "#/review" }, "Other reviews")),
    ),
  );
  const draw = (changed) => {
    if (!changed || changed.id !== job.id) return;
    fill(place, jobElement(changed));
    if (changed.state === "done") {
      end();
      location.replace(`#/review?${new URLSearchParams({ name })}`);
    } else if (FINISHED.includes(changed.state)) end();
  };
  const end = watchJobs(draw);
  noteJob(job);
  return end;
}
