/** Start a matchup on many flops: the spot that Solve has, on other flops. */

import { api } from "../api.js";
import {
  allow,
  button,
  choices,
  dropdown,
  field,
  fill,
  h,
  note,
  panel,
  problemLine,
  submit,
} from "../dom.js";
import { chips } from "../format.js";
import { noteJob } from "../jobs.js";
import { loadDraft, plainFields } from "../solve/draft.js";
import { isUnderstood, watchInput } from "../validity.js";

const SUBSETS = ["10", "25", "49", "85", "184"];
const ANY_FLOP = "QsJh2h"; // other flops replace it
const KINDS = [
  ["subset", "Subset"],
  ["sample", "Random sample"],
  ["all", "All"],
];

/** Create the form; `onstart(name)` is called with the name of the new matchup. */
export function startForm(onstart) {
  const draft = plainFields(loadDraft());
  const number = (attributes) => h("input", { type: "number", step: 1, ...attributes });
  const flops = flopChoice(number);
  const target = number({ min: 0.001, max: 100, step: "any", value: 0.5, required: true });
  const iterations = number({ min: 1, value: 1000, required: true });
  const seconds = number({ min: 1, step: "any", placeholder: "none" });
  const name = h("input", { maxlength: 80, placeholder: "automatic" });
  const problem = problemLine({ class: "problem small" });
  const solve = button("Solve these flops", start, { class: "primary", id: "start-flops" });

  const isFlop = draft.board?.length === 6;
  const spot = { ...draft, board: isFlop ? draft.board : ANY_FLOP };
  let isSpot = false; // whether the server has read the spot

  async function checkSpot() {
    allow(solve, false);
    try {
      await api.ask("/spots/size", { spot });
      isSpot = true;
    } catch (error) {
      problem.show(`The spot of Solve has to be corrected there: ${error.message}`);
    }
    allow(solve, isSpot && isUnderstood(form));
  }

  function start() {
    return submit(solve, problem, async () => {
      const job = await api.post("/flops", {
        spot,
        ...flops.request(),
        target: Number(target.value),
        max_iterations: Number(iterations.value),
        time_limit: seconds.value ? Number(seconds.value) : null,
        name: name.value.trim() || null,
      });
      noteJob(job);
      onstart(job.title);
    });
  }

  const form = panel(
    "New matchup",
    h("h2", {}, "New matchup"),
    spotElements(draft),
    flops.elements,
    h(
      "div",
      { class: "fields" },
      field("Target exploitability, % of the pot", target),
      field("Maximum iterations", iterations),
      field("Time limit per flop, seconds", seconds),
      field("Name", name),
    ),
    problem,
    h("div", { class: "row" }, solve),
  );
  watchInput(form, (isRight) => allow(solve, isSpot && isRight));
  checkSpot();
  return form;
}

function spotElements(draft) {
  const link = h("a", { href: "#/solve" }, "Solve");
  const facts = `, on other flops: pot ${chips(draft.pot)}, stack ${chips(draft.stack)}.`;
  return [
    note("The ranges, chips and sizes of ", link, facts),
    h(
      "dl",
      { class: "matchup" },
      h("dt", { class: "oop" }, "OOP"),
      h("dd", {}, draft.ranges.oop),
      h("dt", { class: "ip" }, "IP"),
      h("dd", {}, draft.ranges.ip),
    ),
  ];
}

/** Create the choice of flops; `request()` returns it as fields for the server. */
function flopChoice(number) {
  let dealt = "subset";
  const subset = dropdown(SUBSETS, "25");
  const sample = number({ min: 1, max: 22100, value: 50, required: true });
  const seed = number({ min: 0, value: 0, required: true });
  const fields = {
    subset: field("Number of representative flops", subset),
    sample: [field("Number of random flops", sample), field("Seed", seed)],
    all: note("All 22,100 flops, as the 1,755 that differ by more than suits."),
  };
  const place = h("div", { class: "fields" }, fields.subset);
  const choose = (value) => {
    dealt = value;
    fill(place, fields[value]);
  };
  return {
    elements: [choices("Which flops", KINDS, dealt, choose), place],
    request: () => ({
      sample: dealt === "sample" ? Number(sample.value) : null,
      subset: dealt === "subset" ? Number(subset.value) : null,
      seed: dealt === "sample" ? Number(seed.value) : 0,
    }),
  };
}
