/** The hands of both players at a node: a grid for each, and the suits of one class. */

import { classGrid } from "../components/class_grid.js";
import { h, note } from "../dom.js";
import { handPanel } from "./hand_panel.js";
import { cellDescriber, MODE_WORDS } from "./modes.js";

const SEATS = ["oop", "ip"];

/** Return the seat whose hands are shown in detail. */
export function shownSeat(state) {
  return state.view === "both" ? state.node.seat : SEATS.indexOf(state.view);
}

/**
 * Create the grids. `state` has the `node`, the `mode` (what cells show), the `view` (whose hands)
 * and the class that is `chosen`, as `[seat, place]`.
 */
export function handGrids(state, filter) {
  const hand = handPanel();
  const grids = SEATS.map((name, seat) =>
    classGrid(`${name.toUpperCase()}: grid of hands`, {
      onpick: (place) => {
        if (!state.node) return;
        state.chosen = [seat, place];
        drawHand();
      },
      onhover: (place) => {
        if (state.node) drawHand([seat, place]);
      },
    }),
  );
  const boxes = SEATS.map((name, seat) =>
    h("div", { class: "grid-box" }, h("h2", { class: name }), grids[seat].element),
  );
  const row = h("div", { class: "grid-row" }, boxes);
  const words = note();
  const passes = (seat) =>
    filter.isActive ? filter.passes(state.node, state.node.players[seat]) : null;

  function drawHand(at = state.chosen) {
    grids.forEach((grid, seat) => {
      grid.choose(state.chosen?.[0] === seat ? state.chosen[1] : null);
    });
    if (at) hand.draw(state.node, at[0], at[1], passes(at[0]));
  }

  function draw() {
    const { node, mode, view } = state;
    row.append(...(node.seat === 1 ? [boxes[1], boxes[0]] : boxes));
    SEATS.forEach((name, seat) => {
      boxes[seat].hidden = view !== "both" && view !== name;
      const title = node.to_act === name ? `${name.toUpperCase()}, to act` : name.toUpperCase();
      boxes[seat].firstChild.textContent = title;
      grids[seat].draw(cellDescriber(node, seat, mode, passes(seat)));
    });
    words.textContent = MODE_WORDS[mode === "strategy" && !node.to_act ? "reach" : mode];
    drawHand();
  }

  return { elements: [row, words], hand: hand.element, draw };
}
