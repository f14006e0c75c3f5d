/** Ask for the fixed strategy of a decision: a share for each action, for all hands or some. */

import { openDialog } from "../components/dialog.js";
import { button, field, h, note, problemLine } from "../dom.js";

/**
 * Ask for a lock of a node with `path`, `actions` (steps) and `words`; resolve to its fields, or to
 * null. `known` has the shares to start with.
 */
export function lockDialog(node, known = null) {
  const problem = problemLine({ class: "problem small" });
  const inputs = node.actions.map((step, place) => {
    const share = known?.strategy ? (known.strategy[step] ?? 0) : place ? 0 : 1;
    return h("input", {
      type: "number",
      min: 0,
      max: 100,
      step: "any",
      value: +(100 * share).toFixed(2),
      "data-step": step,
    });
  });
  const mask = h("input", {
    value: known?.hands ?? "",
    placeholder: "all hands",
    spellcheck: "false",
    size: 30,
  });

  function accept(close) {
    const shares = inputs.map((input) => Math.max(Number(input.value) || 0, 0));
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (!total) {
      problem.show("All shares are zero; enter more than 0% for at least one action.");
      return;
    }
    const taken = node.actions.map((step, place) => [step, shares[place] / total]);
    const hands = mask.value.trim();
    close({
      path: node.path,
      strategy: Object.fromEntries(taken.filter(([, share]) => share)),
      ...(hands ? { hands } : {}),
    });
  }

  return openDialog(
    [
      h("h2", {}, `Lock ${node.path}`),
      note(
        "How often each action is taken, in percent. Numbers that do not add up to 100% are " +
          "scaled.",
      ),
      h(
        "div",
        { class: "fields" },
        inputs.map((input, place) => field(node.words[place], input)),
      ),
      field("Only for these hands: AQs, AhKh, top pair, flush draw …", mask),
      problem,
    ],
    (close) => [
      button("Cancel", () => close(null)),
      button("Lock", () => accept(close), { class: "primary" }),
    ],
    { class: "lock-dialog", "aria-label": "Lock a decision" },
  );
}

/** Return the shares of a lock in words, like "k 40%, b60 60%". */
export function lockWords(lock) {
  return Object.entries(lock.strategy)
    .map(([step, share]) => `${step} ${Math.round(100 * share)}%`)
    .join(", ");
}
