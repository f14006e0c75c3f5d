/** Filter flops by texture: toggles for suits, pairs, straights and the high card. */

import { severalOf } from "../address.js";
import { button, h } from "../dom.js";

const KINDS = [
  [
    "suits",
    "Suits",
    [
      ["one suit", "1"],
      ["two suits", "2"],
      ["three suits", "3"],
    ],
  ],
  [
    "pairs",
    "Pairs",
    [
      ["no pair", "none"],
      ["a pair", "pair"],
      ["three of a rank", "trips"],
    ],
  ],
  [
    "straights",
    "Straights",
    [
      ["straight", "possible"],
      ["straight draw", "draw"],
      ["no straight draw", "none"],
    ],
  ],
  ["high_cards", "High card", [..."AKQJT98765432"].map((rank) => [rank, rank])],
];

/** Return the parts of an address for the filter. */
export function textureFields() {
  return Object.fromEntries(
    KINDS.map(([name, , values]) => [name, severalOf(values.map(([value]) => value))]),
  );
}

/**
 * Create the filter, whose state has the values of `textureFields`; `onchange()` is called when it
 * changes, and `query` has what is chosen.
 */
export function textureFilter(state, onchange) {
  const { values: chosen } = state;
  const buttons = [];

  function toggle(control, name, value) {
    const isChosen = !chosen[name].includes(value);
    const others = chosen[name].filter((each) => each !== value);
    state.set({ [name]: isChosen ? [...others, value] : others });
    control.setAttribute("aria-pressed", String(isChosen));
    onchange();
  }

  function clear() {
    state.set(Object.fromEntries(KINDS.map(([name]) => [name, []])));
    for (const each of buttons) each.setAttribute("aria-pressed", "false");
    onchange();
  }

  const groups = KINDS.map(([name, title, values]) =>
    h(
      "div",
      { class: "texture", role: "group", "aria-label": title },
      h("span", { class: "muted small" }, title),
      h(
        "span",
        { class: "texture-values" },
        values.map(([value, text]) => {
          const each = button(text, () => toggle(each, name, value), {
            "aria-pressed": String(chosen[name].includes(value)),
            "aria-label": `${title}: ${value}`,
            "data-kind": value,
          });
          buttons.push(each);
          return each;
        }),
      ),
    ),
  );
  return {
    element: h(
      "div",
      { class: "texture-filter" },
      groups,
      button("Clear", clear, { class: "quiet" }),
    ),
    get query() {
      return Object.fromEntries(KINDS.map(([name]) => [name, chosen[name]]));
    },
  };
}
