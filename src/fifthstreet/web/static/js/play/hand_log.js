/** The events of a hand in words, and the log that lists them. */

import { cardsElement } from "../cards.js";
import { fill, h } from "../dom.js";

const FORCED = { ante: "posts an ante of", blind: "posts a blind of", bring_in: "brings in for" };
const STREETS = { 3: "Flop", 4: "Turn", 5: "River" };

/** Return whether the player has no chips left in the scene of an event. */
function isAllIn(frame) {
  return frame.scene.stacks[frame.seat] === 0;
}

/** Return what an event is called, without the name of the player; null for what needs no words. */
function frameWords(frame, money) {
  const amount = frame.amount === null ? "" : money.text(frame.amount);
  const allIn = () => (isAllIn(frame) ? ", all-in" : "");
  switch (frame.kind) {
    case "ante":
    case "blind":
    case "bring_in":
      return `${FORCED[frame.kind]} ${amount}${allIn()}`;
    case "fold":
      return "folds";
    case "check":
      return "checks";
    case "call":
      return `calls ${amount}${allIn()}`;
    case "bet":
      return `bets ${amount}${allIn()}`;
    case "raise":
      return `raises to ${amount}${allIn()}`;
    case "discard":
      return frame.amount ? `discards ${frame.amount}` : "stands pat";
    case "show":
      return "shows";
    case "muck":
      return "mucks";
    case "win":
      return `wins ${amount}`;
    default:
      return null;
  }
}

/** Return a short label of an action for a seat, like "Raise 12"; null for other events. */
export function actionLabel(frame, money) {
  const amount = frame.amount === null ? "" : money.text(frame.amount);
  if (["call", "bet", "raise"].includes(frame.kind) && isAllIn(frame)) return `All-in ${amount}`;
  const labels = {
    fold: "Fold",
    check: "Check",
    call: `Call ${amount}`,
    bet: `Bet ${amount}`,
    raise: `Raise ${amount}`,
    bring_in: `Brings in ${amount}`,
    discard: frame.amount ? `Draws ${frame.amount}` : "Stands pat",
    muck: "Mucks",
    win: `Wins ${amount}`,
  };
  return labels[frame.kind] ?? null;
}

/** Create the log; `add(frame)` appends an event, `clear(hand)` begins a hand. */
export function handLog(names, person, money) {
  const list = h("ol", { class: "hand-log", tabindex: 0, "aria-label": "Events of the hand" });

  let deal = null; // the line of the last cards dealt to the person

  function add(frame) {
    if (frame.kind === "deal" && frame.seat !== person) return;
    if (frame.kind === "deal" && deal) {
      deal.append(" ", cardsElement(frame.cards.join("")));
      return;
    }
    const line = entry(frame);
    if (!line) return;
    deal = frame.kind === "deal" ? line : null;
    list.append(line);
    list.scrollTop = list.scrollHeight;
  }

  function entry(frame) {
    if (frame.kind === "board") {
      const dealt = frame.scene.boards.reduce((most, board) => Math.max(most, board.length), 0);
      return h(
        "li",
        { class: "street" },
        h("strong", {}, frame.scene.boards.length === 1 ? (STREETS[dealt] ?? "Board") : "Board"),
        " ",
        cardsElement(frame.cards.join("")),
      );
    }
    if (frame.kind === "deal") {
      return h("li", { class: "muted" }, "You are dealt ", cardsElement(frame.cards.join("")));
    }
    const words = frameWords(frame, money);
    if (!words) return null;
    // "You fold", but "Ann folds".
    const said =
      frame.seat === person && names[person] === "You" ? words.replace(/^(\w+)s\b/, "$1") : words;
    const isCards = frame.kind === "show" || (frame.kind === "discard" && frame.seat === person);
    return h(
      "li",
      { class: `event-${frame.kind}` },
      h("span", { class: frame.seat === person ? "log-own" : "log-name" }, names[frame.seat]),
      ` ${said} `,
      isCards && frame.cards.length ? cardsElement(frame.cards.join("")) : null,
    );
  }

  return {
    element: h("section", { class: "panel", "aria-label": "Log" }, h("h2", {}, "Hand"), list),
    add,
    clear: () => {
      deal = null;
      fill(list);
    },
  };
}
