/** Cards, hands and the 169 classes, numbered as in the package. */

import { h } from "./dom.js";

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const SUIT_SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const HANDS = 1326;

/** Return the text of a card, 0 to 51. */
export function cardText(card) {
  return RANKS[card >> 2] + SUITS[card & 3];
}

/** Return the cards of text like "Jh8h5c"; null if it is not cards. */
export function parseCards(text) {
  const symbols = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  const plain = text
    .replace(/[♣♦♥♠]/g, (symbol) => symbols[symbol])
    .replace(/10/g, "T")
    .replace(/[\s,]/g, "");
  if (plain.length % 2) return null;
  const cards = [];
  for (let at = 0; at < plain.length; at += 2) {
    const rank = RANKS.indexOf(plain[at].toUpperCase());
    const suit = SUITS.indexOf(plain[at + 1].toLowerCase());
    if (rank < 0 || suit < 0) return null;
    cards.push(4 * rank + suit);
  }
  return new Set(cards).size === cards.length ? cards : null;
}

/** Return the index of a hand: the order of the package, and of PioSOLVER. */
export function holeIndex(first, second) {
  const [low, high] = first < second ? [first, second] : [second, first];
  return (high * (high - 1)) / 2 + low;
}

// By index of a hand: its cards, high first, and its class.
export const HOLE_CARDS = [];
export const HOLE_CLASS = [];
for (let high = 1; high < 52; high += 1) {
  for (let low = 0; low < high; low += 1) {
    HOLE_CARDS.push([high, low]);
    const [row, column] = [12 - (high >> 2), 12 - (low >> 2)];
    const isSuited = (high & 3) === (low & 3);
    // Suited hands are above the diagonal, offsuit hands below.
    HOLE_CLASS.push(isSuited || row === column ? 13 * row + column : 13 * column + row);
  }
}

// By class, row by row: its name and the indices of its hands.
export const CLASS_NAMES = [];
export const CLASS_HANDS = Array.from({ length: 169 }, () => []);
for (let row = 0; row < 13; row += 1) {
  for (let column = 0; column < 13; column += 1) {
    const [high, low] = [RANKS[12 - Math.min(row, column)], RANKS[12 - Math.max(row, column)]];
    CLASS_NAMES.push(high + low + (row === column ? "" : row < column ? "s" : "o"));
  }
}
HOLE_CLASS.forEach((place, hole) => {
  CLASS_HANDS[place].push(hole);
});

/** Return the text of a hand, like "AhQh". */
export function holeText(hole) {
  return HOLE_CARDS[hole].map(cardText).join("");
}

/** Return words for a card, for screen readers. */
export function cardWords(card) {
  const names = { T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
  const rank = RANKS[card >> 2];
  return `${names[rank] ?? rank} of ${SUIT_NAMES[SUITS[card & 3]]}`;
}

/** Show a card. */
export function cardElement(card) {
  const suit = SUITS[card & 3];
  return h(
    "span",
    { class: `card suit-${suit}`, role: "img", "aria-label": cardWords(card) },
    RANKS[card >> 2] + SUIT_SYMBOLS[suit],
  );
}

/** Return cards like "Jh8h5c" with the symbols of their suits. */
export function cardSymbols(text) {
  return text.replace(/([2-9TJQKA])([cdhs])/g, (_, rank, suit) => rank + SUIT_SYMBOLS[suit]);
}

/** Show cards side by side; text like "Jh8h5c" or a list of numbers. */
export function cardsElement(cards) {
  const list = typeof cards === "string" ? (parseCards(cards) ?? []) : cards;
  return h("span", { class: "cards" }, list.map(cardElement));
}
