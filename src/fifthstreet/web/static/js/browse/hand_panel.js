/** The suits of a class: strategy and EV of each of its hands. */

import { CLASS_NAMES, cardElement, HOLE_CARDS } from "../cards.js";
import { colourKey, shareBar } from "../components/action_table.js";
import { button, fill, h, note } from "../dom.js";
import { percent } from "../format.js";
import { icon } from "../icons.js";
import { placesOfClass } from "./node_data.js";

const HINT = "Point at a hand class, or click one, to see its suits.";

/** Create the panel, on phones a sheet at the bottom; `onclose()` is called when it is closed. */
export function handPanel(onclose) {
  const element = h(
    "section",
    {
      class: "panel hand-panel",
      "aria-label": "Hands of the class",
      "aria-live": "polite",
      tabindex: 0,
    },
    note(HINT),
  );

  function draw(node, seat, place, passes) {
    const player = node.players[seat];
    const places = placesOfClass(player, place, passes);
    fill(
      element,
      h(
        "div",
        { class: "row spread" },
        h("h2", {}, `${CLASS_NAMES[place]} of ${player.player.toUpperCase()}`),
        button([icon("close"), "Close"], onclose, { class: "quiet small sheet-close" }),
      ),
      places.length
        ? h(
            "div",
            { class: "hand-tiles" },
            places.map((at) => tile(node, player, at)),
          )
        : note("None of its hands reach this node."),
    );
  }

  function clear() {
    fill(element, note(HINT));
  }

  return { element, draw, clear };
}

function tile(node, player, at) {
  const hole = player.hands[at];
  return h(
    "article",
    { class: "hand-tile" },
    h(
      "div",
      { class: "row spread" },
      h("span", { class: "cards" }, HOLE_CARDS[hole].map(cardElement)),
      h("span", { class: "number small" }, `EV ${node.units.ev(player.hand_ev[at])}`),
    ),
    player.strategy
      ? shareBar(
          node.actions,
          player.strategy.map((row) => row[at]),
        )
      : null,
    player.strategy
      ? h(
          "ul",
          { class: "hand-actions" },
          node.actions.map((action, row) =>
            h(
              "li",
              {},
              h("span", {}, colourKey(action.colour), action.words),
              h("span", { class: "number" }, percent(player.strategy[row][at])),
              h("span", { class: "number muted" }, node.units.number(player.action_ev[row][at])),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "muted small" },
      `equity ${percent(player.hand_equity[at])}, reach ${percent(player.reach[at])}`,
    ),
  );
}
