/** Common sizes as buttons, for the field of sizes that had the focus last. */

import { button, fill, h } from "../dom.js";

const BETS = ["25%", "33%", "50%", "66%", "75%", "100%", "150%", "e", "a"];
const RAISES = ["50%", "60%", "100%", "2.5x", "3x", "a"];
const WORDS = { e: "geometric", a: "all-in" };

/** Create the strip; `choose(input, kind)` lets it work on a field of bet, raise or donk sizes. */
export function sizeChips() {
  const element = h("div", { class: "row size-chips", role: "group" });
  let input = null;
  let sizes = [];

  function choose(next, kind) {
    input = next;
    sizes = kind === "raise" ? RAISES : BETS;
    element.setAttribute("aria-label", next.ariaLabel);
    draw();
  }

  function draw() {
    const chosen = parts(input.value);
    const chip = (size) =>
      button(WORDS[size] ?? size, () => toggle(size), {
        class: "size-chip",
        "aria-pressed": String(chosen.includes(size)),
        "data-chip": size,
      });
    const focused = element.contains(document.activeElement)
      ? document.activeElement.dataset.chip
      : null;
    fill(element, h("span", { class: "muted small" }, input.ariaLabel), sizes.map(chip));
    if (focused) element.querySelector(`[data-chip="${focused}"]`)?.focus();
  }

  /** Add a size, or remove it; everything else that was typed stays. */
  function toggle(size) {
    const chosen = parts(input.value);
    const next = chosen.includes(size)
      ? chosen.filter((each) => each !== size)
      : [...chosen, size].sort((one, two) => rank(one) - rank(two));
    input.value = next.join(", ");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
  }

  return { element, choose, draw };
}

function parts(text) {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}

/** Return the place of a size in a list: shares of the pot by size, then others, all-in last. */
function rank(size) {
  if (size === "a") return 1e9;
  const share = /^(\d+\.?\d*)%$/.exec(size);
  return share ? Number(share[1]) : 1e6;
}
