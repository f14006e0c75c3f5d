/** Filters of hands by made hand, draw, suit, main action (of the player to act) and text. */

import { oneOf, text } from "../address.js";
import { CLASS_NAMES, HOLE_CARDS, HOLE_CLASS, holeText, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { dropdown, field, fill, h, listOptions } from "../dom.js";

const SUIT_KINDS = [
  "suited",
  "offsuit",
  ["pair", "pairs"],
  ...[...SUITS].map((suit) => [suit, `with ${SUIT_SYMBOLS[suit]}`]),
];

/** Return the parts of an address for the filters, with the names of made hands and draws. */
export function filterFields(names) {
  return {
    made: oneOf(["", ...names.made]),
    draw: oneOf(["", ...names.draws]),
    suit: oneOf(["", ...SUIT_KINDS.map((kind) => [kind].flat()[0])]),
    action: text(),
    hand: text(),
  };
}

/**
 * Create the filters, whose state has the values of `filterFields`; `onchange()` is called when one
 * changes. `passes(node, player)` returns a function of a hand and its place in the player's
 * columns.
 */
export function handFilter(names, state, onchange) {
  const { values: chosen } = state;
  const set = (name, options) => (value) => {
    state.set({ [name]: value }, options);
    onchange();
  };
  const filter = (name, title, entries) =>
    field(
      title,
      dropdown([["", "any"], ...entries], chosen[name], set(name), { "data-filter": name }),
    );
  const actions = dropdown([], "", set("action"), { "data-filter": "action" });
  const hand = h("input", {
    size: 8,
    value: chosen.hand,
    placeholder: "AK, AhQ",
    spellcheck: "false",
    "data-filter": "hand",
    oninput: () => set("hand", { isReplaced: true })(hand.value.trim()),
  });
  const element = h(
    "div",
    { class: "fields hand-filter", role: "group", "aria-label": "Filter hands" },
    filter("made", "Made hand", names.made),
    filter("draw", "Draw", names.draws),
    filter("suit", "Suit", SUIT_KINDS),
    field("Main action", actions),
    field("Hand", hand),
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
      return ["made", "draw", "suit", "action", "hand"].some((name) => chosen[name]);
    },
    passes(node, player) {
      const [made, draw] = [names.made.indexOf(chosen.made), names.draws.indexOf(chosen.draw)];
      const isMain = (place) => mainAction(node, player, place) === chosen.action;
      return (hole, place) =>
        (!chosen.made || node.made[hole] === made) &&
        (!chosen.draw || node.draw[hole] === draw) &&
        fitsSuit(hole, chosen.suit) &&
        fitsText(hole, chosen.hand) &&
        (!chosen.action || !player.strategy || isMain(place));
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
