/** Matches in words: mappings, qualities, lines of the tree, and text with the symbols of suits. */

import { cardsElement, SUIT_SYMBOLS } from "../cards.js";
import { h } from "../dom.js";

/** The mappings of bets, with their names. */
export const MAPPINGS = [
  ["pseudo-harmonic", "Pseudo-harmonic"],
  ["pseudo-harmonic-nearest", "Pseudo-harmonic, nearest"],
  ["nearest", "Nearest"],
  ["nearest-geometric", "Nearest, geometric"],
  ["random-arithmetic", "Random, arithmetic"],
  ["random-geometric-1", "Random, geometric 1"],
  ["random-geometric-2", "Random, geometric 2"],
  ["tolerance", "Nearest, within a tolerance"],
];

export const QUALITIES = {
  good: "The tree matches the hand closely.",
  poor: "The tree matches the hand, but pot, stacks or bet sizes differ more.",
  lost: "The hand and the tree are too far apart.",
  outside: "The tree does not have this decision.",
};

/** Return a text with symbols instead of the letters of suits, like J♥8♥ for Jh8h. */
export function withSymbols(text) {
  const cards = /\b(?:[2-9TJQKA][cdhs])+\b/g;
  return text.replace(cards, (match) => match.replace(/[cdhs]/g, (suit) => SUIT_SYMBOLS[suit]));
}

/** Show the way to a node: actions in words, and cards. */
export function lineElement(line) {
  if (!line.length) return h("span", {}, "the first decision");
  return h(
    "span",
    { class: "match-line" },
    line.map((step, at) => [at ? " · " : "", step.cards ? cardsElement(step.cards) : step.words]),
  );
}
