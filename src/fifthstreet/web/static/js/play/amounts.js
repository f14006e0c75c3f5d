/** Amounts of a table: the server counts whole chips, people see units or big blinds. */

import { chosenUnit } from "../units.js";

/**
 * Return functions between chips and text. `decimals` is 0, or 2 if a chip is a cent; if the page
 * shows big blinds and the table has one, amounts are in big blinds.
 */
export function amounts(decimals, bigBlind = null) {
  return bigBlind && chosenUnit() === "bb" ? inBigBlinds(bigBlind) : inUnits(decimals);
}

function inUnits(decimals) {
  const scale = 10 ** decimals;
  const shown = (size) =>
    size % scale ? (size / scale).toFixed(decimals) : String(Math.round(size / scale));
  return {
    ...written((size) => shown(size).replace(/\B(?=(\d{3})+(?!\d))/g, ",")),
    toInput: (chips) => (chips % scale ? (chips / scale).toFixed(decimals) : String(chips / scale)),
    fromInput: (value) => Math.round(Number(value) * scale),
    step: decimals ? "0.01" : "1",
  };
}

function inBigBlinds(bigBlind) {
  return {
    ...written((size) => `${+(size / bigBlind).toFixed(2)} bb`),
    toInput: (chips) => String(+(chips / bigBlind).toFixed(4)),
    fromInput: (value) => Math.round(Number(value) * bigBlind),
    step: "any",
  };
}

/** Return the functions that write amounts, from one that writes the size of an amount. */
function written(shown) {
  const text = (chips) => (chips < 0 ? "−" : "") + shown(Math.abs(chips));
  return { text, signed: (chips) => (chips > 0 ? `+${text(chips)}` : text(chips)) };
}
