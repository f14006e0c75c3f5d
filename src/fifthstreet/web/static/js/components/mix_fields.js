/** Fields for a mix of actions: a share of each, in percent. */

import { field, h } from "../dom.js";

/**
 * Create the fields of actions with `step` and `words`. `read()` returns the shares by step, scaled
 * to a sum of 1, without zeros; null if all are zero. `write(shares)` shows shares from 0 to 1.
 */
export function mixFields(actions) {
  const inputs = actions.map((action) =>
    h("input", { type: "number", min: 0, max: 100, step: "any", "data-step": action.step }),
  );

  function write(shares) {
    inputs.forEach((input, place) => {
      input.value = +(100 * shares[place]).toFixed(2);
    });
  }

  function read() {
    const shares = inputs.map((input) => Math.max(Number(input.value) || 0, 0));
    const total = shares.reduce((sum, share) => sum + share, 0);
    if (!total) return null;
    const taken = actions.map((action, place) => [action.step, shares[place] / total]);
    return Object.fromEntries(taken.filter(([, share]) => share));
  }

  write(actions.map((_, place) => (place ? 0 : 1)));
  return {
    elements: inputs.map((input, place) => field(actions[place].words, input)),
    read,
    write,
  };
}
