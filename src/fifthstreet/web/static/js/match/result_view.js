/** A real hand in a tree: its actions, the answer at a decision, and how far to trust it. */

import { fill, h, note, panel } from "../dom.js";
import { answerPanel, SOLVE_SECONDS } from "./answer_panel.js";
import { mappingTable, matchPanel } from "./match_panel.js";
import { stepTable } from "./step_table.js";

/**
 * Create the view. `draw(hand, found)` shows a hand and the reply about its place, which may be
 * null; `onpick(decision)` chooses another decision, `onsolve(seconds)` solves the rest of a hand.
 */
export function resultView(values, { onpick, onsolve }) {
  const element = h("div", { class: "stack", "aria-live": "polite" });

  function draw(hand, found) {
    const decision = found?.decision ?? values.decision;
    const { solution } = values;
    const steps = found?.steps ?? [];
    const isFocused = element.contains(document.activeElement);
    fill(
      element,
      solution ? null : h("p", { class: "warning" }, "No solution of the library fits this hand."),
      panel(
        "The hand",
        h("h2", {}, `The hand: ${hand.label}`),
        stepTable(hand, { steps, decision, solution, onpick }),
      ),
      found && resultPanels(found, hand.turns[decision - 1]),
    );
    if (isFocused) element.querySelector(`[data-decision="${decision}"] button`)?.focus();
  }

  function resultPanels(found, turn) {
    const { solution, mapping } = values;
    return [
      h(
        "div",
        { class: "columns" },
        answerPanel(found.answer, turn, solution, () => onsolve(SOLVE_SECONDS)),
        matchPanel(found.match, solution),
      ),
      mappingTable(found.mappings, mapping, solution),
    ];
  }

  return {
    element,
    draw,
    clear() {
      fill(element, note("Paste or type a hand: its actions and their nodes appear here."));
    },
    setBusy: (isBusy) => element.setAttribute("aria-busy", String(isBusy)),
  };
}
