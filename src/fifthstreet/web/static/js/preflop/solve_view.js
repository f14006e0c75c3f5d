/** Solve heads-up hold'em from the blinds: the game, its size, and the jobs that solve it. */

import { oneOf, text } from "../address.js";
import { api } from "../api.js";
import { lineChart } from "../components/chart.js";
import { jobButtons, jobWords, progressBar, refillJobs } from "../components/jobs_panel.js";
import {
  allow,
  button,
  debounced,
  dropdown,
  field,
  h,
  lastRequest,
  note,
  panel,
  problemLine,
  submit,
} from "../dom.js";
import { bytes, count } from "../format.js";
import { allJobs, isActive, noteJob, watchJobs } from "../jobs.js";
import { isUnderstood, setProblem, showRefusal, watchInput } from "../validity.js";
import { GAMES, gameRequest } from "./game_fields.js";
import { linePicker } from "./line_picker.js";

const REPLACED = { isReplaced: true };
const KIND = "preflop";
const FLOPS = ["10", "25", "49", "85", "184"];
const FIRST = GAMES[0].fields;

// The fields of the form: name, title, and attributes of the input.
const FIELDS = [
  ["stack", "Stack of both players", { inputmode: "decimal" }],
  ["blinds", "Blinds", {}],
  ["ante", "Ante", { inputmode: "decimal" }],
  ["preflop", "Raises before the flop", {}],
  ["flop", "Bets on the flop", {}],
  ["turn", "Bets on the turn", {}],
  ["river", "Bets on the river", {}],
  ["raises", "Raises after the flop", {}],
  ["max_raises", "Bets and raises at most, by street", {}],
  ["rake", "Rake, %", { inputmode: "decimal" }],
  ["cap", "Rake cap", { inputmode: "decimal" }],
];
const STOPS = [
  [
    "target",
    "Target exploitability, % of the blinds",
    { min: 0.001, max: 100, step: "any", required: true },
  ],
  ["iterations", "Maximum iterations", { min: 1, max: 1e6, step: 1, required: true }],
  ["seconds", "Time limit, seconds", { min: 1, max: 1e6, step: "any", placeholder: "none" }],
];

/** Return the parts of the address. */
export function solveFields() {
  const names = FIELDS.map(([name]) => name);
  return {
    flops: oneOf(FLOPS, FIRST.flops),
    target: text("0.1"),
    iterations: text("1000"),
    seconds: text(),
    removed: text(FIRST.removed),
    ...Object.fromEntries(names.map((name) => [name, text(FIRST[name])])),
  };
}

/** Create the view of the form that the address fills, and of the jobs. */
export function solveView(state) {
  const { values } = state;
  const begin = lastRequest();
  const problem = problemLine();
  const size = h("p", { class: "note", "aria-live": "polite", id: "preflop-size" });
  const name = h("input", { maxlength: 80, placeholder: "automatic" });
  const start = button("Solve", send, { class: "primary", id: "start-preflop" });
  let fits = false;
  const inputs = gameInputs(values, (changes) => {
    state.set(changes, REPLACED);
    update();
  });
  const measure = debounced(measureGame, 400);

  function update() {
    begin();
    fits = false;
    allow(start, false);
    size.textContent = "measuring the size …";
    measure();
  }

  async function measureGame() {
    const isLast = begin();
    problem.clear();
    if (!form.isConnected || !isUnderstood(form)) return;
    const game = gameRequest(values);
    offerLines(game, isLast);
    try {
      const found = await api.ask("/preflop/solves/size", { game });
      if (!isLast()) return;
      fits = found.fits;
      size.textContent = sizeWords(found);
      allow(start, fits && isUnderstood(form));
    } catch (error) {
      if (!isLast()) return;
      size.textContent = "";
      if (!showRefusal(form, error.message.replace(/^game\./, ""))) problem.show(error.message);
    }
  }

  async function offerLines(game, isLast) {
    try {
      const question = { game: { ...game, removed: [] } };
      const { lines } = await api.ask("/preflop/solves/lines", question);
      if (isLast()) inputs.lines.offer(lines);
    } catch (error) {
      if (isLast()) inputs.lines.refuse(error.message.replace(/^game\./, ""));
    }
  }

  function send() {
    return submit(start, problem, async () => {
      const job = await api.post("/preflop/solves", {
        game: gameRequest(values),
        target: Number(values.target),
        max_iterations: Number(values.iterations),
        time_limit: values.seconds ? Number(values.seconds) : null,
        name: name.value.trim() || null,
      });
      noteJob(job);
    });
  }

  const form = panel(
    "New preflop solve",
    h("h2", {}, "From the blinds, heads-up"),
    inputs.elements,
    field("Name", name),
    size,
    problem,
    h("div", { class: "row" }, start),
    note(
      "Amounts are in any unit, like big blinds. Flops are a weighted subset; nothing else is ",
      "abstracted. Sizes are written as in Solve, like 2.5x, 50% or a for all-in.",
    ),
  );
  watchInput(form, (isRight) => allow(start, fits && isRight));
  const jobs = jobsPanel();
  setTimeout(update); // once the form is on the page
  return {
    element: h("div", { class: "preflop-solve" }, form, jobs.element),
    end: jobs.end,
  };
}

