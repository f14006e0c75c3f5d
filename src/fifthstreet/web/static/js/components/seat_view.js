/** A seat of the table: cards, name, stack, the last action, the bet and the button. */

import { cardWords, RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { fill, h } from "../dom.js";

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

/** Replace the children of an element if what they show has changed, so that cards move once. */
function refill(element, key, children) {
  const text = JSON.stringify(key);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  fill(element, children());
}

/**
 * Create the seat `name` at an angle of the oval. `draw(scene)` shows `isIn` (the hand), `isTurn`,
 * `isWinner`, `isDealer`, the `stack` as text, the last action as `label`, the `bet`, and `cards`
 * with `isUp`; `onpick(place)` lets the person choose cards.
 */
export function seatView(name, { angle, isPerson, money }) {
  const cards = h("div", { class: "seat-cards" });
  const stack = h("span", { class: "seat-stack number" });
  const label = h("span", { class: "seat-label" });
  const dealer = h("span", { class: "dealer", role: "img", "aria-label": "dealer button" }, "D");
  const bet = h("div", { class: `seat-bet${isPerson ? " is-own" : ""}` });
  const place = h(
    "div",
    { class: `seat${isPerson ? " is-person" : ""}`, role: "group", "aria-label": name },
    cards,
    h(
      "div",
      { class: "seat-box" },
      h("span", { class: "seat-name", title: name }, name),
      stack,
      label,
      dealer,
    ),
  );
  for (const each of [place, bet]) {
    each.style.setProperty("--cos", Math.cos(angle).toFixed(4));
    each.style.setProperty("--sin", Math.sin(angle).toFixed(4));
  }

  function drawCards(texts, { isIn, isUp, onpick, chosen }) {
    const picked = onpick ? [...chosen] : [];
    refill(cards, [texts, isIn, isUp, Boolean(onpick), picked], () =>
      texts.map((card, at) =>
        playingCard(card, {
          isDim: !isIn,
          isUp: isUp[at] && card !== HIDDEN && isPerson,
          onclick: onpick ? () => onpick(at) : null,
          isChosen: chosen.has(at),
        }),
      ),
    );
    cards.style.setProperty("--count", texts.length);
  }

  return {
    elements: [place, bet],
    draw(scene) {
      place.classList.toggle("is-out", !scene.isIn);
      place.classList.toggle("is-turn", scene.isTurn);
      place.classList.toggle("is-winner", scene.isWinner);
      if (scene.isTurn) place.setAttribute("aria-current", "true");
      else place.removeAttribute("aria-current");
      stack.textContent = scene.stack;
      label.textContent = scene.label?.text ?? "";
      label.className = `seat-label${scene.label ? ` label-${scene.label.kind}` : ""}`;
      dealer.hidden = !scene.isDealer;
      drawCards(scene.cards, scene);
      refill(bet, scene.bet, () => (scene.bet > 0 ? betElement(scene.bet, money, name) : null));
    },
  };
}

/** Return whether all cards lie face down. */
export function areHidden(cards) {
  return cards.every((card) => card === HIDDEN);
}

function betElement(amount, money, name) {
  return h(
    "span",
    { class: "bet-amount" },
    h("span", { class: "chip", "aria-hidden": "true" }),
    h("span", { class: "visually-hidden" }, `${name} has bet `),
    money.text(amount),
  );
}
