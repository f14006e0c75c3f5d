/** The form of a drill: the solution, what to practise, and how. */

import { api } from "../api.js";
import { choices, dropdown, field, fill, h, note, problemLine } from "../dom.js";
import { exploitability, number } from "../format.js";
import { drillRequest, keepDraft } from "./drill_draft.js";

const STREETS = ["flop", "turn", "river"];
const SHARP = 0.05; // exploitability in percent of the pot; the error is then below 0.5%
const MODES = [
  ["hand", "Full hand"],
  ["street", "One street"],
  ["spot", "One spot"],
];
const SEATS = [
  ["oop", "Out of position"],
  ["ip", "In position"],
];
const MODE_NOTES = {
  hand:
    "Hands are dealt from both ranges, and you play each from the start of the solution to its " +
    "end.",
  street: "Both players play the solution up to the street; you play all decisions on it.",
  spot:
    "The same decision again and again, with new hands. Enter a path as Browse shows it, or a " +
    "line like x/b33%/c; where the path names no card, like the n in r:k:k:n, a card is drawn " +
    "each time.",
};
const VARIETY_NOTE =
  "In this share of the decisions, the opponent picks any action with equal probability, so " +
  "that you also practise rare lines.";

/** Create the form for a draft and the solutions of the library. */
export function drillForm(draft, solutions) {
  const problem = problemLine();
  const form = h(
    "form",
    { class: "panel stack", "aria-label": "New drill", onsubmit },
    h("h1", {}, "Train"),
    h("p", { class: "muted" }, "Decisions from a solution, graded by what they cost."),
  );

  async function onsubmit(event) {
    event.preventDefault();
    problem.clear();
    keepDraft(draft);
    try {
      const { session } = await api.post("/trainer/sessions", drillRequest(draft));
      location.hash = `#/train?session=${session.session}`;
    } catch (error) {
      problem.show(error.message);
    }
  }

  if (solutions.length)
    form.append(
      ...drillFields(draft, solutions),
      moreOptions(draft),
      problem,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Start")),
    );
  else
    form.append(
      h(
        "p",
        { class: "warning" },
        "The library has no solutions yet. ",
        h("a", { href: "#/solve" }, "Solve a spot first."),
      ),
    );
  return form;
}

/** Create the fields of the solution and the mode, and those that depend on them. */
function drillFields(draft, solutions) {
  const details = h("div", { class: "stack" });
  const names = solutions.map((each) => each.name);
  const draw = () => {
    const facts = solutions.find((each) => each.name === draft.solution);
    fill(details, detailElements(draft, facts));
  };
  const set = (name) => (value) => {
    draft[name] = value;
    draw();
  };
  draw();
  return [
    field("Solution", dropdown(names, draft.solution, set("solution"), { id: "drill-solution" })),
    labelledChoices("What to practise", MODES, draft.mode, set("mode")),
    details,
  ];
}

function labelled(text, group) {
  return h("div", {}, h("div", { class: "muted small", "aria-hidden": "true" }, text), group);
}

function labelledChoices(text, entries, chosen, onchange) {
  return labelled(text, choices(text, entries, chosen, onchange));
}

function detailElements(draft, facts) {
  const { exploitability_pot_percent: error } = facts;
  return [
    note(`${facts.board}, pot ${facts.pot}, stack ${facts.stack}; ${exploitability(facts)}.`),
    error > SHARP
      ? h(
          "p",
          { class: "warning small" },
          "At its first decision, this solution cannot distinguish losses below ",
          `${number(10 * error, 1)}% of the pot from no loss. `,
          `Solve to ${SHARP}% or less for accurate grades.`,
        )
      : null,
    h("div", { class: "fields" }, modeFields(draft, facts)),
    note(MODE_NOTES[draft.mode]),
  ];
}

function modeFields(draft, facts) {
  const set = (name) => (value) => {
    draft[name] = value;
  };
  if (draft.mode === "spot")
    return field(
      "Path or line of the decision",
      h("input", {
        id: "drill-path",
        value: draft.path,
        maxlength: 500,
        spellcheck: "false",
        autocomplete: "off",
        oninput: (event) => set("path")(event.target.value),
      }),
    );
  const seat = labelledChoices("Your seat", SEATS, draft.seat, set("seat"));
  const [from, to] = [STREETS.indexOf(facts.street), STREETS.indexOf(facts.last_street)];
  const streets = STREETS.slice(from, to + 1);
  if (!streets.includes(draft.street)) [draft.street] = streets;
  if (draft.mode === "hand") return seat;
  const entries = streets.map((each) => [each, each]);
  return [labelledChoices("Street", entries, draft.street, set("street")), seat];
}

function moreOptions(draft) {
  const share = () => `${Math.round(100 * draft.variety)}%`;
  const shown = h("output", {}, share());
  const variety = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: draft.variety,
    "aria-label": "Random opponent actions",
    oninput: () => {
      draft.variety = variety.value;
      shown.textContent = share();
    },
  });
  const seed = h("input", {
    type: "number",
    min: 0,
    step: 1,
    max: 2 ** 32,
    value: draft.seed,
    oninput: () => {
      draft.seed = seed.value;
    },
  });
  return h(
    "details",
    {},
    h("summary", {}, "More options"),
    h(
      "div",
      { class: "fields" },
      labelled("Random opponent actions", h("span", { class: "row" }, variety, shown)),
      field("Seed (empty: random)", seed),
    ),
    note(VARIETY_NOTE),
  );
}
