/** The grid of a lock: the mix of each hand class, painted by dragging. */

import { CLASS_HANDS, CLASS_NAMES } from "../cards.js";
import { classGrid } from "../components/class_grid.js";
import { paintWithPointer } from "../components/grid_painting.js";
import { percent } from "../format.js";
import { mean } from "./node_data.js";

/** Return the places of the hands of a class in the columns of a draft. */
export function placesIn(draft, place) {
  return CLASS_HANDS[place].map((hole) => draft.at[hole]).filter((at) => at >= 0);
}

/** Return the mean share of each action over hands of a draft. */
export function meanShares(draft, places) {
  return draft.strategy.map((row) => mean(draft, row, places) ?? row[places[0]]);
}

/**
 * Create the grid. `strategy()` returns what a drag paints, as fields of an edit, or null if it
 * only chooses a class; `choose(place)` is called with the class under the pointer.
 */
export function lockGrid(history, { strategy, choose }) {
  const stroke = new Set(); // classes of the current drag
  let painted = null;
  const grid = classGrid("Locked strategy: grid of hands", { onpick: pick });
  paintWithPointer(grid, { begin, paint, end });

  function begin(place) {
    painted = strategy();
    paint(place);
  }

  function paint(place) {
    if (!placesIn(history.draft, place).length || stroke.has(place)) return;
    choose(place);
    grid.choose(place);
    if (!painted) return;
    stroke.add(place);
    draw();
  }

  function end() {
    const classes = [...stroke].map((place) => CLASS_NAMES[place]);
    stroke.clear();
    if (classes.length) history.add({ hands: classes.join(", "), ...painted });
  }

  /** A keyboard paints one class; the pointer has painted already. */
  function pick(place, event) {
    if (event.type === "click") return;
    begin(place);
    end();
  }

  function describe(place) {
    const { draft } = history;
    const places = placesIn(draft, place);
    if (!places.length) return { words: "does not reach this node" };
    const mix = stroke.has(place) ? painted.strategy : null;
    const shares = mix
      ? draft.actions.map((action) => mix[action.step] ?? 0)
      : meanShares(draft, places);
    return {
      segments: draft.actions.map((action, row) => [action.colour, shares[row]]).reverse(),
      words: draft.actions
        .map((action, row) => `${action.words} ${percent(shares[row], 0)}`)
        .join(", "),
    };
  }

  function draw() {
    grid.draw(describe);
  }

  return { element: grid.element, draw };
}
