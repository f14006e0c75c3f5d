/** What can be trained: solutions by positions and pot, and their streets and seats. */

import { SEATS, STREETS } from "./drill_draft.js";

export const UNKNOWN = "unknown"; // positions and pots of ranges that come from no chart
const ROLES = { oop: "Out of position", ip: "In position" };

/** Return the positions of a solution as text. */
export function positionsOf({ positions }) {
  return positions ? `${positions[1]} against ${positions[0]}` : UNKNOWN;
}

/** Return the kind of pot of a solution as text. */
export function potOf({ pot_type: pot }) {
  return pot ?? UNKNOWN;
}

/**
 * Return what a draft can choose from, step by step: `positions` and `pots` of all solutions,
 * `solutions` that fit, and the `streets` and `seats` on which one of them has a decision. `rows`
 * are the solutions to train. Values of the draft that are not among them are replaced.
 */
export function narrow(draft, solutions) {
  const positions = distinct(solutions.map(positionsOf));
  if (!positions.includes(draft.positions)) draft.positions = "";
  const placed = solutions.filter((row) => fits(positionsOf(row), draft.positions));
  const pots = distinct(placed.map(potOf));
  if (!pots.includes(draft.pot)) draft.pot = "";
  const fitting = placed.filter((row) => fits(potOf(row), draft.pot));
  const names = fitting.map((row) => row.name);
  const needsOne = draft.mode === "spot" || names.length === 1;
  if (!names.includes(draft.solution)) draft.solution = needsOne ? (names[0] ?? "") : "";
  const chosen = fitting.filter((row) => fits(row.name, draft.solution));
  const streets = STREETS.filter((street) => chosen.some((row) => row.decisions[street]));
  if (!streets.includes(draft.street)) draft.street = streets[0] ?? STREETS.at(-1);
  const seats = SEATS.filter((seat) => chosen.some((row) => hasDecision(row, draft, seat)));
  if (!seats.includes(draft.seat)) draft.seat = seats[0] ?? SEATS[0];
  const rows =
    draft.mode === "spot" ? chosen : chosen.filter((row) => hasDecision(row, draft, draft.seat));
  return { positions, pots, solutions: fitting, streets, seats, rows };
}

/** Return a seat in words, with its position if all solutions have the same one. */
export function seatWords(seat, rows) {
  const names = distinct(rows.map((row) => row.positions?.[SEATS.indexOf(seat)] ?? null));
  return names.length === 1 && names[0] !== null
    ? `${names[0]} (${ROLES[seat].toLowerCase()})`
    : ROLES[seat];
}

function hasDecision({ decisions }, { mode, street }, seat) {
  const streets = mode === "street" ? [street] : STREETS;
  return streets.some((each) => decisions[each]?.includes(seat));
}

function fits(value, wanted) {
  return wanted === "" || value === wanted;
}

function distinct(values) {
  return [...new Set(values)].sort();
}
