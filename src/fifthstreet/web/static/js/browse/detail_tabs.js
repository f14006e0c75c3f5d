/** The details of a node below its grids: hands, classes, graphs and locks. */

import { choices, fill, h, panel } from "../dom.js";
import { shownSeat } from "./hand_grids.js";
import { handTable } from "./hand_table.js";
import { lockPanel } from "./lock_panel.js";
import { breakdownPanel, distributionPanel } from "./range_panels.js";

export const TABS = [
  ["hands", "Hands"],
  ["classes", "Made hands and draws"],
  ["distribution", "Equity and EV graphs"],
  ["lock", "Lock and re-solve"],
];

/** Create the tabs of a solution; `shown` has the node, and `state` whose hands are shown. */
export function detailTabs(solution, names, { shown, state, filter }) {
  const { values } = state;
  const body = h("div", { class: "tab-body" });
  const panels = {
    hands: handTable(names, state.sorting("sort")),
    classes: breakdownPanel(),
    distribution: distributionPanel(state),
    lock: lockPanel(solution),
  };

  function draw() {
    const { node } = shown;
    if (!node) return;
    const seat = shownSeat(node, values.view);
    fill(body, panels[values.tab].element);
    panels[values.tab].draw(solution, node, seat, filter.passes(node, node.players[seat]));
  }

  return {
    element: panel(
      "Details",
      choices("Details", TABS, values.tab, (value) => {
        state.set({ tab: value });
        draw();
      }),
      body,
    ),
    draw,
    end: panels.lock.end,
  };
}
