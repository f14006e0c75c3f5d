/** The table of a drill: cards, pot and stacks, the line so far, and the actions. */

import { cardsElement } from "../cards.js";
import { button, h } from "../dom.js";
import { chips } from "../format.js";

const SEAT_WORDS = { oop: "OOP", ip: "IP" };

function seat(name, title, cards, stack, isToAct, last) {
  return h(
    "div",
    { class: `seat${isToAct ? " is-to-act" : ""}` },
    h(
      "div",
      { class: "row" },
      h("span", { class: `seat-name ${name}` }, SEAT_WORDS[name]),
      h("span", { class: "muted small" }, title),
    ),
    h("div", { class: "hole" }, cards),
    h("div", { class: "small" }, h("span", { class: "number" }, chips(stack)), " behind"),
    last ? h("div", { class: "last-action" }, last) : null,
  );
}

function backs() {
  return h(
    "span",
    { class: "cards", role: "img", "aria-label": "two hidden cards" },
    h("span", { class: "card back" }),
    h("span", { class: "card back" }),
  );
}

/** Show the line so far, street by street. */
export function lineElement(line, learner) {
  const parts = [];
  let street = null;
  for (const step of line) {
    if (step.street !== street) {
      street = step.street;
      parts.push(h("li", { class: "street" }, street));
    }
    parts.push(
      step.player === null
        ? h("li", {}, cardsElement(step.words))
        : h(
            "li",
            { class: step.player.toLowerCase() === learner ? "own" : null },
            h("span", { class: step.player.toLowerCase() }, step.player),
            ` ${step.words}`,
          ),
    );
  }
  return h(
    "ol",
    { class: "line", "aria-label": "The line so far" },
    parts.length ? parts : h("li", { class: "muted" }, "first decision of the hand"),
  );
}

/** Show a question as a table; `end` shows how the hand ended instead, with both hands. */
export function tableElement(question, end = null) {
  const learner = question.seat;
  const other = learner === "oop" ? "ip" : "oop";
  const { pot, stacks, board } = end ?? question;
  const [own, opposing] = learner === "oop" ? stacks : [...stacks].reverse();
  const steps = end ? end.line : question.line;
  const lastOf = (name) => steps.filter((step) => step.player?.toLowerCase() === name).at(-1);
  const isFresh = (step) => step && !end && step.street === question.street;
  const lastOther = lastOf(other);
  return h(
    "div",
    { class: "felt" },
    seat(
      other,
      "opponent",
      end ? cardsElement(end.holes[other]) : backs(),
      opposing,
      false,
      isFresh(lastOther) ? lastOther.words : null,
    ),
    h(
      "div",
      { class: "middle" },
      h("div", { class: "board", "aria-label": "Board", role: "group" }, cardsElement(board)),
      h(
        "div",
        { class: "pot" },
        "Pot ",
        h("strong", { class: "number" }, chips(pot)),
        question.to_call && !end
          ? [" · to call ", h("strong", { class: "number" }, chips(question.to_call))]
          : null,
      ),
    ),
    seat(learner, "you", cardsElement(question.hole), own, !end, null),
  );
}

/** Show the buttons of a question; `choose(action)` is called with the one that is chosen. */
export function actionButtons(question, choose) {
  return h(
    "div",
    { class: "action-buttons", role: "group", "aria-label": "Your action" },
    question.actions.map(({ action, words }, place) =>
      button(
        [place < 9 ? h("kbd", { "aria-hidden": "true" }, String(place + 1)) : null, words],
        () => choose(action),
        {
          class: "action-button",
          "data-action": action,
          "aria-keyshortcuts": place < 9 ? String(place + 1) : null,
        },
      ),
    ),
  );
}
