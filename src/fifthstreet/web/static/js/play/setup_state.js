/** What a table shall be: the game, the opponents and the stakes, kept in this browser. */

import { storedObject } from "../dom.js";

const KEPT = "play-setup";

/** Return the state of the form, for the options of the server. */
export function setupState(options) {
  const chosen = {
    variant: "NT",
    opponents: ["equity"],
    stacks: "reset",
    name: "You",
    stakes: {},
    stack: null,
    ...storedObject(KEPT),
  };
  const variant = () => options.variants.find((each) => each.code === chosen.variant);
  const usable = () =>
    options.opponents.filter(
      (each) => each.variants.includes(chosen.variant) && chosen.opponents.length < each.max_seats,
    );

  /** Replace what the variant does not allow. */
  function fit() {
    if (!variant()) chosen.variant = options.variants[0].code;
    chosen.opponents = chosen.opponents.slice(0, variant().max_seats - 1);
    const names = usable().map((each) => each.name);
    chosen.opponents = chosen.opponents.map((each) => (names.includes(each) ? each : names[0]));
  }

  fit();
  return {
    chosen,
    /** Return the facts of the chosen variant. */
    variant,
    /** Return the opponents that can play the chosen variant. */
    usable,
    /** Choose a variant with its usual stakes, or all of a preset. */
    choose(preset) {
      Object.assign(chosen, { stakes: {}, stack: null }, structuredClone(preset));
      fit();
    },
    setSeats(count) {
      const { opponents } = chosen;
      chosen.opponents = Array.from(
        { length: count - 1 },
        (_, place) => opponents[place] ?? opponents.at(-1),
      );
      fit();
    },
    /** Return what to post, and keep it for the next visit. */
    request(seed) {
      localStorage.setItem(KEPT, JSON.stringify(chosen));
      const { variant: code, opponents, stacks, name, stack } = chosen;
      const stakes =
        opponents.length > 1 ? chosen.stakes : { ...chosen.stakes, straddle: undefined };
      return { variant: code, opponents, stakes, stacks, name, stack, seed };
    },
  };
}
