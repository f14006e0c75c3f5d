/** Review: pasted hand histories compared with a strategy, decision by decision. */

import { addressOf } from "../address.js";
import { api, part } from "../api.js";
import { jobElement } from "../components/jobs_panel.js";
import { fill, h, note, panel } from "../dom.js";
import { noteJob, watchJobs } from "../jobs.js";
import { showForm } from "../review/form.js";
import { showReport } from "../review/report.js";

const FINISHED = ["done", "failed", "cancelled"];

/** Show the form, or the review that the address names, or the job that makes it. */
export async function show(main, address) {
  const [name, id] = ["name", "job"].map((each) => address.parts.get(each));
  if (name === null) return showForm(main, address);
  const job = id && (await api.get(`/jobs/${part(id)}`).catch(() => null));
  return job && job.state !== "done" ? showJob(main, job, name) : showReport(main, address);
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
      location.replace(addressOf("review", { name }));
    } else if (FINISHED.includes(changed.state)) end();
  };
  const end = watchJobs(draw);
  noteJob(job);
  return end;
}
