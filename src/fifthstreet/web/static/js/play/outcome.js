/** How a hand ended, and what can be done next. */

import { cardsElement } from "../cards.js";
import { button, checkbox, h } from "../dom.js";

/** Return what the person has won, in words. */
export function verdictWords(payoff, money) {
  if (payoff === 0) return "You break even";
  return payoff > 0 ? `You win ${money.text(payoff)}` : `You lose ${money.text(-payoff)}`;
}

/** Return the seats that win chips. */
export function winningSeats(result) {
  return result.payoffs.flatMap((payoff, seat) => (payoff > 0 ? [seat] : []));
}

/** Show the end of a hand of a reply; `reveals` says whether all cards are shown. */
export function outcomeElements(reply, { money, reveals, nextHand, setReveals, saveHands }) {
  const { result } = reply;
  const own = result.payoffs[reply.person];
  const next = button(["Next hand", h("kbd", { "aria-hidden": "true" }, "N")], nextHand, {
    class: "primary",
    "data-next": true,
  });
  return [
    h(
      "div",
      { class: "outcome-text" },
      h("strong", { class: own > 0 ? "won" : own < 0 ? "lost" : "" }, verdictWords(own, money)),
      result.is_showdown ? shownHands(reply) : null,
    ),
    h(
      "div",
      { class: "row" },
      reply.is_over ? h("span", { class: "muted" }, "The session is over.") : next,
      checkbox("show all cards", reveals, setReveals),
      button("Save hands (PHH)", saveHands),
    ),
  ];
}

function shownHands({ result, seats }) {
  return winningSeats(result)
    .filter((seat) => result.texts[seat].length)
    .map((seat) =>
      h(
        "span",
        { class: "shown-hand" },
        `${seats[seat].name}: `,
        result.texts[seat].map(handElement),
      ),
    );
}

/** Return the name of a hand like "Two pair (AsKdAhKc4d)" without its cards. */
export function handName(text) {
  return text.replace(/ \(.*\)$/, "");
}

function handElement(text) {
  const cards = text.match(/\((.*)\)$/);
  return h("span", {}, `${handName(text)} `, cards ? cardsElement(cards[1]) : null);
}
