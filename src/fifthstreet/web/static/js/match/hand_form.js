/** The real hand: one of pasted hand histories, or typed with its stacks and blinds. */

import { numberWithin, oneOf, text } from "../address.js";
import { choices, debounced, fill, h, note } from "../dom.js";
import { handsInput } from "../review/hands_input.js";
import { setProblem } from "../validity.js";

const SOURCES = [
  ["history", "Hand history"],
  ["typed", "Type a hand"],
];
const REPLACED = { isReplaced: true }; // a form has no history
const NOTATION =
  "From the blinds on: f fold, k check, c call, b6 bet or raise to 6, a all-in, n and its cards " +
  "deal. The first stack is of the first player to act after the flop.";
const FIELDS = [
  ["path", "Actions and deals", 34],
  ["stacks", "Stacks", 12],
  ["blinds", "Blinds", 8],
  ["antes", "Antes", 6],
];

/** Return the parts of an address for the form. */
export function handFields() {
  return {
    from: oneOf(SOURCES.map(([source]) => source)),
    hand: numberWithin(1, 1e6, 1),
    path: text("r:b2.5:c:nJh8h5c:k"),
    stacks: text("100, 100"),
    blinds: text("0.5, 1"),
    antes: text("0"),
  };
}

/**
 * Create the form, whose state has the values of `handFields`. `onchange(question)` is called with
 * the hand as the server reads it, or with null while there is none.
 */
export function handForm(state, onchange) {
  const { values } = state;
  let areHands = false;
  const hands = handsInput((facts) => {
    if (areHands && facts === null) state.set({ hand: 1 }, REPLACED); // another text
    areHands = Boolean(facts);
    if (values.from === "history") changed();
  });
  const typed = typedFields(state, () => changed());
  const place = h("div", { class: "stack" });

  function question() {
    if (values.from === "typed") return typed.question();
    return areHands ? { kind: "history", text: hands.text, number: values.hand } : null;
  }

  function changed() {
    onchange(question());
  }

  function draw() {
    fill(place, values.from === "typed" ? typed.elements : hands.elements);
  }

  draw();
  return {
    element: h(
      "div",
      { class: "stack" },
      choices("The hand", SOURCES, values.from, (from) => {
        state.set({ from, decision: null, hole: "" }, REPLACED);
        draw();
        changed();
      }),
      place,
    ),
    question,
    refuse: typed.refuse,
  };
}

/** Create the fields of a typed hand. */
function typedFields(state, onchange) {
  const { values } = state;
  const changeSoon = debounced(onchange, 300);
  const inputs = Object.fromEntries(
    FIELDS.map(([name, , size]) => [
      name,
      h("input", {
        value: values[name],
        size,
        spellcheck: "false",
        autocomplete: "off",
        "data-field": name,
        oninput: ({ target }) => {
          setProblem(target, "");
          state.set({ [name]: target.value, decision: null }, REPLACED);
          changeSoon();
        },
      }),
    ]),
  );
  const labelled = ([name, title]) => h("label", {}, h("span", {}, title), inputs[name]);

  function question() {
    const read = (name) => {
      const numbers = numbersOf(inputs[name].value);
      if (!numbers) setProblem(inputs[name], "Enter numbers with commas between them");
      return numbers;
    };
    const [stacks, blinds, antes] = ["stacks", "blinds", "antes"].map(read);
    if (!stacks || !blinds || !antes) return null;
    return { kind: "typed", path: inputs.path.value.trim(), stacks, blinds, antes };
  }

  /** Show a refusal beside its field; return whether there is one. */
  function refuse(message) {
    const name = /^(?:hand\.typed\.)?(path|stacks|blinds|antes)\b/.exec(message)?.[1];
    if (name) setProblem(inputs[name], message.replace(/^path: /, ""));
    return Boolean(name);
  }

  return {
    elements: [h("div", { class: "fields" }, FIELDS.map(labelled)), note(NOTATION)],
    question,
    refuse: (message) => values.from === "typed" && refuse(message),
  };
}

/** Return the numbers of a text; null if it is not numbers. */
function numbersOf(value) {
  const parts = value.split(/[\s,;/]+/).filter(Boolean);
  const numbers = parts.map(Number);
  return numbers.length && numbers.every(Number.isFinite) ? numbers : null;
}
