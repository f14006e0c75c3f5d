/** Flops: a matchup on many flops, updated while it is solved; click one to browse it. */

import { noteAddress } from "../address.js";
import { api, part } from "../api.js";
import { jobWords, refillJobs } from "../components/jobs_panel.js";
import { foldedForm, resumeLine, runHead, runStatus } from "../components/run_screen.js";
import { attempt, toast } from "../components/toast.js";
import { dropdown, field, fill, h, lastRequest, listOptions, paced, problemLine } from "../dom.js";
import { matchupView } from "../flops/matchup_view.js";
import { startForm } from "../flops/start_form.js";
import { textureFilter } from "../flops/texture_filter.js";
import { count } from "../format.js";
import { isActive, jobOf, jobTitled, noteJob, watchJobs } from "../jobs.js";
import { watchServer } from "../server.js";

const REFRESH_MILLISECONDS = 1000;

/** Show the screen; `query.run` names a matchup, `query.decision` the path of a decision. */
export async function show(main, query) {
  let runs = await api.get("/flops");
  let isEnded = false;
  const state = {
    name: query.run ?? runs[0]?.name ?? null,
    decision: query.decision ?? null, // whose frequencies are shown; by default the first one
    data: null,
    opening: null, // the job that solves the flop that was clicked
  };
  const begin = lastRequest();
  const picker = dropdown([], null, choose);
  const pickerField = field("Matchup", picker);
  const status = h("div", { class: "stack", "aria-live": "polite" });
  const problem = problemLine();
  const filter = textureFilter(load);
  const view = matchupView(filter, {
    onopen: openFlop,
    ondecision: (path) => choose(state.name, path),
  });
  const form = startForm((title) => {
    fresh.close();
    choose(title);
  });
  const fresh = foldedForm("New matchup …", !runs.length, form);
  const refresh = paced(load, REFRESH_MILLISECONDS);

  function choose(name, decision = null) {
    Object.assign(state, { name, decision });
    const rest = decision ? `&decision=${part(decision)}` : "";
    noteAddress(`#/flops?run=${part(name)}${rest}`);
    load();
  }

  async function load() {
    if (isEnded) return;
    const isLast = begin();
    runs = await api.get("/flops").catch(() => runs);
    if (isEnded || !isLast()) return;
    pickerField.hidden = !runs.length;
    drawPicker(picker, runs, state.name);
    problem.clear();
    const isThere = runs.some((run) => run.name === state.name);
    const [data, error] = isThere ? await fetchMatchup(state, filter.query) : [null, null];
    if (isEnded || !isLast()) return; // something else was chosen meanwhile
    if (error) problem.show(error.message);
    state.data = data;
    view.element.hidden = !data;
    drawStatus();
    if (data) view.draw(state.name, data, state.decision);
  }

  function drawStatus() {
    refillJobs(status, statusElements(state, resume));
  }

  function resume() {
    return attempt(async () => {
      noteJob(await api.post(`/flops/${part(state.name)}/resume`));
      await load();
    });
  }

  function openFlop(board) {
    return attempt(async () => {
      const found = await api.post(`/flops/${part(state.name)}/open`, { board });
      if (found.solution) browse(found.solution);
      else state.opening = { id: found.job, board };
      drawStatus();
    });
  }

  function noteChange(job) {
    if (isEnded || !job) return;
    if (job.id === state.opening?.id) {
      if (job.result?.solution) browse(job.result.solution);
      else if (job.error) {
        toast(job.error);
        state.opening = null;
      }
    }
    if (job.kind === "flops" && job.title === state.name) refresh();
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

/** Return a matchup and null, or null and what went wrong. */
async function fetchMatchup({ name, decision }, query) {
  try {
    return [await api.get(`/flops/${part(name)}`, { ...query, decision }), null];
  } catch (error) {
    return [null, error];
  }
}

function browse(solution) {
  location.hash = `#/browse?solution=${part(solution)}`;
}

function drawPicker(picker, runs, name) {
  if (document.activeElement === picker && picker.value === name) return; // it may be open
  const words = (run) => (run.error ? "damaged" : `${run.solved} of ${run.flops}`);
  fill(picker, listOptions(runs.map((run) => [run.name, `${run.name}: ${words(run)}`])));
  picker.value = name ?? "";
}

/** Return what is being done with the matchup, and what can be. */
function statusElements({ name, data, opening }, resume) {
  const job = jobTitled("flops", name);
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
