/** Arena: matches between agents, played in the background, with plots and intervals. */

import { screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { matchForm } from "../arena/match_form.js";
import { resultFields, resultView } from "../arena/result_view.js";
import { refillJobs } from "../components/jobs_panel.js";
import { checkRun, foldedForm, resumeLine, runHead, runStatus } from "../components/run_screen.js";
import { attempt } from "../components/toast.js";
import { dropdown, field, fill, h, lastRequest, listOptions, paced, problemLine } from "../dom.js";
import { count } from "../format.js";
import { isActive, jobTitled, noteJob, watchJobs } from "../jobs.js";
import { watchServer } from "../server.js";

const REFRESH_MILLISECONDS = 1000;

/** Show the match that the address names; by default the first. */
export async function show(main, address) {
  const state = screenState(address, { match: text(null), ...resultFields() });
  const [known, first] = await Promise.all([api.get("/matches/choices"), api.get("/matches")]);
  let matches = first;
  await checkRun(matches, state.values.match, "match", "match");
  let name = state.values.match ?? matches[0]?.name ?? null;
  state.set({ match: name }, { isReplaced: true });
  let result = null;
  let isEnded = false;
  const begin = lastRequest();
  const picker = dropdown([], null, choose);
  const pickerField = field("Match", picker);
  const status = h("div", { class: "stack", "aria-live": "polite" });
  const problem = problemLine();
  const view = resultView(state, known.games);
  const empty = h("p", { class: "muted" }, "No matches yet: choose agents and press Play.");
  const form = matchForm(known, (title) => {
    fresh.close();
    choose(title);
  });
  const fresh = foldedForm("New match …", !matches.length, form);
  const refresh = paced(load, REFRESH_MILLISECONDS);

  function choose(next) {
    name = next;
    result = null;
    state.set({ match: name });
    load();
  }

  async function load() {
    const isLast = begin();
    matches = await api.get("/matches").catch(() => matches);
    if (isEnded || !isLast()) return;
    drawPicker(picker, matches, name);
    pickerField.hidden = !matches.length;
    // A file that a job has just created has nothing to show yet.
    const isThere = matches.some((match) => match.name === name && !(match.error && match.job));
    problem.clear();
    if (isThere) {
      try {
        const reply = await api.get(`/matches/${part(name)}`);
        if (isEnded || !isLast()) return; // another match was chosen meanwhile
        result = reply;
      } catch (error) {
        if (isEnded || !isLast()) return;
        result = null;
        problem.show(error.message);
      }
    }
    const hasHands = Boolean(result?.hands);
    empty.hidden = hasHands || isThere || Boolean(jobTitled("match", name));
    view.element.hidden = !hasHands;
    if (hasHands) view.draw(result);
    drawStatus();
  }

  function drawStatus() {
    const job = jobTitled("match", name);
    const left = result && !(job && isActive(job)) ? result.facts.hands_wanted - result.hands : 0;
    const words = `${count(left)} hands are not played yet.`;
    refillJobs(
      status,
      runStatus(job, "arena-job"),
      left > 0 ? resumeLine(words, "Play the rest", resume) : null,
    );
  }

  function resume() {
    return attempt(async () => {
      noteJob(await api.post(`/matches/${part(name)}/resume`));
      drawStatus();
    });
  }

  function noteChange(job) {
    if (isEnded || job?.kind !== "match" || job.title !== name) return;
    drawStatus();
    refresh();
  }

  fill(
    main,
    runHead("Arena", pickerField, fresh.opener),
    fresh.element,
    status,
    problem,
    empty,
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

function drawPicker(picker, matches, name) {
  const words = (match) => (match.error ? `${match.name}: damaged` : match.name);
  if (document.activeElement !== picker || picker.value !== name)
    fill(picker, listOptions(matches.map((match) => [match.name, words(match)])));
  picker.value = name ?? "";
}
