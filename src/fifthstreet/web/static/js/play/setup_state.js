/** What a table shall be: the game, the opponents and the stakes. */

import { AddressError, numberWithin, oneOf, severalOf, text } from "../address.js";
import { storedObject } from "../dom.js";

const KEPT = "play-setup"; // in this browser: the last table
const MAX_AMOUNT = 1e9;

/** Return the parts of an address for a table, with the options of the server. */
export function setupFields(options) {
  const stakes = [...new Set(options.variants.flatMap((each) => Object.keys(each.stakes)))];
  const amount = () => numberWithin(0, MAX_AMOUNT, null); // null is the usual one
  return {
    game: oneOf(
      options.variants.map((each) => each.code),
      null,
    ),
    opponents: severalOf(null, ["equity"]),
    stacks: oneOf(Object.keys(options.stack_rules), "reset"),
    stack: amount(),
    ...Object.fromEntries(stakes.map((name) => [name, amount()])),
    seed: text(),
  };
}

/**
 * Return the state of the form for the options of the server: the table of the address, or the last
 * one in this browser if the address names no game.
 */
export function setupState(options, address) {
  const { values, given } = address;
  const last = storedObject(KEPT);
  const usual = { variant: "NT", opponents: ["equity"], stacks: "reset", stakes: {}, stack: null };
  const chosen = { ...usual, ...(given.size ? chosenBy(values) : last), name: last.name ?? "You" };
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

  function keep() {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  }

  const named = chosen.opponents;
  fit();
  if (given.has("opponents")) checkOpponents(named, chosen.opponents, variant().name);
  return {
    chosen,
    /** Return the facts of the chosen variant. */
    variant,
    /** Return the opponents that can play the chosen variant. */
    usable,
    /** Keep the table for the next visit. */
    keep,
    /** Let the address say what is chosen. */
    note() {
      const { variant: game, opponents, stacks, stack, stakes } = chosen;
      const amounts = Object.keys(variant().stakes).map((name) => [name, stakes[name] ?? null]);
      const table = { game, opponents, stacks, stack, ...Object.fromEntries(amounts) };
      address.set(table, { isReplaced: true });
    },
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
    request() {
      keep();
      const { variant: code, opponents, stacks, name, stack } = chosen;
      const stakes =
        opponents.length > 1 ? chosen.stakes : { ...chosen.stakes, straddle: undefined };
      const seed = values.seed === "" ? null : Number(values.seed);
      return { variant: code, opponents, stakes, stacks, name, stack, seed };
    },
  };
}

/** Return the table that an address names. */
function chosenBy({ game, opponents, stacks, stack, seed: _, ...stakes }) {
  const amounts = Object.entries(stakes).filter(([, amount]) => amount !== null);
  const table = { opponents, stacks, stack, stakes: Object.fromEntries(amounts) };
  return game === null ? table : { ...table, variant: game };
}

/** Check that the opponents of the address can play the game. */
function checkOpponents(named, usable, game) {
  const refused = named.find((name, place) => name !== usable[place]);
  if (refused !== undefined)
    throw new AddressError(`There is no seat for the opponent “${refused}” in ${game}.`, [
      ["#/play", "Play"],
      ["#/library", "Library"],
    ]);
}
