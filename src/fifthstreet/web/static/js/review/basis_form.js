/** What to compare hands with: a solution, new solves, a preflop strategy or a blueprint. */

import { api } from "../api.js";
import { checkbox, choices, debounced, dropdown, field, fill, h, note } from "../dom.js";
import { setProblem, setWaiting } from "../validity.js";

const KINDS = [
  ["solution", "A solution"],
  ["solve", "Solve the hands"],
  ["preflop", "Preflop strategy"],
  ["blueprint", "A blueprint"],
];
const NOTES = {
  solution:
    "Hands on the board of a solution of the library, up to suits, are matched with its tree.",
  solve:
    "Hands are solved one after the other, as a job, each from the first street that only two " +
    "players reach, with its own pot, stacks and bets.",
  preflop:
    "Heads-up decisions before the flop are compared with a strategy that comes with the package.",
  blueprint:
    "Whole hands are compared with a strategy from the library's folder “blueprints”: " +
    "frequencies, but no EVs.",
};
const NO_BLUEPRINTS =
  "There are none: put a file written by `fifthstreet train --strategy` into the folder " +
  "“blueprints” of the library.";

/** Create the form for what the server has; `request()` returns the basis to post. */
export function basisForm(bases) {
  const names = {
    solution: bases.solutions[0] ?? null,
    preflop: "hu100",
    blueprint: bases.blueprints[0] ?? null,
  };
  const solve = solveOptions(bases.preflop);
  let kind = bases.solutions.length ? "solution" : "solve";
  const options = h("div", { class: "stack" });

  function list(title, name, values, { id, empty } = {}) {
    if (!values.length) return h("p", { class: "warning small" }, empty);
    const set = (value) => {
      names[name] = value;
    };
    return field(title, dropdown(values, names[name], set, { id }));
  }

  function draw() {
    const byKind = {
      solution: () =>
        list("Solution", "solution", bases.solutions, {
          id: "review-solution",
          empty: "The library has no solutions yet.",
        }),
      preflop: () => list("Strategy", "preflop", bases.preflop),
      blueprint: () => list("Blueprint", "blueprint", bases.blueprints, { empty: NO_BLUEPRINTS }),
      solve: () => solve.elements,
    };
    fill(options, note(NOTES[kind]), byKind[kind]());
  }

  draw();
  return {
    elements: [
      h(
        "div",
        {},
        h("div", { class: "muted small", "aria-hidden": "true" }, "Compare with"),
        choices("Compare with", KINDS, kind, (value) => {
          kind = value;
          draw();
        }),
      ),
      options,
    ],
    request: () => (kind === "solve" ? solve.request() : { kind, name: names[kind] }),
  };
}

/** Create the options of solving the hands; `request()` returns them to post. */
function solveOptions(strategies) {
  const chosen = {
    oop: "",
    ip: "",
    preflop: "",
    first_street: "flop",
    bets: "66%",
    raises: "60%",
    target: 0.5,
    seconds: 60,
    total_seconds: 600,
    keep_solutions: false,
  };
  const set = (name) => (value) => {
    chosen[name] = value;
  };
  const list = (title, name, entries) => field(title, dropdown(entries, chosen[name], set(name)));
  const text = (title, name, { check, ...attributes } = {}) =>
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
    text(title, name, {
      type: "number",
      required: true,
      ...attributes,
    });
  const range = (title, name) => text(title, name, { spellcheck: "false", check: rangeCheck() });
  const sources = [["", "bundled ranges"], ...strategies.map((each) => [each, `strategy ${each}`])];
  return {
    elements: [
      h(
        "div",
        { class: "fields" },
        list("First street to solve", "first_street", ["flop", "turn", "river"]),
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
          text("Bet sizes in addition to the hand's", "bets"),
          text("Raise sizes in addition to the hand's", "raises"),
        ),
      ),
    ],
    request: () => ({
      kind: "solve",
      ...chosen,
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
