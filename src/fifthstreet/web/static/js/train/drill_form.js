/** The form of a drill: positions, the solutions, what to practise, and how. */

import { addressOf } from "../address.js";
import { api } from "../api.js";
import { cardsElement } from "../cards.js";
import { allow, choices, dropdown, field, fill, h, note, problemLine, submit } from "../dom.js";
import { capitalised, counted, exploitability } from "../format.js";
import { amounts } from "../units.js";
import { accuracyElement, isCoarse } from "./accuracy.js";
import { narrow, seatWords, UNKNOWN } from "./drill_choices.js";
import { drillRequest, keepDraft, MODES } from "./drill_draft.js";

const MAX_PARTS = 100; // of a session
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
    h("h2", {}, "New drill"),
    h("p", { class: "muted" }, "Decisions from your solutions, graded by what they cost."),
  );

  async function onsubmit(event) {
    event.preventDefault();
    if (start.isBusy) return;
    await submit(start, problem, async () => {
      keepDraft(state.values);
      const rows = narrow(state.values, solutions).rows.slice(0, MAX_PARTS);
      const { session } = await api.post("/trainer/sessions", drillRequest(state.values, rows));
      location.hash = addressOf("train", { session: session.session });
    });
  }

  function ondraw(rows) {
    allow(start, rows.length > 0);
    start.textContent = isCoarse(rows) ? "Start anyhow" : "Start";
  }

  if (solutions.length)
    form.append(
      ...drillFields(state, solutions, ondraw),
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

/** Create the fields that narrow the choice; each change draws what still can be chosen. */
function drillFields(state, solutions, ondraw) {
  const { values: draft } = state;
  const [where, how] = [h("div", { class: "fields" }), h("div", { class: "stack" })];
  const set = (name) => (value) => {
    state.set({ [name]: value }, REPLACED);
    draw(name);
  };

  function draw(changed = null) {
    const found = narrow(draft, solutions);
    state.note(REPLACED);
    fill(where, placeFields(draft, found, set));
    fill(how, practiceFields(state, found, set));
    ondraw(found.rows);
    focusAgain(changed, [where, how], draft[changed]);
  }
  draw();
  return [where, how];
}

/** Put the focus back on the control that was changed and drawn again. */
function focusAgain(name, elements, value) {
  if (name === null) return;
  for (const element of elements) {
    const found = element.querySelector(`[data-field=${name}]`);
    const control = found?.matches("select")
      ? found
      : found?.querySelector(`[data-value="${value}"]`);
    control?.focus({ preventScroll: true });
  }
}

/** Show positions, pots and solutions; what cannot be chosen is left out. */
function placeFields(draft, { positions, pots, solutions }, set) {
  const words = (value) => [value, value === UNKNOWN ? "unknown" : capitalised(value)];
  const list = (title, name, entries) =>
    field(title, dropdown(entries, draft[name], set(name), { "data-field": name }));
  const narrowing = (title, name, values, any) =>
    values.some((value) => value !== UNKNOWN)
      ? list(title, name, [["", any], ...values.map(words)])
      : null;
  const all = `all ${solutions.length} that fit`;
  const one = solutions.map(({ name }) => [name, name]);
  const isOne = draft.mode === "spot" || solutions.length === 1;
  return [
    narrowing("Positions", "positions", positions, "any"),
    narrowing("Pot", "pot", pots, "any"),
    list("Solution", "solution", isOne ? one : [["", all], ...one]),
  ];
}

function labelled(text, group, name) {
  return h(
    "div",
    { "data-field": name },
    h("div", { class: "muted small", "aria-hidden": "true" }, text),
    group,
  );
}

/** Show what is practised: the kind of drill, the street and the seat. */
function practiceFields(state, { streets, seats, rows }, set) {
  const { values: draft } = state;
  const group = (text, name, entries) =>
    labelled(text, choices(text, entries, draft[name], set(name)), name);
  const street = () =>
    group(
      "Street",
      "street",
      streets.map((each) => [each, capitalised(each)]),
    );
  const seat = () =>
    group(
      "Your seat",
      "seat",
      seats.map((each) => [each, seatWords(each, rows)]),
    );
  const spot = [pathField(state)];
  const whole = draft.mode === "street" ? [street(), seat()] : [seat()];
  return [
    group("What to practise", "mode", MODES),
    h("div", { class: "fields" }, draft.mode === "spot" ? spot : whole),
    note(MODE_NOTES[draft.mode]),
    rowsElement(rows),
    accuracyElement(rows),
  ];
}

function pathField(state) {
  return field(
    "Path or line of the decision",
    h("input", {
      id: "drill-path",
      value: state.values.path,
      maxlength: 500,
      spellcheck: "false",
      autocomplete: "off",
      oninput: (event) => state.set({ path: event.target.value }, REPLACED),
    }),
  );
}

/** Show the solutions that are trained: one in full, several by number. */
function rowsElement(rows) {
  if (rows.length !== 1) {
    const some = rows.length > MAX_PARTS ? `, the newest ${MAX_PARTS} of which are dealt` : "";
    return note(`${counted(rows.length, "solution")} with these decisions${some}.`);
  }
  const [facts] = rows;
  const { text } = amounts(facts);
  return note(
    cardsElement(facts.board),
    ` pot ${text(facts.pot)}, stack ${text(facts.stack)}`,
    facts.preflop ? `; ${facts.preflop}` : "",
    `; ${exploitability(facts)}.`,
  );
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
