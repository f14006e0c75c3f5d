/** Arena: matches between agents, played in the background, with plots and intervals. */

import { api, part } from "../api.js";
import { matchForm } from "../arena/match_form.js";
import { resultView } from "../arena/result_view.js";
import { jobButtons, jobWords, progressBar } from "../components/jobs_panel.js";
import { toast } from "../components/toast.js";
import { field, fill, h } from "../dom.js";
import { allJobs, noteJob, watchJobs } from "../jobs.js";

const REFRESH_MILLISECONDS = 1000;

/** Show the screen; `query.match` names a match. */
export async function show(main, query) {
  const [known, first] = await Promise.all([api.get("/matches/choices"), api.get("/matches")]);
  let matches = first;
  let name = query.match ?? matches[0]?.name ?? null;
  let result = null;
  let isEnded = false;
  let refreshTimer = 0;
  let loading = 0; // number of the last request

  const picker = h("select", { onchange: () => choose(picker.value) });
  const pickerField = field("Match", picker);
  const status = h("div", { class: "stack", "aria-live": "polite" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const view = resultView();
  const empty = h("p", { class: "muted" }, "No matches yet: choose agents and press Play.");

  function choose(next) {
    name = next;
    result = null;
    history.replaceState(null, "", `#/arena?match=${part(name)}`);
    load();
  }

  async function load() {
    const request = ++loading;
    matches = await api.get("/matches").catch(() => matches);
    if (isEnded || request !== loading) return;
    if (document.activeElement !== picker || picker.value !== name)
      fill(
        picker,
        matches.map((match) =>
          h("option", { value: match.name }, match.error ? `${match.name}: damaged` : match.name),
        ),
      );
    picker.value = name ?? "";
    pickerField.hidden = !matches.length;
    // A file that a job has just created has nothing to show yet.
    const isThere = matches.some((match) => match.name === name && !(match.error && match.job));
    problem.hidden = true;
    if (isThere) {
      try {
        const reply = await api.get(`/matches/${part(name)}`);
        if (request !== loading) return; // another match was chosen meanwhile
        result = reply;
      } catch (error) {
        if (request !== loading) return;
        result = null;
        problem.textContent = error.message;
        problem.hidden = false;
      }
    }
    if (isEnded) return;
    const hasHands = Boolean(result?.hands);
    empty.hidden = hasHands || isThere || Boolean(currentJob());
    view.element.hidden = !hasHands;
    if (hasHands) view.draw(result);
    drawStatus();
  }

  function currentJob() {
    return allJobs().find((job) => job.kind === "match" && job.title === name) ?? null;
  }

  function drawStatus() {
    const job = currentJob();
    const isActive = job && ["queued", "running", "paused"].includes(job.state);
    const left = result ? result.facts.hands_wanted - result.hands : 0;
    const focused = status.contains(document.activeElement)
      ? document.activeElement.dataset.command
      : null;
    fill(
      status,
      isActive
        ? h(
            "div",
            { class: "row arena-job" },
            h("div", { class: "grow" }, progressBar(job)),
            jobButtons(job).filter((button) => button.dataset.command !== "cancel"),
          )
        : null,
      job && (isActive || job.error)
        ? h("p", { class: job.error ? "problem small" : "note" }, jobWords(job))
        : null,
      !isActive && left > 0
        ? h(
            "div",
            { class: "row" },
            h("span", { class: "note" }, `${left.toLocaleString("en")} hands are not played yet.`),
            h("button", { type: "button", onclick: resume }, "Play the rest"),
          )
        : null,
    );
    if (focused) status.querySelector(`[data-command="${focused}"]`)?.focus();
  }

  async function resume() {
    try {
      noteJob(await api.post(`/matches/${part(name)}/resume`));
      drawStatus();
    } catch (error) {
      toast(error.message);
    }
  }

  function noteChange(job) {
    if (isEnded || job?.kind !== "match" || job.title !== name) return;
    drawStatus();
    if (!refreshTimer)
      refreshTimer = setTimeout(() => {
        refreshTimer = 0;
        load();
      }, REFRESH_MILLISECONDS);
  }

  const fresh = h(
    "div",
    { hidden: matches.length > 0 },
    matchForm(known, (title) => {
      toggleForm(false);
      choose(title);
    }),
  );
  const freshButton = h(
    "button",
    {
      type: "button",
      "aria-expanded": String(!fresh.hidden),
      onclick: () => toggleForm(fresh.hidden),
    },
    "New match …",
  );

  function toggleForm(isOpen) {
    fresh.hidden = !isOpen;
    freshButton.setAttribute("aria-expanded", String(isOpen));
  }

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Arena"),
      h(
        "div",
        { class: "row" },
        pickerField,
        h("a", { class: "button", href: "#/library" }, "Files"),
        freshButton,
      ),
    ),
    fresh,
    status,
    problem,
    empty,
    view.element,
  );
  const end = watchJobs(noteChange);
  await load();
  return () => {
    isEnded = true;
    clearTimeout(refreshTimer);
    end();
  };
}
