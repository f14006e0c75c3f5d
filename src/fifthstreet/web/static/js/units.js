/** Amounts in the unit of the whole page: chips, big blinds, or shares of the starting pot. */

import { chips, chipsError, number, signed, UNKNOWN } from "./format.js";

const KEY = "amount-unit";

/** Units with their names on the button that changes them. */
export const UNITS = new Map([
  ["chips", "chips"],
  ["bb", "bb"],
  ["pot", "% of pot"],
]);

const FORMATS = {
  chips: { suffix: "", title: "", decimals: 0, name: "chips" },
  bb: { suffix: " bb", title: ", bb", decimals: 1, name: "big blinds" },
  pot: { suffix: "%", title: ", % of pot", decimals: -1, name: "% of the starting pot" },
};

/** Return the unit that was chosen on this machine. */
export function chosenUnit() {
  const unit = localStorage.getItem(KEY);
  return UNITS.has(unit) ? unit : "chips";
}

/** Choose the next unit. */
export function chooseNextUnit() {
  const units = [...UNITS.keys()];
  localStorage.setItem(KEY, units[(units.indexOf(chosenUnit()) + 1) % units.length]);
}

/** Units of amounts that are chips whatever unit was chosen. */
export const IN_CHIPS = unitsOf("chips", 1);

/**
 * Return how to write amounts of a spot, which has a starting pot and perhaps a big blind:
 * `text(value)` for bets and pots, `ev(value)` for EVs, `number(value, decimals)` and `signed`
 * without the unit (decimals are for chips), `withError(value, error)`, `title(word)` for the head
 * of a column, and `words(size)` for an action. Where the big blind is unknown, amounts stay chips,
 * and `missing` says so.
 */
export function amounts({ pot, big_blind: bigBlind }) {
  const wanted = chosenUnit();
  const unit = wanted === "bb" && !bigBlind ? "chips" : wanted;
  const scale = { chips: 1, bb: 1 / bigBlind, pot: 100 / pot }[unit];
  const missing =
    unit === wanted ? null : "The big blind of this spot is not known: amounts are in chips.";
  return { ...unitsOf(unit, scale), missing };
}

function unitsOf(unit, scale) {
  const { suffix, title, decimals: more, name } = FORMATS[unit];
  const scaled = (value) => (typeof value === "number" ? value * scale : value);
  const places = (decimals) => Math.max(decimals + more, 0);
  const text = (value) =>
    unit === "chips" ? chips(value) : `${+scaled(value).toFixed(unit === "bb" ? 2 : 1)}${suffix}`;

  return {
    unit,
    name,
    text,
    scaled,
    ev: (value) =>
      typeof value === "number" ? number(scaled(value), places(2)) + suffix : UNKNOWN,
    number: (value, decimals = 2) => number(scaled(value), places(decimals)),
    signed: (value, decimals = 2) => signed(scaled(value), places(decimals)),
    withError: (value, error) =>
      `${number(scaled(value), places(2))} ± ${chipsError(scaled(error))}`,
    title: (word) => word + title,
    words({ verb, chips: value, share }) {
      if (value === null) return verb;
      const ofPot = share === null ? "" : `${number(100 * share, 0)}%`;
      if (unit === "pot") return ofPot ? `${verb.replace(" to", "")} ${ofPot}` : verb;
      return `${verb} ${text(value)}${ofPot && ` (${ofPot})`}`;
    },
  };
}

/** Write the words of actions that have sizes in the unit. */
export function setActionWords(actions, units) {
  for (const action of actions) if (action.size) action.words = units.words(action.size);
}
