/** What to compare hands with: a solution, new solves, a preflop strategy or a blueprint. */

import { flag, missing, oneOf, text } from "../address.js";
import { api } from "../api.js";
import { checkbox, choices, debounced, dropdown, field, fill, h, note } from "../dom.js";
import { counted } from "../format.js";
import { setProblem, setWaiting } from "../validity.js";

const KINDS = [
  ["solution", "A solution"],
  ["solve", "Solve the hands"],
  ["preflop", "Preflop strategy"],
  ["blueprint", "A blueprint"],
];
const NOTES = {
  solution:
    "Hands on the board of a solution of the library, up to suits, are matched with its tree. " +
    "Preflop decisions are compared with the solved charts of the package.",
  solve:
    "Hands are solved one after the other, as a job, each from the first street that only two " +
    "players reach, with its own pot, stacks and bets.",
  preflop:
    "Heads-up decisions before the flop are compared with a strategy that comes with the package.",
  blueprint:
    "Whole hands are compared with a strategy from the library's folder “blueprints”: " +
    "frequencies, but no EVs.",
};
const NONE_FITS = "No solution of the library is for the boards of these hands.";
const REPLACED = { isReplaced: true }; // a form has no history
const NO_BLUEPRINTS =
  "There are none: put a file written by `fifthstreet train --strategy` into the folder " +
  "“blueprints” of the library.";

const ALL_THAT_FIT = "";
const STREETS = ["flop", "turn", "river"];

/** Return the parts of an address for the form, with what the server has. */
export function basisFields(bases) {
  return {
    compare: oneOf(
      KINDS.map(([kind]) => kind),
      bases.solutions.length ? "solution" : "solve",
    ),
    solution: text(ALL_THAT_FIT),
    strategy: text("hu100"),
    blueprint: text(bases.blueprints[0] ?? null),
    oop: text(),
    ip: text(),
    preflop: oneOf(["", ...bases.preflop]),
    first_street: oneOf(STREETS),
    bets: text("66%"),
    raises: text("60%"),
    target: text("0.5"),
    seconds: text("60"),
    total_seconds: text("600"),
    keep_solutions: flag(),
  };
}

/**
 * Create the form for what the server has, whose state has the values of `basisFields`; `request()`
 * returns the basis to post, and `fit(solutions)` offers the solutions that fit the hands.
 */
export function basisForm(bases, state) {
  const { values, given } = state;
  let fitting = null; // solutions that fit the hands, once there are hands
  let isChosen = given.has("compare") || given.has("solution");
  checkNames(bases, values);
  const solve = solveOptions(bases.preflop, state);
  const options = h("div", { class: "stack" });
  const kinds = h("div");

  function list(title, name, entries, { id, empty } = {}) {
    if (!entries.length) return h("p", { class: "warning small" }, empty);
    const set = (value) => state.set({ [name]: value }, REPLACED);
    return field(title, dropdown(entries, values[name], set, { id }));
  }

  function draw() {
    const byKind = {
      solution: () =>
        bases.solutions.length
          ? list("Solution", "solution", solutionOptions(bases.solutions, fitting), {
              id: "review-solution",
            })
          : list("Solution", "solution", [], { empty: "The library has no solutions yet." }),
      preflop: () => list("Strategy", "strategy", bases.preflop),
      blueprint: () => list("Blueprint", "blueprint", bases.blueprints, { empty: NO_BLUEPRINTS }),
      solve: () => solve.elements,
    };
    fill(
      options,
      note(NOTES[values.compare]),
      fitting && !fitting.length && values.compare !== "preflop" ? note(NONE_FITS) : null,
      byKind[values.compare](),
    );
  }

  function drawKinds() {
    const choose = (compare) => {
      isChosen = true;
      state.set({ compare }, REPLACED);
      draw();
    };
    fill(kinds, choices("Compare with", KINDS, values.compare, choose));
  }

  drawKinds();
  draw();
  return {
    elements: [
      h(
        "div",
        {},
        h("div", { class: "muted small", "aria-hidden": "true" }, "Compare with"),
        kinds,
      ),
      options,
    ],
    fit(solutions) {
      fitting = solutions;
      if (!isChosen) {
        state.set({ compare: solutions.length ? "solution" : "solve" }, REPLACED);
        drawKinds();
      }
      draw();
    },
    request() {
      const kind = values.compare;
      if (kind === "solve") return solve.request();
      return { kind, name: values[kind === "preflop" ? "strategy" : kind] || null };
    },
  };
}

