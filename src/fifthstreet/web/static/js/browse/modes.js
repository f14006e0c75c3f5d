/** What a cell of the grid shows, by mode. */

import { number, percent } from "../format.js";
import { mean, placesOfClass, realisation } from "./node_data.js";

export const MODES = [
  ["strategy", "Strategy"],
  ["ev", "EV"],
  ["equity", "Equity"],
  ["eqr", "EQR"],
  ["reach", "Reach"],
];
export const MODE_WORDS = {
  strategy:
    "colours: how often each action is taken; height: share of the hands that reach this node",
  ev: "EV from this node on",
  equity: "equity against the other range",
  eqr: "equity realisation: EV divided by equity times the pot",
  reach: "share of the hands that reach this node",
};

/** Return a colour between cold (0) and hot (1), from the variables of the style. */
export function heat(share) {
  const value = Math.min(Math.max(share, 0), 1);
  const [from, to, part] =
    value < 0.5 ? ["--cold", "--middle", 2 * value] : ["--middle", "--hot", 2 * value - 1];
  return `color-mix(in srgb, var(${to}) ${Math.round(100 * part)}%, var(${from}))`;
}

/**
 * Return a function that describes each cell of a player's grid at a node. `passes(hole, place)`
 * filters hands.
 */
export function cellDescriber(node, seat, mode, passes = null) {
  const player = node.players[seat];
  const shown = mode === "strategy" && !player.strategy ? "reach" : mode;
  const classes = Array.from({ length: 169 }, (_, place) => summary(node, player, place, passes));
  const values = classes
    .map((each) => each[shown === "strategy" ? "reach" : shown])
    .filter((value) => value !== null && value !== undefined);
  const low = shown === "ev" ? Math.min(...values) : 0;
  const high = shown === "ev" ? Math.max(...values) : shown === "eqr" ? 2 : 1;
  return (place) => {
    const each = classes[place];
    if (!each.places.length) return { words: "does not reach this node" };
    const weight = player.mostReach ? each.reach / player.mostReach : 0;
    if (shown === "strategy") {
      const shares = player.strategy.map((row) => mean(player, row, each.places) ?? 0);
      const segments = node.actions.map((action, at) => [action.colour, shares[at]]).reverse();
      return {
        segments,
        weight,
        value: cellAmount(node.units, each.ev),
        words: [
          ...node.actions.map((action, at) => `${action.words} ${percent(shares[at], 0)}`),
          `EV ${node.units.ev(each.ev)}`,
        ].join(", "),
      };
    }
    if (shown === "reach") {
      return {
        segments: [["var(--held)", 1]],
        weight,
        value: percent(each.reach, 0),
        words: `reach ${percent(each.reach, 1)}`,
      };
    }
    const value = each[shown];
    if (value === null)
      return { segments: [["var(--middle)", 1]], weight, value: "–", words: "unknown" };
    const text = {
      equity: () => percent(value, 0),
      eqr: () => number(value, 2),
      ev: () => cellAmount(node.units, value),
    }[shown]();
    return {
      segments: [[heat((value - low) / (high - low || 1)), 1]],
      weight: 1,
      value: text,
      words: `${shown} ${text}`,
    };
  };
}

/** Write an amount so that it fits into a cell. */
function cellAmount(units, value) {
  return units.number(value, Math.abs(units.scaled(value)) < 99.95 ? 1 : 0);
}

function summary(node, player, place, passes) {
  const places = placesOfClass(player, place, passes);
  const ev = mean(player, player.hand_ev, places);
  const equity = mean(player, player.hand_equity, places);
  const reach = places.length
    ? places.reduce((sum, at) => sum + player.reach[at], 0) / places.length
    : 0;
  return { places, ev, equity, eqr: realisation(node, ev, equity), reach };
}
