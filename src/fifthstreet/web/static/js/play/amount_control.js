/** The amount of a bet or raise: buttons for sizes, a slider and a number. */

import { button, fill, h } from "../dom.js";

/**
 * Create the control. `offer(decision)` offers the amounts of a decision; `onchange()` is called
 * when the amount changes, and `onenter()` when Enter is pressed.
 */
export function amountControl(money, { onchange, onenter }) {
  let decision = null;
  let chips = null;
  const sizes = h("div", { class: "size-buttons", role: "group", "aria-label": "Sizes" });
  const onkeydown = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onenter();
  };
  const slider = h("input", {
    type: "range",
    "aria-label": "Amount",
    oninput: () => set(Number(slider.value), slider),
    onkeydown,
    onpointerup: () => slider.blur(), // so that keys act again
  });
  const input = h("input", {
    type: "number",
    step: money.step,
    "aria-label": "Amount to bet or raise to",
    class: "amount-input",
    oninput: () => set(money.fromInput(input.value), input),
    onkeydown,
  });
  const element = h(
    "div",
    { class: "sizing" },
    sizes,
    h("div", { class: "size-fields" }, slider, input),
  );

  function isLegal() {
    const { min_raise_to: low, max_raise_to: high } = decision;
    return Number.isFinite(chips) && chips >= low && chips <= high;
  }

  function set(next, source = null) {
    chips = next;
    if (source !== slider) slider.value = chips;
    if (source !== input) input.value = money.toInput(chips);
    input.setAttribute("aria-invalid", String(!isLegal()));
    for (const each of sizes.children)
      each.setAttribute("aria-pressed", String(Number(each.dataset.amount) === chips));
    onchange();
  }

  function offer(next) {
    decision = next;
    const { min_raise_to: low, max_raise_to: high } = next;
    element.hidden = low === null || low === high;
    if (low === null) return;
    Object.assign(slider, { min: low, max: high, step: 1 });
    Object.assign(input, { min: money.toInput(low), max: money.toInput(high) });
    fill(
      sizes,
      sizeOptions(next).map(([name, amount], place) =>
        button(name, () => set(amount), {
          "data-amount": amount,
          "aria-pressed": "false",
          title: `key ${place + 1}`,
        }),
      ),
    );
    set(low);
  }

  return {
    element,
    offer,
    isLegal,
    get chips() {
      return chips;
    },
    /** Press a size by its key, 1 to 9; return whether there is one. */
    press(key) {
      const size = /^[1-9]$/.test(key) && !element.hidden ? sizes.children[key - 1] : null;
      size?.click();
      return Boolean(size);
    },
  };
}

function sizeOptions({ min_raise_to: low, max_raise_to: high, sizes, is_all_in: isAllIn }) {
  return [
    ["Min", low],
    ...sizes.map(([name, chips]) => [name === "pot" ? "Pot" : name, chips]),
    [isAllIn ? "All-in" : "Max", high],
  ];
}
