/** Filter flops by texture: toggles for suits, pairs, straights and the high card. */

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

/** Create the filter; `onchange()` is called when it changes, `query` has what is chosen. */
export function textureFilter(onchange) {
  const chosen = Object.fromEntries(KINDS.map(([name]) => [name, new Set()]));
  const buttons = [];

  function toggle(control, name, value) {
    if (!chosen[name].delete(value)) chosen[name].add(value);
    control.setAttribute("aria-pressed", String(chosen[name].has(value)));
    onchange();
  }

  function clear() {
    for (const values of Object.values(chosen)) values.clear();
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
            "aria-pressed": "false",
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
      return Object.fromEntries(KINDS.map(([name]) => [name, [...chosen[name]]]));
    },
  };
}
