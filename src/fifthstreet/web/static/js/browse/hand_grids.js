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
  // The player to act comes first. Each grid shows either player, because moving a grid would lay
  // out all of its cells again.
  const seats = [0, 1];
  const grids = seats.map((_, at) =>
    classGrid("", {
      onpick: (place) => {
        if (!shown.node) return;
        state.set({ class: `${SEATS[seats[at]]} ${CLASS_NAMES[place]}` });
        drawHand();
      },
      onhover: (place) => {
        if (shown.node) drawHand([seats[at], place]);
      },
    }),
  );
  const titles = grids.map(() => h("h2", {}));
  const boxes = grids.map((grid, at) => h("div", { class: "grid-box" }, titles[at], grid.element));
  const row = h("div", { class: "grid-row" }, boxes);
  const words = note();
  const passes = (seat) =>
    filter.isActive ? filter.passes(shown.node, shown.node.players[seat]) : null;

  function drawHand(at = chosenClass(values.class)) {
    const chosen = chosenClass(values.class);
    grids.forEach((grid, at) => {
      grid.choose(chosen?.[0] === seats[at] ? chosen[1] : null);
    });
    hand.element.classList.toggle("is-open", Boolean(chosen));
    if (at) hand.draw(shown.node, at[0], at[1], passes(at[0]));
    else hand.clear();
  }

  function draw() {
    const { node } = shown;
    const { mode, view } = values;
    seats.splice(0, 2, node.seat, 1 - node.seat);
    seats.forEach((seat, at) => {
      const name = SEATS[seat];
      boxes[at].hidden = view !== "both" && view !== name;
      grids[at].name(`${name.toUpperCase()}: grid of hands`);
      titles[at].className = name;
      titles[at].textContent = name.toUpperCase() + (node.to_act === name ? ", to act" : "");
      grids[at].draw(cellDescriber(node, seat, mode, passes(seat)));
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
