/** Solve further: more iterations for a solution, which the better one replaces. */

import { api } from "../api.js";
import { openDialog } from "../components/dialog.js";
import { toast } from "../components/toast.js";
import { button, field, h, note, problemLine, submit } from "../dom.js";
import { number } from "../format.js";
import { noteJob, watchJobs } from "../jobs.js";

const WORDS =
  "The solver continues from these strategies. When it is done, the better solution replaces this " +
  "one; if it does not get better, this one stays.";

/** Create the button for a solution; `facts` has its exploitability. `end()` stops watching. */
export function furtherButton(solution, facts) {
  const known = facts.exploitability_pot_percent;
  let jobId = null;
  const end = watchJobs((job) => {
    if (!job || job.id !== jobId) return;
    if (job.state === "done") dispatchEvent(new HashChangeEvent("hashchange")); // show it again
    if (job.state === "failed") toast(job.error);
  });
  const open = async () => {
    const job = await askForTarget(solution, known);
    if (!job) return;
    jobId = job.id;
    noteJob(job);
    toast(`${solution} is being solved further: see Jobs.`);
  };
  return { element: button("Solve further …", open), end };
}

/** Ask for the target and start the job; resolve to it, or to null. */
function askForTarget(solution, known) {
  const target = h("input", {
    type: "number",
    min: 0.001,
    step: "any",
    value: known ? +(known / 3).toPrecision(1) : 0.1,
    required: true,
  });
  const problem = problemLine();
  const content = [
    h("h2", {}, "Solve further"),
    note(WORDS),
    h("p", {}, `Exploitability now: ${number(known, 3)}% of the pot`),
    field("Target exploitability, % of the pot", target),
    problem,
  ];
  return openDialog(content, (close) => {
    const start = button(
      "Solve",
      () =>
        submit(start, problem, async () => {
          if (!target.checkValidity()) throw new Error("Enter a target above 0.");
          close(await api.post("/jobs/further", { solution, target: Number(target.value) }));
        }),
      { class: "primary" },
    );
    return [button("Cancel", () => close(null)), start];
  });
}
