/** Choose the cards of a board from a deck of 52. */

import { cardText, cardWords, parseCards, RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { button, field, fill, h } from "../dom.js";
import { setProblem } from "../validity.js";

const MAX_CARDS = 5;
const ACCEPTED = "A board has 3 to 5 different cards, like Jh8h5c";

/**
 * Create a picker of a board; `onchange(text)` gets its cards as text, also while the text that is
 * typed is not a board.
 */
export function boardPicker(initial, onchange) {
  let chosen = [...initial];
  const input = h("input", {
    size: 10,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "Jh8h5c",
    "data-field": "board",
    oninput: () => readText(),
    onchange: () => {
      if (!readText()) setProblem(input, ACCEPTED);
    },
  });
  const deck = h("div", { class: "deck", role: "group", "aria-label": "Board: cards" });

  /** Take what is typed; return whether it is cards. */
  function readText() {
    const cards = parseCards(input.value);
    const isRight = cards !== null && cards.length <= MAX_CARDS;
    chosen = isRight ? cards : [];
    drawDeck();
    if (isRight) setProblem(input, "");
    onchange(isRight ? cardsText(cards) : input.value);
    return isRight;
  }

  function set(cards, isQuiet = false) {
    chosen = cards;
    input.value = cardsText(cards);
    setProblem(input, "");
    drawDeck();
    if (!isQuiet) onchange(input.value);
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

  function drawDeck() {
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

  set(chosen, true);
  const element = h(
    "div",
    { class: "board-picker" },
    h(
      "div",
      { class: "fields" },
      field("Board", input),
      button("Random", randomFlop, { title: "A random flop" }),
      button("Clear", () => set([])),
    ),
    deck,
  );
  return {
    element,
    /** Show the board of a draft, which may be text that is not a board. */
    load: (text) => {
      set(parseCards(text) ?? [], true);
      if (parseCards(text) === null) input.value = text;
    },
  };
}

function cardsText(cards) {
  return cards.map(cardText).join("");
}
