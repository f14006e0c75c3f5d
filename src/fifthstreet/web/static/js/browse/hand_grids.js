/** The hands of both players at a node: a grid for each, and the suits of one class. */

import { CLASS_NAMES } from "../cards.js";
import { classGrid } from "../components/class_grid.js";
import { h, note } from "../dom.js";
import { handPanel } from "./hand_panel.js";
import { cellDescriber, MODE_WORDS } from "./modes.js";

const SEATS = ["oop", "ip"];

/** Classes that can be chosen, like "oop AKs". */
export const SEAT_CLASSES = SEATS.flatMap((seat) => CLASS_NAMES.map((name) => `${seat} ${name}`));

/** Return the seat whose hands are shown in detail, at a node and for a choice of seats. */
export function shownSeat(node, view) {
  return view === "both" ? node.seat : SEATS.indexOf(view);
}

/**
 * Create the grids. The values of `state` are the `mode` (what cells show), the `view` (whose
 * hands) and the `class` that is chosen, like "oop AKs"; `shown.node` is the node.
 */
export function handGrids(shown, state, filter) {
  const { values } = state;
  const hand = handPanel(() => {
    state.set({ class: "" });
    drawHand();
  });
  const grids = SEATS.map((name, seat) =>
    classGrid(`${name.toUpperCase()}: grid of hands`, {
      onpick: (place) => {
        if (!shown.node) return;
        state.set({ class: `${name} ${CLASS_NAMES[place]}` });
        drawHand();
      },
      onhover: (place) => {
        if (shown.node) drawHand([seat, place]);
      },
    }),
  );
  const boxes = SEATS.map((name, seat) =>
    h("div", { class: "grid-box" }, h("h2", { class: name }), grids[seat].element),
  );
  const row = h("div", { class: "grid-row" }, boxes);
  const words = note();
  const passes = (seat) =>
    filter.isActive ? filter.passes(shown.node, shown.node.players[seat]) : null;

  function drawHand(at = chosenClass(values.class)) {
    const chosen = chosenClass(values.class);
    grids.forEach((grid, seat) => {
      grid.choose(chosen?.[0] === seat ? chosen[1] : null);
    });
    hand.element.classList.toggle("is-open", Boolean(chosen));
    if (at) hand.draw(shown.node, at[0], at[1], passes(at[0]));
    else hand.clear();
  }

  function draw() {
    const { node } = shown;
    const { mode, view } = values;
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

/** Return the seat and the place of a class that is chosen; null if none is. */
function chosenClass(text) {
  if (!text) return null;
  const [seat, name] = text.split(" ");
  return [SEATS.indexOf(seat), CLASS_NAMES.indexOf(name)];
}
