/** Choose the cards of a board from a deck of 52. */

import { cardText, cardWords, parseCards, RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { button, field, fill, h } from "../dom.js";

const MAX_CARDS = 5;

/** Create a picker of a board; `onchange(cards)` gets the numbers of the cards. */
export function boardPicker(initial, onchange) {
  let chosen = [...initial];
  const input = h("input", {
    size: 12,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Jh8h5c",
    onchange: readText,
  });
  const deck = h("div", { class: "deck", role: "group", "aria-label": "Board: cards" });

  function readText() {
    const cards = parseCards(input.value);
    const isRight = cards !== null && cards.length <= MAX_CARDS;
    input.setAttribute("aria-invalid", String(!isRight));
    if (isRight) set(cards);
  }

  function set(cards, isQuiet = false) {
    chosen = cards;
    draw();
    if (!isQuiet) onchange(chosen);
  }

  function toggle(card) {
    if (chosen.includes(card)) set(chosen.filter((each) => each !== card));
    else if (chosen.length < MAX_CARDS) set([...chosen, card]);
  }

  function randomFlop() {
    const cards = [...Array(52).keys()];
    for (let at = 0; at < 3; at += 1) {
      const other = at + (crypto.getRandomValues(new Uint32Array(1))[0] % (52 - at));
      [cards[at], cards[other]] = [cards[other], cards[at]];
    }
    set(cards.slice(0, 3));
  }

  function draw() {
    input.value = chosen.map(cardText).join("");
    input.setAttribute("aria-invalid", "false");
    const focused = deck.contains(document.activeElement)
      ? document.activeElement.dataset.card
      : null;
    fill(
      deck,
      [3, 2, 1, 0].flatMap((suit) =>
        [...RANKS].map((_, place) => {
          const card = 4 * (12 - place) + suit;
          const letter = SUITS[suit];
          return button(RANKS[12 - place] + SUIT_SYMBOLS[letter], () => toggle(card), {
            class: `deck-card suit-${letter}`,
            "data-card": cardText(card),
            "aria-pressed": String(chosen.includes(card)),
            "aria-label": cardWords(card),
          });
        }),
      ),
    );
    if (focused) deck.querySelector(`[data-card="${focused}"]`)?.focus();
  }

  draw();
  const element = h(
    "div",
    { class: "board-picker" },
    h(
      "div",
      { class: "fields" },
      field("Board", input),
      button("Random flop", randomFlop),
      button("Clear", () => set([])),
    ),
    deck,
  );
  return { element, set: (cards) => set(cards, true) };
}
