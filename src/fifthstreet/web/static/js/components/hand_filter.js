/** Filters of hands by made hand, draw, suit, main action and text. */

import { CLASS_NAMES, HOLE_CARDS, HOLE_CLASS, holeText, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { dropdown, field, fill, h, listOptions } from "../dom.js";

/**
 * Create the filters; `onchange()` is called when one changes. `passes(node, player)` returns a
 * function of a hand and its place in the player's columns.
 */
export function handFilter(names, onchange) {
  const chosen = { made: "", draw: "", suit: "", action: "", text: "" };
  const set = (name) => (value) => {
    chosen[name] = value;
    onchange();
  };
  const filter = (name, title, entries) =>
    field(title, dropdown([["", "any"], ...entries], "", set(name), { "data-filter": name }));
  const numbered = (list) => list.map((name, place) => [String(place), name]);
  const actions = dropdown([], "", set("action"), { "data-filter": "action" });
  const text = h("input", {
    size: 8,
    placeholder: "AK, AhQ",
    spellcheck: "false",
    oninput: () => set("text")(text.value.trim()),
  });
  const element = h(
    "div",
    { class: "fields hand-filter", role: "group", "aria-label": "Filter hands" },
    filter("made", "Made hand", numbered(names.made)),
    filter("draw", "Draw", numbered(names.draws)),
    filter("suit", "Suit", [
      "suited",
      "offsuit",
      ["pair", "pairs"],
      ...[...SUITS].map((suit) => [suit, `with ${SUIT_SYMBOLS[suit]}`]),
    ]),
    field("Main action", actions),
    field("Hand", text),
  );

  return {
    element,
    /** Offer the actions of a node. */
    setActions(node) {
      if (!node.actions.some((action) => action.step === chosen.action)) chosen.action = "";
      const entries = node.actions.map((action) => [action.step, action.words]);
      fill(actions, listOptions([["", "any action"], ...entries], chosen.action));
    },
    get isActive() {
      return Object.values(chosen).some(Boolean);
    },
    passes(node, player) {
      const isMain = (place) => mainAction(node, player, place) === chosen.action;
      return (hole, place) =>
        (!chosen.made || node.made[hole] === Number(chosen.made)) &&
        (!chosen.draw || node.draw[hole] === Number(chosen.draw)) &&
        fitsSuit(hole, chosen.suit) &&
        fitsText(hole, chosen.text) &&
        (!chosen.action || isMain(place));
    },
  };
}

/** Return the most frequent action of a hand; null if its player has no decision. */
function mainAction(node, player, place) {
  if (!player.strategy) return null;
  const best = player.strategy.reduce(
    (best, row, at) => (row[place] > player.strategy[best][place] ? at : best),
    0,
  );
  return node.actions[best].step;
}

function fitsSuit(hole, suit) {
  if (!suit) return true;
  const [high, low] = HOLE_CARDS[hole];
  if (suit === "suited") return (high & 3) === (low & 3);
  if (suit === "pair") return high >> 2 === low >> 2;
  if (suit === "offsuit") return (high & 3) !== (low & 3) && high >> 2 !== low >> 2;
  return [high & 3, low & 3].includes(SUITS.indexOf(suit));
}

function fitsText(hole, text) {
  if (!text) return true;
  const wanted = text.toLowerCase();
  return (
    CLASS_NAMES[HOLE_CLASS[hole]].toLowerCase().startsWith(wanted) ||
    holeText(hole).toLowerCase().startsWith(wanted)
  );
}
