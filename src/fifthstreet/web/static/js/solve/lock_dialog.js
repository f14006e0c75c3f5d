/** Ask for the fixed strategy of a decision: a share for each action, for all hands or some. */

import { h } from "../dom.js";

/**
 * Ask for a lock of a node with `path`, `actions` (steps) and `words`; resolve to its fields, or to
 * null. `known` has the shares to start with.
 */
export function lockDialog(node, known = null, hands = "") {
  return new Promise((resolve) => {
    const problem = h("p", { class: "problem small", role: "alert", hidden: true });
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
      value: known?.hands ?? hands,
      placeholder: "all hands",
      spellcheck: "false",
      size: 30,
    });
    const dialog = h(
      "dialog",
      { class: "lock-dialog", "aria-label": "Lock a decision" },
      h("h2", {}, `Lock ${node.path}`),
      h(
        "p",
        { class: "note" },
        "How often each action is taken, in percent. Numbers that do not add up to 100% are scaled.",
      ),
      h(
        "div",
        { class: "fields" },
        inputs.map((input, place) => h("label", {}, h("span", {}, node.words[place]), input)),
      ),
      h(
        "label",
        {},
        h("span", {}, "Only for these hands: AQs, AhKh, top pair, flush draw …"),
        mask,
      ),
      problem,
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => close(null) }, "Cancel"),
        h("button", { type: "button", class: "primary", onclick: accept }, "Lock"),
      ),
    );

    function accept() {
      const shares = inputs.map((input) => Math.max(Number(input.value) || 0, 0));
      const total = shares.reduce((sum, share) => sum + share, 0);
      if (!total) {
        problem.textContent = "All shares are zero; enter more than 0% for at least one action.";
        problem.hidden = false;
        return;
      }
      const strategy = {};
      node.actions.forEach((step, place) => {
        if (shares[place]) strategy[step] = shares[place] / total;
      });
      close({
        path: node.path,
        strategy,
        ...(mask.value.trim() ? { hands: mask.value.trim() } : {}),
      });
    }

    function close(value) {
      dialog.close();
      dialog.remove();
      resolve(value);
    }
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
