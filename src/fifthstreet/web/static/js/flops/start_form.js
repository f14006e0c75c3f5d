/** Start a matchup on many flops: the spot that Solve has, on other flops. */

import { api } from "../api.js";
import { choices, field, fill, h } from "../dom.js";
import { chips } from "../format.js";
import { noteJob } from "../jobs.js";
import { loadDraft, plainFields } from "../solve/draft.js";

const SUBSETS = [10, 25, 49, 85, 184];
const ANY_FLOP = "QsJh2h"; // other flops replace it

/** Create the form; `onstart(name)` is called with the name of the new matchup. */
export function startForm(onstart) {
  const draft = plainFields(loadDraft());
  let dealt = "subset";
  const subset = h(
    "select",
    {},
    SUBSETS.map((size) => h("option", { value: size }, String(size))),
  );
  subset.value = "25";
  const sample = h("input", { type: "number", min: 1, max: 22100, step: 1, value: 50 });
  const seed = h("input", { type: "number", min: 0, step: 1, value: 0 });
  const target = h("input", { type: "number", min: 0.001, max: 100, step: "any", value: 0.5 });
  const iterations = h("input", { type: "number", min: 1, step: 1, value: 1000 });
  const seconds = h("input", { type: "number", min: 1, step: "any", placeholder: "none" });
  const name = h("input", { maxlength: 80, placeholder: "automatic" });
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const which = h("div", { class: "fields" });
  const button = h(
    "button",
    { type: "button", class: "primary", id: "start-flops", onclick: start },
    "Solve these flops",
  );

  function drawChoice() {
    fill(
      which,
      dealt === "subset" ? field("Number of representative flops", subset) : null,
      dealt === "sample" ? [field("Number of random flops", sample), field("Seed", seed)] : null,
      dealt === "all"
        ? h(
            "p",
            { class: "note" },
            "All 22,100 flops, as the 1,755 that differ by more than suits.",
          )
        : null,
    );
  }

  async function start() {
    problem.hidden = true;
    button.disabled = true;
    try {
      const isFlop = draft.board?.length === 6;
      const job = await api.post("/flops", {
        spot: { ...draft, board: isFlop ? draft.board : ANY_FLOP },
        sample: dealt === "sample" ? Number(sample.value) : null,
        subset: dealt === "subset" ? Number(subset.value) : null,
        seed: dealt === "sample" ? Number(seed.value) : 0,
        target: Number(target.value),
        max_iterations: Number(iterations.value),
        time_limit: seconds.value ? Number(seconds.value) : null,
        name: name.value.trim() || null,
      });
      noteJob(job);
      onstart(job.title);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      button.disabled = false;
    }
  }

  drawChoice();
  return h(
    "section",
    { class: "panel stack", "aria-label": "New matchup" },
    h("h2", {}, "New matchup"),
    h(
      "p",
      { class: "note" },
      "The ranges, chips and sizes of ",
      h("a", { href: "#/solve" }, "Solve"),
      `, on other flops: pot ${chips(draft.pot)}, stack ${chips(draft.stack)}.`,
    ),
    h(
      "dl",
      { class: "matchup" },
      h("dt", { class: "oop" }, "OOP"),
      h("dd", {}, draft.ranges.oop),
      h("dt", { class: "ip" }, "IP"),
      h("dd", {}, draft.ranges.ip),
    ),
    choices(
      "Which flops",
      [
        ["subset", "Subset"],
        ["sample", "Random sample"],
        ["all", "All"],
      ],
      dealt,
      (value) => {
        dealt = value;
        drawChoice();
      },
    ),
    which,
    h(
      "div",
      { class: "fields" },
      field("Target exploitability, % of the pot", target),
      field("Maximum iterations", iterations),
      field("Time limit per flop, seconds", seconds),
      field("Name", name),
    ),
    problem,
    h("div", { class: "row" }, button),
  );
}
