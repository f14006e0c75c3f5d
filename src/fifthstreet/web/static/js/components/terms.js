/** Terms of poker and game theory, explained where they appear. */

import { h } from "../dom.js";
import { toast } from "./toast.js";

const TERMS = {
  "EV loss": "What an action wins less, on average, than the best one.",
  EV: "Expected value: what a hand or a range wins on average from here on.",
  Equity: "The share of the pot that a hand wins if no more is bet and all cards are dealt.",
  EQR: "Equity realisation: EV divided by equity times the pot. Above 1, a hand wins more than its equity.",
  Combos: "Combinations of two cards, counted with their weights: a pair has 6, AKs 4, AKo 12.",
  Reach: "How often a hand is still held when play gets here.",
  Frequency: "How often the range takes the action.",
  Exploitability:
    "What a perfect opponent wins on average against these strategies: the error of all numbers.",
  Error:
    "Exploitability: what a perfect opponent wins on average against these strategies, in % of the pot.",
  Texture: "Which suits, pairs and straights a flop allows.",
  Dealt: "How often this flop and those that differ only in suits are dealt.",
  Draw: "What a hand can still make: a flush draw, an open-ended straight draw, a gutshot.",
};

/** Return what a title begins with, if that is a term: "EV" of "EV, bb" and of "EV of OOP". */
function termOf(title) {
  return Object.keys(TERMS).find(
    (term) => title === term || title.startsWith(`${term},`) || title.startsWith(`${term} `),
  );
}

/** Return the explanation of a title; null if it is not a term. */
export function explanation(title) {
  return typeof title === "string" ? (TERMS[termOf(title)] ?? null) : null;
}

/** Show a title; a term is explained when it is pointed at or clicked. */
export function explained(title) {
  const words = explanation(title);
  if (!words) return title;
  return h("abbr", { class: "term", title: words, onclick: () => toast(words) }, title);
}
