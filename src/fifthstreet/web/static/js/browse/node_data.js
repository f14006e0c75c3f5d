/** Nodes of solutions: fetched once, and aggregated by hand class. */

import { addressOf } from "../address.js";
import { api, part } from "../api.js";
import { CLASS_HANDS, HANDS } from "../cards.js";
import { amounts, chosenUnit, setActionWords } from "../units.js";

const MAX_KEPT = 300;
const kept = new Map(); // by solution, path and unit
const underWay = new Map(); // requests, by the same keys
let names = null;

/** Return the names of made hands and draws. */
export async function classNames() {
  names ??= await api.get("/hands/classes");
  return names;
}

/** Return a node, cached if it is one of the last; `stamp` differs for a replaced solution. */
export async function fetchNode(solution, path, stamp = "") {
  const key = keyOf(solution, path, stamp);
  if (!kept.has(key) && !underWay.has(key)) {
    const reply = getNode(solution, "node", path);
    const done = reply.then((data) => keep(key, prepared(data)));
    underWay.set(
      key,
      done.finally(() => underWay.delete(key)),
    );
  }
  return kept.get(key) ?? underWay.get(key);
}

/** Return a node that was fetched lately; undefined if there is none. */
export function keptNode(solution, path, stamp = "") {
  return kept.get(keyOf(solution, path, stamp));
}

/** Return a node that is almost never reached, re-solved. */
export async function fetchResolved(solution, path, stamp = "") {
  const key = keyOf(solution, path, stamp, "resolved");
  if (kept.has(key)) return kept.get(key);
  const node = prepared(await getNode(solution, "resolved", path));
  return keep(key, { ...node, isResolved: true });
}

function getNode(solution, what, path) {
  return api.get(`/solutions/${part(solution)}/${what}`, { path, format: "columns" });
}

function keyOf(solution, path, stamp, kind = "") {
  return JSON.stringify([solution, stamp, path, kind, chosenUnit()]);
}

function keep(key, node) {
  kept.set(key, node);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value);
  return node;
}

function prepared(node) {
  for (const player of node.players) {
    player.at = new Int16Array(HANDS).fill(-1); // by hand: its place in the columns
    player.hands.forEach((hole, place) => {
      player.at[hole] = place;
    });
    player.mostReach = Math.max(...player.reach, 0);
  }
  node.units = amounts({ pot: node.spot.rules.pot, big_blind: node.big_blind });
  setActionWords(node.actions, node.units);
  for (const at of node.line) at.words = at.sizes.map(node.units.words);
  node.seat = node.to_act === "ip" ? 1 : 0;
  return node;
}

/** Return the mean of a column over hands, weighted by how often the other range allows them. */
export function mean(player, column, places) {
  let [total, sum] = [0, 0];
  for (const place of places) {
    const value = column[place];
    if (value === null || Number.isNaN(value)) continue;
    total += player.weights[place];
    sum += player.weights[place] * value;
  }
  return total > 0 ? sum / total : null;
}

/**
 * Return a node whose totals count only the hands that pass the filters, one for each seat.
 */
export function filteredTotals(node, passes) {
  const players = node.players.map((player, seat) => {
    const places = [...player.hands.keys()].filter((at) => passes[seat](player.hands[at], at));
    const [ev, equity] = [player.hand_ev, player.hand_equity].map((column) =>
      mean(player, column, places),
    );
    const combos = places.reduce((sum, at) => sum + player.reach[at], 0);
    return { ...player, places, combos, ev, equity, eqr: realisation(node, ev, equity) };
  });
  const { places } = players[node.seat];
  const player = node.players[node.seat];
  const actions = node.actions.map((action, row) => {
    const strategy = player.strategy[row];
    const taken = { weights: player.weights.map((weight, at) => weight * strategy[at]) };
    return {
      ...action,
      frequency: mean(player, strategy, places),
      ev: mean(taken, player.action_ev[row], places),
    };
  });
  return { ...node, players, actions, isFiltered: true };
}

/** Return the places in a player's columns of the hands of a class that pass a filter. */
export function placesOfClass(player, place, passes) {
  const places = [];
  for (const hole of CLASS_HANDS[place]) {
    const at = player.at[hole];
    if (at >= 0 && (!passes || passes(hole, at))) places.push(at);
  }
  return places;
}

/** Return the equity realisation of a hand: its EV over its equity times the pot. */
export function realisation(node, ev, equity) {
  return ev === null || !equity ? null : ev / (equity * node.pot);
}

/** Return the address of a node in Browse. */
export function nodeAddress(solution, path) {
  return addressOf("browse", { solution, path });
}
