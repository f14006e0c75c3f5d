/** The action bar: fold, check or call, bet or raise with sizes, draw. */

import { fill, h } from "../dom.js";

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
 * Create the bar. `onanswer(answer, amount)` is called with what the person does; amounts are chips.
 * `show(decision)` offers the legal actions, `showDiscard(count)` updates the draw, `clear()` hides.
 */
export function actionBar(money, onanswer) {
  const buttons = h("div", { class: "action-buttons" });
  const sizes = h("div", { class: "size-buttons", role: "group", "aria-label": "Sizes" });
  const onEnter = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      answerRaise();
    }
  };
  const slider = h("input", {
    type: "range",
    "aria-label": "Amount",
    oninput: () => setAmount(Number(slider.value), slider),
    onkeydown: onEnter,
    onpointerup: () => slider.blur(),
  }); // so that keys act again
  const input = h("input", {
    type: "number",
    step: money.step,
    "aria-label": "Amount to bet or raise to",
    class: "amount-input",
    oninput: () => setAmount(money.fromInput(input.value), input),
    onkeydown: onEnter,
  });
  const sizing = h(
    "div",
    { class: "sizing" },
    sizes,
    h("div", { class: "size-fields" }, slider, input),
  );
  const element = h(
    "div",
    { class: "action-bar", role: "group", "aria-label": "Your actions", tabindex: -1 },
    sizing,
    buttons,
  );
  let decision = null;
  let amount = null;
  let raiseButton = null;
  let discardButton = null;

  function answerRaise() {
    const answer = decision?.answers.find((each) => each === "bet" || each === "raise");
    if (answer && isLegal(amount)) onanswer(answer, amount);
  }

  function isLegal(chips) {
    return (
      Number.isFinite(chips) && chips >= decision.min_raise_to && chips <= decision.max_raise_to
    );
  }

  function setAmount(chips, source = null) {
    amount = chips;
    if (source !== slider) slider.value = chips;
    if (source !== input) input.value = money.toInput(chips);
    const isFine = isLegal(chips);
    input.setAttribute("aria-invalid", String(!isFine));
    for (const button of sizes.children)
      button.setAttribute("aria-pressed", String(Number(button.dataset.amount) === chips));
    if (!raiseButton) return;
    const answer = decision.answers.includes("bet") ? "bet" : "raise";
    raiseButton.disabled = !isFine;
    const isAllIn = decision.is_all_in && chips === decision.max_raise_to;
    fill(
      raiseButton,
      isAllIn ? "All-in " : `${NAMES[answer]} `,
      h("strong", { class: "number" }, Number.isFinite(chips) ? money.text(chips) : "?"),
      key(answer),
    );
  }

  function key(answer) {
    return h("kbd", { "aria-hidden": "true" }, KEYS[answer]);
  }

  function sizeOptions() {
    const { min_raise_to: low, max_raise_to: high } = decision;
    const last = decision.is_all_in ? "All-in" : "Max";
    return [
      ["Min", low],
      ...decision.sizes.map(([name, chips]) => [name === "pot" ? "Pot" : name, chips]),
      [last, high],
    ];
  }

  function actionButton(answer) {
    if (answer === "discard") {
      discardButton = h("button", {
        type: "button",
        class: "primary",
        "data-answer": answer,
        onclick: () => onanswer("discard"),
      });
      showDiscard(0);
      return discardButton;
    }
    if (answer === "bet" || answer === "raise") {
      raiseButton = h("button", {
        type: "button",
        class: "primary",
        "data-answer": answer,
        onclick: answerRaise,
      });
      return raiseButton;
    }
    const chips = { call: decision.to_call, bring_in: decision.bring_in }[answer];
    return h(
      "button",
      {
        type: "button",
        "data-answer": answer,
        class: answer === "fold" ? "fold" : null,
        onclick: () => onanswer(answer),
      },
      NAMES[answer],
      chips ? [" ", h("strong", { class: "number" }, money.text(chips))] : null,
      key(answer),
    );
  }

  function show(next) {
    decision = next;
    raiseButton = discardButton = null;
    fill(buttons, next.answers.map(actionButton));
    const canRaise = next.min_raise_to !== null;
    sizing.hidden = !canRaise || next.min_raise_to === next.max_raise_to;
    element.hidden = false;
    if (!canRaise) return;
    Object.assign(slider, { min: next.min_raise_to, max: next.max_raise_to, step: 1 });
    Object.assign(input, {
      min: money.toInput(next.min_raise_to),
      max: money.toInput(next.max_raise_to),
    });
    fill(
      sizes,
      sizeOptions().map(([name, chips], place) =>
        h(
          "button",
          {
            type: "button",
            "data-amount": chips,
            "aria-pressed": "false",
            title: `key ${place + 1}`,
            onclick: () => setAmount(chips),
          },
          name,
        ),
      ),
    );
    setAmount(next.min_raise_to);
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
    if (answer === "bet" || answer === "raise") answerRaise();
    else if (answer) onanswer(answer);
    else if (/^[1-9]$/.test(pressed) && !sizing.hidden && sizes.children[pressed - 1])
      sizes.children[pressed - 1].click();
    else return false;
    return true;
  }

  clear();
  return { element, show, showDiscard, clear, press };
}
