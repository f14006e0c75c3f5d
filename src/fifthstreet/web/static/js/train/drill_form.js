/** The form of a drill: the solution, what to practise, and how. */

import { AddressError, addressOf } from "../address.js";
import { api } from "../api.js";
import { choices, dropdown, field, fill, h, note, problemLine, submit } from "../dom.js";
import { exploitability, number } from "../format.js";
import { drillRequest, keepDraft, MODES, SEATS, STREETS } from "./drill_draft.js";

const SHARP = 0.05; // exploitability in percent of the pot; the error is then below 0.5%
const REPLACED = { isReplaced: true }; // a form has no history
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

/** Create the form for the drill of a state and the solutions of the library. */
export function drillForm(state, solutions) {
  const problem = problemLine();
  const start = h("button", { type: "submit", class: "primary" }, "Start");
  const form = h(
    "form",
    { class: "panel stack", "aria-label": "New drill", onsubmit },
    h("h1", {}, "Train"),
    h("p", { class: "muted" }, "Decisions from a solution, graded by what they cost."),
  );

  async function onsubmit(event) {
    event.preventDefault();
    if (start.isBusy) return;
    await submit(start, problem, async () => {
      keepDraft(state.values);
      const { session } = await api.post("/trainer/sessions", drillRequest(state.values));
      location.hash = addressOf("train", { session: session.session });
    });
  }

  if (solutions.length)
    form.append(
      ...drillFields(state, solutions),
      moreOptions(state),
      problem,
      h("div", { class: "row" }, start),
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
function drillFields(state, solutions) {
  const { values: draft } = state;
  const details = h("div", { class: "stack" });
  const names = solutions.map((each) => each.name);
  const draw = () => {
    const facts = solutions.find((each) => each.name === draft.solution);
    fill(details, detailElements(state, facts));
  };
  const set = (name) => (value) => {
    state.set({ [name]: value }, REPLACED);
    draw();
  };
  checkStreet(state, solutions);
  draw();
  return [
    field("Solution", dropdown(names, draft.solution, set("solution"), { id: "drill-solution" })),
    labelledChoices("What to practise", MODES, draft.mode, set("mode")),
    details,
  ];
}

/** Check that the solution of the address has decisions on its street. */
function checkStreet({ values: { solution, street }, given }, solutions) {
  const facts = solutions.find((each) => each.name === solution);
  if (!given.has("street") || streetsOf(facts).includes(street)) return;
  throw new AddressError(`The solution “${solution}” has no decisions on the ${street}.`, [
    [addressOf("train", { solution }), "Other drills"],
    [addressOf("library"), "Library"],
  ]);
}

function streetsOf(facts) {
  const [from, to] = [STREETS.indexOf(facts.street), STREETS.indexOf(facts.last_street)];
  return STREETS.slice(from, to + 1);
}

function labelled(text, group) {
  return h("div", {}, h("div", { class: "muted small", "aria-hidden": "true" }, text), group);
}

function labelledChoices(text, entries, chosen, onchange) {
  return labelled(text, choices(text, entries, chosen, onchange));
}

function detailElements(state, facts) {
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
    h("div", { class: "fields" }, modeFields(state, facts)),
    note(MODE_NOTES[state.values.mode]),
  ];
}

function modeFields(state, facts) {
  const { values: draft } = state;
  const set = (name) => (value) => state.set({ [name]: value }, REPLACED);
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
  const streets = streetsOf(facts);
  if (!streets.includes(draft.street)) set("street")(streets[0]);
  if (draft.mode === "hand") return seat;
  const entries = streets.map((each) => [each, each]);
  return [labelledChoices("Street", entries, draft.street, set("street")), seat];
}

function moreOptions(state) {
  const { values: draft } = state;
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
      state.set({ variety: Number(variety.value) }, REPLACED);
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
      state.set({ seed: seed.value }, REPLACED);
    },
  });
  return h(
    "details",
    { open: draft.variety > 0 || draft.seed !== "" },
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
