/** The views of a node: its grids, hands, classes, graphs and locks, one at a time. */

import { choices, fill, h, panel } from "../dom.js";
import { shownSeat } from "./hand_grids.js";
import { handTable } from "./hand_table.js";
import { lockPanel } from "./lock_panel.js";
import { breakdownPanel, distributionPanel } from "./range_panels.js";

const GRIDS = "grids";
export const TABS = [
  [GRIDS, "Grids"],
  ["hands", "Hands"],
  ["classes", "Made hands and draws"],
  ["distribution", "Equity and EV graphs"],
  ["lock", "Lock and re-solve"],
];

/**
 * Create the views of a solution; `shown` has the node, `state` whose hands are shown, and `grids`
 * the elements of the first view. `choice` is the control, and `element` has the view.
 */
export function nodeViews(solution, names, { shown, state, filter, grids }) {
  const { values } = state;
  const body = panel("Details");
  const first = h("div", { class: "stack" }, grids);
  const panels = {
    hands: handTable(names, state.sorting("sort")),
    classes: breakdownPanel(names),
    distribution: distributionPanel(state),
    lock: lockPanel(solution),
  };

  function draw() {
    const { node } = shown;
    const { tab, view } = values;
    first.hidden = tab !== GRIDS;
    body.hidden = tab === GRIDS;
    if (!node || tab === GRIDS) return;
    const seat = shownSeat(node, view);
    fill(body, panels[tab].element);
    panels[tab].draw(solution, node, seat, filter.passes(node, node.players[seat]));
  }

  return {
    choice: choices("View", TABS, values.tab, (value) => {
      state.set({ tab: value });
      draw();
    }),
    element: h("div", {}, first, body),
    draw,
    end: panels.lock.end,
  };
}
