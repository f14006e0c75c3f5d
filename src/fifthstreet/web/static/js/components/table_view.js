/** The table of Play and Train: seats around an oval, cards, bets, the pot and the button. */

import { fill, h } from "../dom.js";
import { areHidden, playingCard, seatView } from "./seat_view.js";

/**
 * Create the table of `data`: its `seats` by name, the place of the `person`, and `variant_name`.
 * `labelOf(seat)` returns the last action of a seat. `draw(scene, state)` shows a scene; `state`
 * has the seats that win, whose turn it is, and cards that are revealed.
 */
export function tableView(data, money, labelOf) {
  const count = data.seats.length;
  const board = h("div", { class: "board" });
  const pot = h("div", { class: "pot", "aria-live": "off" });
  const words = h("div", { class: "table-note" });
  const seats = data.seats.map(({ name }, index) =>
    seatView(name, {
      // The person sits at the bottom; the others follow clockwise.
      angle: Math.PI / 2 + (2 * Math.PI * (index - data.person)) / count,
      isPerson: index === data.person,
      money,
    }),
  );

  function draw(scene, state = {}) {
    seats.forEach((seat, index) => {
      seat.draw(seatScene(scene, index, state));
    });
    scene.boards.forEach((cards, row) => {
      if (!board.children[row]) board.append(h("div", { class: "board-row" }));
      addCards(board.children[row], cards);
    });
    fill(pot, potElements(scene, money));
  }

  function seatScene(scene, index, { button, turn, winners, revealed, onpick, chosen }) {
    const isIn = scene.in_hand[index];
    const stack = scene.stacks[index];
    const isRevealed = revealed?.[index].length > 0 && areHidden(scene.cards[index]);
    return {
      isIn,
      isTurn: turn === index,
      isWinner: Boolean(winners?.includes(index)),
      isDealer: button === index,
      stack: stackWords(isIn, stack),
      label: labelOf(index),
      bet: scene.bets[index],
      cards: isRevealed ? revealed[index] : scene.cards[index],
      isUp: scene.is_up[index],
      onpick: index === data.person ? (onpick ?? null) : null,
      chosen: chosen ?? new Set(),
    };
  }

  function stackWords(isIn, stack) {
    if (stack === null) return "";
    return isIn && stack === 0 ? "all-in" : money.text(stack);
  }

  return {
    element: h(
      "div",
      {
        class: `felt seats-${count}`,
        role: "group",
        "aria-label": `Table of ${data.variant_name}`,
      },
      h("div", { class: "felt-oval", "aria-hidden": "true" }),
      h("div", { class: "middle" }, board, pot, words),
      seats.map((seat) => seat.elements),
    ),
    draw,
    setNote: (text) => {
      words.textContent = text;
    },
  };
}

/** Add the cards of a board that are not shown yet, or begin again for a new hand. */
function addCards(row, cards) {
  const shown = JSON.parse(row.dataset.shown ?? "[]");
  const isLonger = shown.every((card, place) => card === cards[place]);
  if (!isLonger) fill(row);
  row.append(...cards.slice(isLonger ? shown.length : 0).map((card) => playingCard(card)));
  row.dataset.shown = JSON.stringify(cards);
}

function potElements({ pot, bets, pots }, money) {
  const total = pot + bets.reduce((sum, bet) => sum + bet, 0);
  if (!(total > 0)) return null;
  const name = (place) => (place ? `side ${pots.length > 2 ? place : ""}` : "main");
  const sides = pots.map((amount, place) => h("span", {}, `${name(place)} ${money.text(amount)}`));
  return [
    h("span", { class: "pot-name" }, "Pot "),
    h("strong", { class: "number" }, money.text(total)),
    pots.length ? h("div", { class: "side-pots" }, sides) : null,
  ];
}