/** Return the solutions to choose from, with the number of hands that fit, once it is known. */
function solutionOptions(names, fitting) {
  const all = "All that fit the hands";
  if (!fitting) return [[ALL_THAT_FIT, all], ...names];
  const fits = fitting.map(({ name, hands }) => [name, `${name}: ${counted(hands, "hand")}`]);
  const known = new Set(fitting.map(({ name }) => name));
  const others = names.filter((name) => !known.has(name)).map((name) => [name, `${name}: none`]);
  return [[ALL_THAT_FIT, `${all}: ${counted(fits.length, "solution")}`], ...fits, ...others];
}

/** Check that there is what the address names. */
function checkNames(bases, { solution, strategy, blueprint }) {
  const check = (noun, names, name) => {
    if (name !== null && !names.includes(name)) throw missing(noun, name);
  };
  check("solution", bases.solutions, solution || null);
  check("preflop strategy", bases.preflop, strategy);
  check("blueprint", bases.blueprints, blueprint);
}

/** Create the options of solving the hands; `request()` returns them to post. */
function solveOptions(strategies, state) {
  const { values: chosen } = state;
  const set = (name) => (value) => state.set({ [name]: value }, REPLACED);
  const list = (title, name, entries) => field(title, dropdown(entries, chosen[name], set(name)));
  const input = (title, name, { check, ...attributes } = {}) =>
    field(
      title,
      h("input", {
        value: chosen[name],
        "data-field": name,
        ...attributes,
        oninput: ({ target }) => {
          set(name)(target.value);
          if (check) check(target);
          else if (target.validity.customError) setProblem(target, "");
        },
      }),
    );
  const number = (title, name, attributes) =>
    input(title, name, {
      type: "number",
      required: true,
      ...attributes,
    });
  const range = (title, name) => input(title, name, { spellcheck: "false", check: rangeCheck() });
  const sources = [
    ["", "the solved charts"],
    ...strategies.map((each) => [each, `strategy ${each}`]),
  ];
  return {
    elements: [
      h(
        "div",
        { class: "fields" },
        list("First street to solve", "first_street", STREETS),
        list("Ranges from preflop actions", "preflop", sources),
        number("Target exploitability, % of the pot", "target", {
          min: 0.01,
          max: 100,
          step: "any",
        }),
        number("Time limit per hand, seconds", "seconds", { min: 1, max: 86400, step: 1 }),
        number("Total time limit, seconds", "total_seconds", { min: 1, max: 86400, step: 1 }),
      ),
      checkbox(
        "Keep the solutions in the library, to browse them",
        chosen.keep_solutions,
        set("keep_solutions"),
      ),
      h(
        "details",
        {},
        h("summary", {}, "Ranges and bet sizes"),
        h(
          "div",
          { class: "fields" },
          range("Range out of position (empty: from actions)", "oop"),
          range("Range in position (empty: from actions)", "ip"),
          input("Bet sizes in addition to the hand's", "bets"),
          input("Raise sizes in addition to the hand's", "raises"),
        ),
      ),
    ],
    request: () => ({
      kind: "solve",
      first_street: chosen.first_street,
      bets: chosen.bets,
      raises: chosen.raises,
      keep_solutions: chosen.keep_solutions,
      oop: chosen.oop.trim() || null,
      ip: chosen.ip.trim() || null,
      preflop: chosen.preflop || null,
      target: Number(chosen.target),
      seconds: Number(chosen.seconds),
      total_seconds: Number(chosen.total_seconds),
    }),
  };
}

/** Return a function that lets the server read the range in a field, after a pause. */
function rangeCheck() {
  const check = debounced(async (input) => {
    const text = input.value;
    const message = await api.ask("/ranges/parse", { text }).then(
      () => "",
      (error) => error.message,
    );
    if (input.value !== text) return;
    setProblem(input, message);
    setWaiting(input, false);
  });
  return (input) => {
    setWaiting(input, true);
    check(input);
  };
}
