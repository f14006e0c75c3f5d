/** The details of a node below its grids: hands, classes, graphs and locks. */

import { choices, fill, h, panel } from "../dom.js";
import { shownSeat } from "./hand_grids.js";
import { handTable } from "./hand_table.js";
import { lockPanel } from "./lock_panel.js";
import { breakdownPanel, distributionPanel } from "./range_panels.js";

const TABS = [
  ["hands", "Hands"],
  ["classes", "Made hands and draws"],
  ["distribution", "Equity and EV graphs"],
  ["lock", "Lock and re-solve"],
];

/** Create the tabs of a solution; `state` has the node and whose hands are shown. */
export function detailTabs(solution, names, state, filter) {
  let tab = "hands";
  const body = h("div", { class: "tab-body" });
  const panels = {
    hands: handTable(names),
    classes: breakdownPanel(),
    distribution: distributionPanel(),
    lock: lockPanel(solution),
  };

  function draw() {
    const { node } = state;
    if (!node) return;
    const seat = shownSeat(state);
    fill(body, panels[tab].element);
    panels[tab].draw(solution, node, seat, filter.passes(node, node.players[seat]));
  }

  return {
    element: panel(
      "Details",
      choices("Details", TABS, tab, (value) => {
        tab = value;
        draw();
      }),
      body,
    ),
    draw,
    end: panels.lock.end,
  };
}