/** Create the fields of the game; `onchange(changes)` gets what the user changes. */
function gameInputs(values, onchange) {
  const controls = {};
  const input = ([name, title, attributes], more = {}) => {
    controls[name] = h("input", {
      value: values[name],
      spellcheck: "false",
      autocomplete: "off",
      "data-field": name,
      ...more,
      ...attributes,
      oninput: ({ target }) => {
        if (target.validity.customError) setProblem(target, "");
        onchange({ [name]: target.value });
      },
    });
    return field(title, controls[name]);
  };
  const flops = dropdown(FLOPS, values.flops, (value) => onchange({ flops: value }));
  const lines = linePicker("Lines to leave out", values.removed, (removed) =>
    onchange({ removed }),
  );
  const use = (at) => {
    const { fields } = GAMES[Number(at)];
    lines.set(fields.removed);
    for (const [name, value] of Object.entries(fields)) {
      if (controls[name]) {
        controls[name].value = value;
        setProblem(controls[name], "");
      }
    }
    flops.value = fields.flops;
    onchange(fields);
  };
  const games = GAMES.map(({ title }, at) => [String(at), title]);
  const chooser = dropdown([["", "choose a game …"], ...games], "", (at) => at && use(at));
  return {
    elements: [
      field("Start from", chooser),
      h(
        "div",
        { class: "preflop-fields" },
        FIELDS.map((each) => input(each)),
        field("Number of flops", flops),
        STOPS.map((each) => input(each, { type: "number" })),
      ),
      lines.element,
    ],
    lines,
  };
}

function sizeWords({ lines, flops, bytes: needed, memory_available: free, fits }) {
  if (!lines) return "No line reaches the flop with chips left, so that this takes little memory.";
  const where = `${count(lines)} lines to the flop, ${flops} flops each: about ${bytes(needed)} of memory`;
  const left = free ? ` of ${bytes(free)} free` : "";
  return fits ? `${where}${left}.` : `${where}${left}: it does not fit. Use fewer sizes or flops.`;
}

/** Show the preflop solves of the queue, with their progress, their curve and their charts. */
function jobsPanel() {
  const place = h("div", { class: "stack", id: "preflop-jobs" });
  const element = panel("Preflop solves", h("h2", {}, "Solves"), place);

  function draw() {
    const own = allJobs().filter((job) => job.kind === KIND);
    refillJobs(
      place,
      own.length ? own.map(jobCard) : note("No solves yet: choose a game and press Solve."),
    );
  }

  const end = watchJobs((job) => {
    if (!job || job.kind === KIND) draw();
  });
  draw();
  return { element, end };
}

function jobCard(job) {
  const { result, curve } = job;
  return h(
    "article",
    { class: "job", "data-job": job.id, "data-state": job.state },
    h("strong", {}, job.title),
    isActive(job) ? progressBar(job) : null,
    h("div", { class: job.error ? "problem small" : "muted small" }, jobWords(job)),
    result ? note(resultWords(result)) : null,
    curve.length > 1
      ? lineChart([{ name: job.title, points: curve }], {
          xTitle: "iterations",
          yTitle: "exploitability, % of the blinds",
          isLog: true,
          target: job.progress.target_pot_percent ?? null,
        })
      : null,
    h("div", { class: "row" }, jobButtons(job)),
  );
}

function resultWords(result) {
  const share = result.exploitability_pot_percent.toFixed(3);
  return `Exploitability ${share}% of the blinds after ${count(result.iterations)} iterations.`;
}
