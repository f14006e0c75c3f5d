/** The drill that is being set up. */

import { numberWithin, oneOf, text } from "../address.js";
import { storedObject } from "../dom.js";

const KEPT = "drill";
const NAMES = ["solution", "positions", "pot", "mode", "seat", "street", "path", "variety"];
export const STREETS = ["flop", "turn", "river"];
export const MODES = [
  ["hand", "Full hand"],
  ["street", "One street"],
  ["spot", "One spot"],
];
export const SEATS = ["oop", "ip"];

/** Return the parts of an address for a drill; an address with a path is for a spot. */
export function draftFields({ parts }) {
  const modes = MODES.map(([mode]) => mode);
  return {
    solution: text(), // empty for all that fit
    positions: text(), // empty for any, like the pot
    pot: text(),
    mode: oneOf(modes, parts.has("path") ? "spot" : "hand"),
    seat: oneOf(SEATS),
    street: oneOf(STREETS, "river"),
    path: text("r"),
    variety: numberWithin(0, 1, 0),
    seed: text(),
  };
}

/** Return the drill that was started last in this browser. */
export function lastDrill() {
  const kept = storedObject(KEPT);
  return Object.fromEntries(NAMES.filter((name) => name in kept).map((name) => [name, kept[name]]));
}

/** Keep a drill, except for its seed. */
export function keepDraft(values) {
  const kept = Object.fromEntries(NAMES.map((name) => [name, values[name]]));
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

/** Return what to post to train the solutions of some rows. */
export function drillRequest({ mode, seat, street, path, variety, seed }, rows) {
  const part = {
    mode,
    seat: mode === "spot" ? null : seat,
    street: mode === "street" ? street : null,
    path: mode === "spot" ? path.trim() : null,
  };
  return {
    parts: rows.map(({ name }) => ({ solution: name, ...part })),
    variety,
    seed: seed === "" ? null : Number(seed),
  };
}
