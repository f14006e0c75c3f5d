/** Flops: a matchup on many flops, updated while it is solved; click one to browse it. */

import { addressOf, openNamed, order, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { jobWords, refillJobs } from "../components/jobs_panel.js";
import { checkRun, foldedForm, resumeLine, runHead, runStatus } from "../components/run_screen.js";
import { attempt, toast } from "../components/toast.js";
import { dropdown, field, fill, h, lastRequest, listOptions, paced, problemLine } from "../dom.js";
import { matchupView } from "../flops/matchup_view.js";
import { startForm } from "../flops/start_form.js";
import { textureFields, textureFilter } from "../flops/texture_filter.js";
import { count } from "../format.js";
import { isActive, jobOf, jobTitled, noteJob, watchJobs } from "../jobs.js";
import { watchServer } from "../server.js";
import { amounts, setActionWords } from "../units.js";

const REFRESH_MILLISECONDS = 1000;
const FIELDS = {
  run: text(null),
  decision: text(null), // whose frequencies are shown; by default the first one
  flop: text(null), // the one that was clicked
  ...textureFields(),
  sort: order("share"),
};

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the matchup that the address names; by default the first. */
export async function show(main, address) {
  const state = screenState(address, FIELDS);
  const { values } = state;
  let runs = await api.get("/flops");
  await checkRun(runs, values.run, "matchup", "flops");
  await checkDecision(values);
  if (runs.length && values.run === null) state.set({ run: runs[0].name }, { isReplaced: true });
  let isEnded = false;
  const shown = {
    data: null,
    opening: null, // the job that solves the flop that was clicked
  };
  const begin = lastRequest();
  const picker = dropdown([], null, (run) => choose({ run, decision: null, flop: null }));
  const pickerField = field("Matchup", picker);
  const status = h("div", { class: "stack", "aria-live": "polite" });
  const problem = problemLine();
  const filter = textureFilter(state, load);
  const view = matchupView(filter, state.sorting("sort"), {
    onopen: openFlop,
    ondecision: (decision) => choose({ decision }),
  });
  const form = startForm((title) => {
    fresh.close();
    choose({ run: title, decision: null, flop: null });
  });
  const fresh = foldedForm("New matchup …", !runs.length, form);
  const refresh = paced(load, REFRESH_MILLISECONDS);

  function choose(changes) {
    state.set(changes);
    load();
  }

  async function load() {
    if (isEnded) return;
    const isLast = begin();
    runs = await api.get("/flops").catch(() => runs);
    if (isEnded || !isLast()) return;
    pickerField.hidden = !runs.length;
    drawPicker(picker, runs, values.run);
    problem.clear();
    const isThere = runs.some((run) => run.name === values.run);
    const [data, error] = isThere ? await fetchMatchup(values, filter.query) : [null, null];
    if (isEnded || !isLast()) return; // something else was chosen meanwhile
    if (error) problem.show(error.message);
    if (data) setActionWords(data.actions, amounts(data.facts));
    shown.data = data;
    view.element.hidden = !data;
    drawStatus();
    if (data) view.draw(values.run, data, values);
  }

  function drawStatus() {
    refillJobs(status, statusElements(values.run, shown, resume));
  }

  function resume() {
    return attempt(async () => {
      noteJob(await api.post(`/flops/${part(values.run)}/resume`));
      await load();
    });
  }

  function openFlop(board) {
    return attempt(async () => {
      state.set({ flop: board }, { isReplaced: true });
      const found = await api.post(`/flops/${part(values.run)}/open`, { board });
      if (found.solution) browse(found.solution);
      else shown.opening = { id: found.job, board };
      drawStatus();
    });
  }

  function noteChange(job) {
    if (isEnded || !job) return;
    if (isSolveOf(job, values)) shown.opening = { id: job.id, board: values.flop };
    if (job.id === shown.opening?.id) {
      if (job.result?.solution) browse(job.result.solution);
      else if (job.error) {
        toast(job.error);
        shown.opening = null;
      }
    }
    if (job.kind === "flops" && job.title === values.run) refresh();
    drawStatus();
  }

  fill(
    main,
    runHead("Flops", pickerField, fresh.opener),
    fresh.element,
    status,
    problem,
    view.element,
  );
  const end = watchJobs(noteChange);
  watchServer(status, load);
  await load();
  return () => {
    isEnded = true;
    refresh.cancel();
    end();
  };
}

/** Return whether a job is solving the flop that was clicked, before the page was reloaded. */
function isSolveOf(job, { run, flop }) {
  if (flop === null || job.kind !== "solve" || !isActive(job)) return false;
  return job.title === `${run.slice(0, 60).trimEnd()} ${flop}`; // as the server names it
}

/** Check that the matchup has the decision of the address. */
async function checkDecision({ run, decision }) {
  if (run === null || decision === null) return;
  const links = [[addressOf("flops", { run }), "First decision"]];
  await openNamed(api.get(`/flops/${part(run)}`, { decision }), "decision", decision, links);
}

/** Return a matchup and null, or null and what went wrong. */
async function fetchMatchup({ run, decision }, query) {
  try {
    return [await api.get(`/flops/${part(run)}`, { ...query, decision }), null];
  } catch (error) {
    return [null, error];
  }
}

function browse(solution) {
  location.hash = addressOf("browse", { solution });
}

function drawPicker(picker, runs, name) {
  if (document.activeElement === picker && picker.value === name) return; // it may be open
  const words = (run) => (run.error ? "damaged" : `${run.solved} of ${run.flops}`);
  fill(picker, listOptions(runs.map((run) => [run.name, `${run.name}: ${words(run)}`])));
  picker.value = name ?? "";
}

/** Return what is being done with the matchup, and what can be. */
function statusElements(run, { data, opening }, resume) {
  const job = jobTitled("flops", run);
  const missing = data && !(job && isActive(job)) ? data.flops - data.solved : 0;
  const opened = opening && (jobOf(opening.id) ?? { state: "queued", progress: {} });
  return [
    runStatus(job, "flops-job"),
    missing > 0
      ? resumeLine(
          `${count(missing)} of ${count(data.flops)} flops are not solved.`,
          "Solve the rest",
          resume,
        )
      : null,
    opening
      ? h(
          "p",
          { class: "note", id: "opening" },
          `Solving ${opening.board} to browse it: ${jobWords(opened)}`,
        )
      : null,
  ];
}
