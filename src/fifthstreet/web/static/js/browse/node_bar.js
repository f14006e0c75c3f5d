/** The bar of nodes: every decision of the line, with its actions and the one taken. */

import { cardElement, parseCards } from "../cards.js";
import { button, fill, h } from "../dom.js";
import { chips } from "../format.js";

const NAMES = { oop: "OOP", ip: "IP" };

/**
 * Show a node of a bar with `path`, `steps`, their `words`, and the step that is `taken`.
 * `go(path)` walks to a node. `head` is shown on the node's own button, and `extra` after it.
 */
export function barNode({ path, steps, words, taken }, { isCurrent, head, extra = null, go }) {
  return h(
    "div",
    { class: "bar-node", "aria-current": isCurrent ? "step" : null },
    button(head, () => go(path), { class: "quiet bar-head" }),
    extra,
    steps.map((step, place) =>
      button(words[place], () => go(`${path}:${step}`), {
        class: "bar-action",
        "aria-pressed": String(taken === step),
        "data-step": step,
        "data-path": `${path}:${step}`,
      }),
    ),
  );
}

/** Create the bar; `go(path)` walks to a node. */
export function nodeBar(go) {
  const element = h("nav", { class: "node-bar", "aria-label": "Line" });

  function draw(node) {
    fill(
      element,
      node.line.map((at, place) =>
        barNode(at, {
          isCurrent: place === node.line.length - 1,
          head: [
            at.player
              ? h("strong", { class: at.player }, NAMES[at.player])
              : h("strong", {}, at.kind === "deal" ? "Deal" : at.kind),
            h("span", { class: "muted small" }, ` pot ${chips(at.pot)}`),
          ],
          extra: at.kind === "deal" && at.taken ? cardElement(parseCards(at.taken)[0]) : null,
          go,
        }),
      ),
    );
    element.scrollLeft = element.scrollWidth;
  }

  return { element, draw };
}
