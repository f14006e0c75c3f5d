/** Where to look for a real hand: the solution, the mapping of bets, and the hole cards. */

import { checkbox, dropdown, field, fill, h, listOptions, note } from "../dom.js";
import { number } from "../format.js";
import { setProblem } from "../validity.js";
import { MAPPINGS, withSymbols } from "./words.js";

const REPLACED = { isReplaced: true };

/** Create the choices; `read()` reads another hand, and `place()` finds the hand again. */
export function placeOptions(state, { read, place }) {
  const { values } = state;
  const hands = dropdown([], null, (value) => {
    state.set({ hand: Number(value), decision: null, hole: "" });
    read();
  });
  const solutions = dropdown([], null, (value) => {
    state.set({ solution: value || null });
    place();
  });
  const hole = h("input", {
    value: values.hole,
    size: 8,
    spellcheck: "false",
    autocomplete: "off",
    placeholder: "AhKh",
    "data-field": "hole",
    onchange: () => {
      setProblem(hole, "");
      state.set({ hole: hole.value }, REPLACED);
      place();
    },
  });
  const handField = field("Hand", hands);
  const mapping = dropdown(MAPPINGS, values.mapping, (value) => {
    state.set({ mapping: value });
    place();
  });
  const element = h(
    "div",
    { class: "stack" },
    handField,
    field("Solution, those that fit first", solutions),
    h("div", { class: "fields" }, field("Mapping of bets", mapping), field("Hole cards", hole)),
    checkbox("Lost where the tree lacks a legal kind of action", values.verify, (verify) => {
      state.set({ verify });
      place();
    }),
    note("Empty hole cards: as the hand shows them, or the whole range."),
  );

  return {
    element,
    refuse(message) {
      const isHole = /^(?:hand|hole|a hand)\b/.test(message) && hole.value.trim();
      if (isHole) setProblem(hole, withSymbols(message));
      return Boolean(isHole);
    },
    draw(reply) {
      element.parentElement.hidden = !reply;
      if (!reply) return;
      hole.value = values.hole;
      handField.hidden = reply.hands.length < 2;
      fill(
        hands,
        listOptions(
          reply.hands.map((label, at) => [String(at + 1), label]),
          String(values.hand),
        ),
      );
      const fitting = reply.solutions.filter((each) => !each.refusal);
      const isKnown = reply.solutions.some((each) => each.name === values.solution);
      if (!isKnown || (!state.given.has("solution") && !isFitting(fitting, values.solution)))
        state.set({ solution: fitting[0]?.name ?? null }, REPLACED);
      fill(solutions, solutionOptions(reply.solutions, values.solution));
    },
  };
}

function isFitting(fitting, name) {
  return fitting.some((each) => each.name === name);
}

function solutionOptions(rows, chosen) {
  const entries = rows.map((each) => {
    const error = `${number(each.exploitability_pot_percent, 2)}%`;
    const words = `${each.name}: ${withSymbols(each.board)}, ${error}`;
    return [each.name, each.refusal ? `${words} – ${each.refusal}` : words];
  });
  return listOptions(chosen ? entries : [["", "none fits"], ...entries], chosen ?? "");
}
