/** The suits of a class: strategy and EV of each of its hands. */

import { CLASS_NAMES, cardElement, HOLE_CARDS } from "../cards.js";
import { colourKey, shareBar } from "../components/action_table.js";
import { fill, h, note } from "../dom.js";
import { percent } from "../format.js";
import { placesOfClass } from "./node_data.js";

/** Create the panel. */
export function handPanel() {
  const element = h(
    "section",
    {
      class: "panel hand-panel",
      "aria-label": "Hands of the class",
      "aria-live": "polite",
      tabindex: 0,
    },
    note("Point at a hand class, or click one, to see its suits."),
  );

  function draw(node, seat, place, passes) {
    const player = node.players[seat];
    const places = placesOfClass(player, place, passes);
    fill(
      element,
      h("h2", {}, `${CLASS_NAMES[place]} of ${player.player.toUpperCase()}`),
      places.length
        ? h(
            "div",
            { class: "hand-tiles" },
            places.map((at) => tile(node, player, at)),
          )
        : note("None of its hands reach this node."),
    );
  }

  return { element, draw };
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
