/** The table: seats around an oval, cards, bets, the pot and the button. */

import { cardWords, RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { fill, h } from "../dom.js";
import { actionLabel } from "./hand_log.js";

const HIDDEN = "??";

/** Show a playing card of text like "As"; "??" lies face down. */
export function playingCard(
  text,
  { isDim = false, onclick = null, isChosen = false, isUp = false } = {},
) {
  const classes = ["play-card", isDim && "is-dim", isUp && "is-up"].filter(Boolean);
  if (text === HIDDEN)
    return h("span", {
      class: [...classes, "is-back"].join(" "),
      role: "img",
      "aria-label": "hidden card",
    });
  const [rank, suit] = text;
  const words = cardWords(4 * RANKS.indexOf(rank) + SUITS.indexOf(suit));
  const face = [
    h("span", { class: "rank" }, rank === "T" ? "10" : rank),
    h("span", { class: "suit" }, SUIT_SYMBOLS[suit]),
  ];
  const attributes = { class: [...classes, `suit-${suit}`].join(" ") };
  if (!onclick) return h("span", { ...attributes, role: "img", "aria-label": words }, face);
  return h(
    "button",
    {
      ...attributes,
      type: "button",
      "aria-pressed": String(isChosen),
      "aria-label": `discard ${words}`,
      onclick,
    },
    face,
  );
}

/** Show chips with their amount. */
function chipsElement(amount, money, name) {
  return h(
    "span",
    { class: "bet-amount" },
    h("span", { class: "chip", "aria-hidden": "true" }),
    h("span", { class: "visually-hidden" }, `${name} has bet `),
    money.text(amount),
  );
}

/** Replace the children of an element only if what they show has changed, so that cards move once. */
function refill(element, key, children) {
  const text = JSON.stringify(key);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  fill(element, children());
}

/**
 * Create the table of `data` (a reply of the server). `draw(scene, state)` shows a scene; `state`
 * has the last event, the seats that win, whose turn it is, and cards that are revealed.
 */
export function tableView(data, money) {
  const count = data.seats.length;
  const labels = new Map(); // last action of each seat on this street
  const board = h("div", { class: "board" });
  const pot = h("div", { class: "pot", "aria-live": "off" });
  const note = h("div", { class: "table-note" });
  const seats = data.seats.map((seat, index) => seatElement(seat, index));
  const element = h(
    "div",
    { class: `felt seats-${count}`, role: "group", "aria-label": `Table of ${data.variant_name}` },
    h("div", { class: "felt-oval", "aria-hidden": "true" }),
    h("div", { class: "middle" }, board, pot, note),
    seats.map((seat) => [seat.place, seat.bet]),
  );

  function seatElement(seat, index) {
    // The person sits at the bottom; the others follow clockwise.
    const angle = Math.PI / 2 + (2 * Math.PI * (index - data.person)) / count;
    const style = (node) => {
      node.style.setProperty("--cos", Math.cos(angle).toFixed(4));
      node.style.setProperty("--sin", Math.sin(angle).toFixed(4));
      return node;
    };
    const parts = {
      cards: h("div", { class: "seat-cards" }),
      stack: h("span", { class: "seat-stack number" }),
      label: h("span", { class: "seat-label" }),
      button: h("span", { class: "dealer", role: "img", "aria-label": "dealer button" }, "D"),
    };
    const place = style(
      h(
        "div",
        {
          class: `seat${index === data.person ? " is-person" : ""}`,
          role: "group",
          "aria-label": seat.name,
        },
        parts.cards,
        h(
          "div",
          { class: "seat-box" },
          h("span", { class: "seat-name", title: seat.name }, seat.name),
          parts.stack,
          parts.label,
          parts.button,
        ),
      ),
    );
    return { ...parts, place, bet: style(h("div", { class: "seat-bet" })) };
  }

  function draw(
    scene,
    {
      frame = null,
      button = null,
      turn = null,
      winners = [],
      revealed = null,
      onpick = null,
      chosen = new Set(),
    } = {},
  ) {
    if (frame) noteLabel(frame);
    seats.forEach((seat, index) => {
      const isIn = scene.in_hand[index];
      const isDealtIn = isIn || scene.cards[index].length > 0 || labels.has(index);
      seat.place.classList.toggle("is-out", !isIn);
      seat.place.classList.toggle("is-turn", turn === index);
      seat.place.classList.toggle("is-winner", winners.includes(index));
      if (turn === index) seat.place.setAttribute("aria-current", "true");
      else seat.place.removeAttribute("aria-current");
      seat.stack.textContent =
        isDealtIn && scene.stacks[index] === 0 && isIn ? "all-in" : money.text(scene.stacks[index]);
      const label = labels.get(index);
      seat.label.textContent = label ? label.text : "";
      seat.label.className = `seat-label${label ? ` label-${label.kind}` : ""}`;
      seat.button.hidden = button !== index;
      const isHidden = scene.cards[index].every((card) => card === HIDDEN);
      const cards =
        revealed && isHidden && revealed[index].length ? revealed[index] : scene.cards[index];
      drawCards(seat, index, cards, {
        isIn,
        isUp: scene.is_up[index],
        onpick: index === data.person ? onpick : null,
        chosen,
      });
      const bet = scene.bets[index];
      refill(seat.bet, bet, () =>
        bet > 0 ? chipsElement(bet, money, data.seats[index].name) : null,
      );
    });
    scene.boards.forEach((cards, row) => {
      if (!board.children[row]) board.append(h("div", { class: "board-row" }));
      addCards(board.children[row], cards);
    });
    const total = scene.pot + scene.bets.reduce((sum, bet) => sum + bet, 0);
    fill(
      pot,
      total > 0
        ? [
            h("span", { class: "pot-name" }, "Pot "),
            h("strong", { class: "number" }, money.text(total)),
            scene.pots.length
              ? h(
                  "div",
                  { class: "side-pots" },
                  scene.pots.map((amount, place) =>
                    h(
                      "span",
                      {},
                      `${place ? `side ${scene.pots.length > 2 ? place : ""}` : "main"} ${money.text(amount)}`,
                    ),
                  ),
                )
              : null,
          ]
        : null,
    );
  }

  function drawCards(seat, index, cards, { isIn, isUp, onpick, chosen }) {
    const picked = onpick ? [...chosen] : [];
    refill(seat.cards, [cards, isIn, isUp, Boolean(onpick), picked], () =>
      cards.map((card, place) =>
        playingCard(card, {
          isDim: !isIn,
          isUp: isUp[place] && card !== HIDDEN && index === data.person,
          onclick: onpick ? () => onpick(place) : null,
          isChosen: chosen.has(place),
        }),
      ),
    );
    seat.cards.style.setProperty("--count", cards.length);
  }

  /** Add the cards of a board that are not shown yet, or begin again for a new hand. */
  function addCards(row, cards) {
    const shown = JSON.parse(row.dataset.shown ?? "[]");
    const isLonger = shown.every((card, place) => card === cards[place]);
    if (!isLonger) fill(row);
    row.append(...cards.slice(isLonger ? shown.length : 0).map((card) => playingCard(card)));
    row.dataset.shown = JSON.stringify(cards);
  }

  function noteLabel(frame) {
    if (["board", "collect"].includes(frame.kind)) {
      // Actions of the last street are over; folds stay.
      for (const [seat, label] of labels) if (label.kind !== "fold") labels.delete(seat);
    }
    const text = frame.seat === null ? null : actionLabel(frame, money);
    if (text) labels.set(frame.seat, { text, kind: frame.kind });
  }

  return {
    element,
    draw,
    clear: () => labels.clear(),
    setNote: (text) => {
      note.textContent = text;
    },
  };
}
