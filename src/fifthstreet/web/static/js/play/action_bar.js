/** The action bar: fold, check or call, bet or raise with sizes, draw. */

import { button, fill, h } from "../dom.js";
import { amountControl } from "./amount_control.js";

const KEYS = {
  fold: "F",
  check: "C",
  call: "C",
  bring_in: "B",
  bet: "R",
  raise: "R",
  discard: "D",
};
const NAMES = {
  fold: "Fold",
  check: "Check",
  call: "Call",
  bring_in: "Bring in",
  bet: "Bet",
  raise: "Raise to",
};

/**
 * Create the bar. `onanswer(answer, amount)` is called with what the person does, in chips.
 * `show(decision)` offers the legal actions, `showDiscard(count)` updates the draw, and `clear()`
 * hides the bar.
 */
export function actionBar(money, onanswer) {
  let decision = null;
  let raiseButton = null;
  let discardButton = null;
  const buttons = h("div", { class: "action-buttons" });
  const amount = amountControl(money, { onchange: drawRaise, onenter: answerRaise });
  const element = h(
    "div",
    { class: "action-bar", role: "group", "aria-label": "Your actions", tabindex: -1 },
    amount.element,
    buttons,
  );

  function answerRaise() {
    const answer = decision?.answers.find(isRaise);
    if (answer && amount.isLegal()) onanswer(answer, amount.chips);
  }

  function drawRaise() {
    if (!raiseButton) return;
    const { chips } = amount;
    const answer = decision.answers.find(isRaise);
    const isAllIn = decision.is_all_in && chips === decision.max_raise_to;
    raiseButton.disabled = !amount.isLegal();
    fill(
      raiseButton,
      isAllIn ? "All-in " : `${NAMES[answer]} `,
      h("strong", { class: "number" }, Number.isFinite(chips) ? money.text(chips) : "?"),
      key(answer),
    );
  }

  function actionButton(answer) {
    const attributes = { class: "primary", "data-answer": answer };
    if (answer === "discard") {
      discardButton = button(null, () => onanswer("discard"), attributes);
      showDiscard(0);
      return discardButton;
    }
    if (isRaise(answer)) {
      raiseButton = button(null, answerRaise, attributes);
      return raiseButton;
    }
    const chips = { call: decision.to_call, bring_in: decision.bring_in }[answer];
    const words = chips ? [" ", h("strong", { class: "number" }, money.text(chips))] : null;
    return button([NAMES[answer], words, key(answer)], () => onanswer(answer), {
      ...attributes,
      class: answer === "fold" ? "fold" : null,
    });
  }

  function show(next) {
    decision = next;
    raiseButton = discardButton = null;
    fill(buttons, next.answers.map(actionButton));
    element.hidden = false;
    amount.offer(next);
  }

  function showDiscard(count) {
    if (discardButton)
      fill(discardButton, count ? `Discard ${count}` : "Stand pat", key("discard"));
  }

  function clear() {
    decision = null;
    element.hidden = true;
  }

  /** Act on a key; return whether the key was used. */
  function press(pressed) {
    if (!decision) return false;
    const answer = decision.answers.find(
      (each) => KEYS[each].toLowerCase() === pressed.toLowerCase(),
    );
    if (!answer) return amount.press(pressed);
    if (isRaise(answer)) answerRaise();
    else onanswer(answer);
    return true;
  }

  clear();
  return { element, show, showDiscard, clear, press };
}

function isRaise(answer) {
  return answer === "bet" || answer === "raise";
}

function key(answer) {
  return h("kbd", { "aria-hidden": "true" }, KEYS[answer]);
}
