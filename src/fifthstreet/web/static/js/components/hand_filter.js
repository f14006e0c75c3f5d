/** Filters of hands by made hand, draw, suit, main action and text. */

import { CLASS_NAMES, HOLE_CARDS, HOLE_CLASS, holeText, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { fill, h } from "../dom.js";

/**
 * Create the filters; `onchange()` is called when one changes. `passes(node, player)` returns a
 * function of a hand and its place in the player's columns.
 */
export function handFilter(names, onchange) {
  const chosen = { made: "", draw: "", suit: "", action: "", text: "" };
  const select = (name, title, options) =>
    h(
      "label",
      {},
      h("span", {}, title),
      h(
        "select",
        {
          "data-filter": name,
          onchange: (event) => {
            chosen[name] = event.target.value;
            onchange();
          },
        },
        h("option", { value: "" }, "any"),
        options.map(([value, text]) => h("option", { value }, text)),
      ),
    );
  const actions = h("select", {
    "data-filter": "action",
    onchange: (event) => {
      chosen.action = event.target.value;
      onchange();
    },
  });
  const element = h(
    "div",
    { class: "fields hand-filter", role: "group", "aria-label": "Filter hands" },
    select(
      "made",
      "Made hand",
      names.made.map((name, place) => [String(place), name]),
    ),
    select(
      "draw",
      "Draw",
      names.draws.map((name, place) => [String(place), name]),
    ),
    select("suit", "Suit", [
      ["suited", "suited"],
      ["offsuit", "offsuit"],
      ["pair", "pairs"],
      ...[...SUITS].map((suit) => [suit, `with ${SUIT_SYMBOLS[suit]}`]),
    ]),
    h("label", {}, h("span", {}, "Main action"), actions),
    h(
      "label",
      {},
      h("span", {}, "Hand"),
      h("input", {
        size: 8,
        placeholder: "AK, AhQ",
        spellcheck: "false",
        oninput: (event) => {
          chosen.text = event.target.value.trim();
          onchange();
        },
      }),
    ),
  );

  return {
    element,
    setActions(steps, words) {
      fill(
        actions,
        h("option", { value: "" }, "any action"),
        steps.map((step, place) => h("option", { value: step }, words[place])),
      );
      if (!steps.includes(chosen.action)) chosen.action = "";
      actions.value = chosen.action;
    },
    get isActive() {
      return Object.values(chosen).some(Boolean);
    },
    /** Return a test of a hand by what is known of it: index of the hand, made, draw, main action. */
    test(made, draw, mainAction) {
      return (hole, place) =>
        (!chosen.made || made[hole] === Number(chosen.made)) &&
        (!chosen.draw || draw[hole] === Number(chosen.draw)) &&
        fitsSuit(hole, chosen.suit) &&
        fitsText(hole, chosen.text) &&
        (!chosen.action || mainAction?.(place) === chosen.action);
    },
    passes(node, player) {
      const main =
        player.strategy &&
        ((place) => {
          let best = 0;
          player.strategy.forEach((row, at) => {
            if (row[place] > player.strategy[best][place]) best = at;
          });
          return node.actions[best].step;
        });
      return this.test(node.made, node.draw, main);
    },
  };
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
