/** After a hand: what the solution would have done, and what each decision cost. */

import { api, part } from "../api.js";
import { jobWords, progressBar } from "../components/jobs_panel.js";
import { button, checkbox, dropdown, field, fill, h, listOptions, note, panel } from "../dom.js";
import { commandJob, jobOf, noteJob, watchJobs } from "../jobs.js";
import { decisionElement, totalText } from "./decision_review.js";

const KEPT = "play-review"; // whether every hand is reviewed
const TIMES = [
  [20, "20 seconds"],
  [60, "1 minute"],
  [300, "5 minutes"],
];
const TREES = [
  [1, "one bet per street"],
  [2, "two bets or raises"],
  [3, "three bets or raises"],
];

/** Create the panel of a game that is not reviewed, which says so after every hand. */
export function noReviewPanel() {
  const words =
    "Decisions are reviewed in no-limit Texas hold'em. Other games have no solutions here.";
  const element = panel("Review", h("h2", {}, "Review"), note(words));
  element.hidden = true;
  return {
    element,
    setHand: (number) => {
      element.hidden = number === null;
    },
    end: () => {},
  };
}

/**
 * Create the panel for a table; `setHand(number)` offers the review of a finished hand. The state
 * has the `review` of a `hand`, which is shown again after a reload.
 */
export function reviewPanel(table, state) {
  let hand = null;
  let job = null;
  let isAlways = localStorage.getItem(KEPT) === "true";
  const time = dropdown(TIMES, 60);
  const raises = dropdown(TREES, 1);
  const source = dropdown([["", "Solve the hand"]], "", (name) => {
    time.disabled = raises.disabled = name !== "";
  });
  const start = button("Review this hand", review, { class: "primary" });
  const always = checkbox("review every hand", isAlways, (value) => {
    isAlways = value;
    localStorage.setItem(KEPT, String(value));
  });
  const output = h("div", { class: "stack", "aria-live": "polite" });
  const element = h(
    "section",
    { class: "panel stack", "aria-label": "Review", hidden: true },
    h("h2", {}, "Review"),
    h(
      "div",
      { class: "fields" },
      field("Compare with", source),
      field("Time limit", time),
      field("Tree", raises),
    ),
    h("div", { class: "row" }, start, always),
    output,
  );
  addSolutions(source);

  async function review() {
    start.disabled = true;
    try {
      job = await api.post(`/tables/${table}/review`, {
        hand,
        solution: source.value || null,
        seconds: Number(time.value),
        max_raises: Number(raises.value),
      });
      state.set({ hand, review: job.id }, { isReplaced: true });
      noteJob(job);
    } catch (error) {
      fill(output, h("p", { class: "problem" }, error.message));
    } finally {
      start.disabled = false;
    }
  }

  /** Show the review that the address names. */
  async function reopen(id) {
    try {
      const found = await api.get(`/jobs/${part(id)}`);
      if (state.values.review !== id) return;
      job = found;
      noteJob(job);
    } catch (error) {
      if (state.values.review === id) fill(output, h("p", { class: "problem" }, error.message));
    }
  }

  const end = watchJobs((changed) => {
    if (!job || changed?.id !== job.id) return;
    const current = jobOf(job.id) ?? job;
    const reviewed = current.result?.hand;
    if (reviewed === undefined || reviewed === hand) fill(output, jobElements(current));
  });
  return {
    element,
    setHand(number) {
      hand = number;
      job = null;
      fill(output);
      element.hidden = number === null;
      if (number === null) return;
      if (state.values.review !== null && state.values.hand === number) reopen(state.values.review);
      else {
        state.set({ hand: null, review: null }, { isReplaced: true });
        if (isAlways) review();
      }
    },
    end,
  };
}

/** Add the solutions of the library to a list. */
async function addSolutions(list) {
  const solutions = await api.get("/solutions").catch(() => []);
  const names = solutions.filter((each) => !each.error).map((each) => each.name);
  list.append(...listOptions(names));
}

/** Show the review that a job has made, or how far it is. */
function jobElements(job) {
  if (job.state === "done") {
    const { decisions, total, left_out: leftOut } = job.result;
    return [
      h("p", {}, h("strong", {}, totalText(total))),
      decisions.map(decisionElement),
      leftOut.map((each) => note(each.reason)),
    ];
  }
  if (["failed", "cancelled"].includes(job.state))
    return h("p", { class: job.error ? "problem" : "muted" }, job.error ?? "Cancelled.");
  return [
    progressBar(job),
    h(
      "div",
      { class: "row spread" },
      h("span", { class: "muted small" }, jobWords(job)),
      button("Cancel", () => commandJob(job.id, "cancel"), { class: "danger" }),
    ),
  ];
}
