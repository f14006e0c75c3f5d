/** Ask for the fixed strategy of a decision: a share for each action, for all hands or some. */

import { openDialog } from "../components/dialog.js";
import { mixFields } from "../components/mix_fields.js";
import { button, field, h, note, problemLine } from "../dom.js";

const ALIKE =
  "How often each action is taken, in percent. Every hand plays this, strong or weak: to keep the " +
  "solved mix of each hand, solve the spot first, and lock the decision in Browse. Numbers that do " +
  "not add up to 100% are scaled.";

/**
 * Ask for a lock of a node with `path`, `actions` (steps) and `words`; resolve to its fields, or to
 * null. `known` is the lock to start with.
 */
export function lockDialog(node, known = null) {
  const problem = problemLine({ class: "problem small" });
  const mix = mixFields(node.actions.map((step, place) => ({ step, words: node.words[place] })));
  if (known && !isByHand(known)) {
    mix.write(node.actions.map((step) => known.strategy[step] ?? 0));
  }
  const mask = h("input", {
    value: known?.hands ?? "",
    placeholder: "all hands",
    spellcheck: "false",
    size: 30,
  });

  function accept(close) {
    const strategy = mix.read();
    if (!strategy) {
      problem.show("All shares are zero; enter more than 0% for at least one action.");
      return;
    }
    const hands = mask.value.trim();
    close({ path: node.path, strategy, ...(hands ? { hands } : {}) });
  }

  return openDialog(
    [
      h("h2", {}, `Lock ${node.path}`),
      note(ALIKE),
      h("div", { class: "fields" }, mix.elements),
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
  if (isByHand(lock)) return `${Object.keys(lock.strategy).join(", ")}, each hand with its own mix`;
  return Object.entries(lock.strategy)
    .map(([step, share]) => `${step} ${Math.round(100 * share)}%`)
    .join(", ");
}

/** Return whether a lock has a range with the share of each hand for every action. */
function isByHand(lock) {
  return Object.values(lock.strategy).some((share) => typeof share === "string");
}
