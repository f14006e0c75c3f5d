/** The list of jobs behind the button of the rail. */

import { addressOf } from "../address.js";
import { button, fill, h } from "../dom.js";
import { count, seconds } from "../format.js";
import { icon } from "../icons.js";
import { allJobs, commandJob, isActive, removeJob, watchJobs } from "../jobs.js";
import { attempt } from "./toast.js";

const COMMANDS = {
  queued: [["cancel", "Cancel"]],
  running: [
    ["pause", "Pause"],
    ["stop", "Stop and save"],
    ["cancel", "Cancel"],
  ],
  paused: [
    ["resume", "Resume"],
    ["stop", "Stop and save"],
    ["cancel", "Cancel"],
  ],
};

// Fields of results that name something to open: the screen, its part, the words of the link, and
// other parts of the address.
const RESULT_LINKS = [
  ["solution", "browse", "solution", "Browse"],
  ["review", "review", "name", "Open"],
  ["flops", "flops", "run", "Open"],
  ["match", "arena", "match", "Open"],
  ["preflop", "preflop", "strategy", "Show the charts", { source: "solved" }],
];

/** Return what a job is doing, in words. */
export function jobWords(job) {
  const { progress } = job;
  if (job.error) return `${job.state}: ${job.error}`;
  if (job.state !== "running") return job.state;
  const parts = [progress.phase ?? "starting"];
  if (progress.iteration) parts.push(`iteration ${count(progress.iteration)}`);
  if (progress.done !== undefined)
    parts.push(`${count(progress.done)} of ${count(progress.total)}`);
  if (progress.exploitability_pot_percent)
    parts.push(`exploitability ${progress.exploitability_pot_percent.toFixed(3)}% of the pot`);
  if (progress.seconds_left !== null && progress.seconds_left !== undefined)
    parts.push(`about ${seconds(progress.seconds_left)} left`);
  return parts.join(", ");
}

/** Return how much of a job is done, from 0 to 1; null if unknown. */
function jobShare(job) {
  if (job.state === "done") return 1;
  const {
    share,
    done,
    total,
    iteration,
    exploitability_pot_percent: now,
    target_pot_percent: target,
  } = job.progress;
  if (share !== undefined) return share;
  if (total) return done / total;
  if (!iteration || !now || !job.curve.length) return null;
  // Exploitability falls roughly as a power of the iterations, so its logarithm shows the progress.
  const first = job.curve[0][1];
  if (now <= target) return 1;
  return Math.min(Math.max(Math.log(first / now) / Math.log(first / target), 0.02), 0.98);
}

/** Show a job's progress as a bar. */
export function progressBar(job) {
  const share = jobShare(job);
  const bar = h("span", {});
  bar.style.width = `${100 * (share ?? 0.02)}%`;
  return h(
    "div",
    {
      class: "progress",
      role: "progressbar",
      "aria-label": `progress of ${job.title}`,
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": share === null ? null : Math.round(100 * share),
    },
    bar,
  );
}

/** Return the buttons of a job. */
export function jobButtons(job) {
  const act = (command) => () => attempt(() => commandJob(job.id, command));
  const buttons = (COMMANDS[job.state] ?? []).map(([command, text]) =>
    button(text, act(command), {
      "data-command": command,
      class: command === "cancel" ? "danger" : null,
    }),
  );
  for (const [kind, screen, part, text, more] of RESULT_LINKS) {
    const name = job.result?.[kind];
    const href = addressOf(screen, { ...more, [part]: name });
    if (name) buttons.push(h("a", { class: "button", href }, text));
  }
  if (!isActive(job)) {
    const remove = () => attempt(() => removeJob(job.id));
    const label = `Remove ${job.title} from the list`;
    buttons.push(button("×", remove, { class: "quiet", "aria-label": label }));
  }
  return buttons;
}

/** Show one job with its progress and its buttons. */
export function jobElement(job) {
  return h(
    "article",
    { class: "job", "data-job": job.id, "data-state": job.state },
    h(
      "div",
      { class: "row spread" },
      h("strong", {}, job.title),
      h("span", { class: "muted small" }, job.kind),
    ),
    isActive(job) ? progressBar(job) : null,
    h("div", { class: job.error ? "problem small" : "muted small" }, jobWords(job)),
    job.progress.warning ? h("p", { class: "warning small" }, job.progress.warning) : null,
    h("div", { class: "row" }, jobButtons(job)),
  );
}

const pressed = new WeakMap(); // by element under a pressed pointer: the refill that waits

/**
 * Replace the children of an element; the same button of the same job keeps the focus. While a
 * pointer presses one of them this waits, because a click on a button that is replaced is lost.
 */
export function refillJobs(element, ...children) {
  if (pressed.has(element)) {
    pressed.set(element, children);
    return;
  }
  element.onpointerdown ??= () => awaitRelease(element);
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const job = focused?.closest("[data-job]")?.dataset.job;
  const command = focused?.dataset.command;
  fill(element, ...children);
  if (command)
    element
      .querySelector(`${job ? `[data-job="${job}"] ` : ""}[data-command="${command}"]`)
      ?.focus();
}

function awaitRelease(element) {
  pressed.set(element, null);
  const release = () => {
    removeEventListener("pointerup", release);
    removeEventListener("pointercancel", release);
    // After the click, which follows at once.
    setTimeout(() => {
      const children = pressed.get(element);
      pressed.delete(element);
      if (children) refillJobs(element, ...children);
    });
  };
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
}

function badge(active) {
  return active
    ? h("span", { class: "badge", role: "img", "aria-label": `${active} running` }, String(active))
    : null;
}

/** Connect the button of the rail with the list. */
export function installJobsPanel() {
  const opener = document.getElementById("jobs-button");
  const panel = document.getElementById("jobs-panel");
  const draw = () => {
    const jobs = allJobs();
    const active = jobs.filter(isActive).length;
    fill(opener, icon("jobs"), h("span", { class: "name" }, "Jobs"), badge(active));
    if (panel.hidden) return;
    refillJobs(
      panel,
      h("h2", {}, "Jobs"),
      jobs.length ? jobs.map(jobElement) : h("p", { class: "muted" }, "No jobs yet."),
    );
  };
  const toggle = (isOpen) => {
    panel.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
    draw();
  };
  opener.addEventListener("click", () => toggle(panel.hidden));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) {
      toggle(false);
      opener.focus();
    }
  });
  addEventListener("hashchange", () => toggle(false));
  watchJobs(draw);
  draw();
}
