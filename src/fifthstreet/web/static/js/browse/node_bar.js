/** The bar of nodes: every decision of the line, with its actions and the one taken. */

import { cardElement, parseCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { chips } from "../format.js";

const NAMES = { oop: "OOP", ip: "IP" };

/** Create the bar; `go(path)` walks to a node. */
export function nodeBar(go) {
  const element = h("nav", { class: "node-bar", "aria-label": "Line" });

  function draw(node) {
    fill(
      element,
      node.line.map((at, place) => {
        const isLast = place === node.line.length - 1;
        return h(
          "div",
          { class: "bar-node", "aria-current": isLast ? "step" : null },
          h(
            "button",
            { type: "button", class: "quiet bar-head", onclick: () => go(at.path) },
            at.player
              ? h("strong", { class: at.player }, NAMES[at.player])
              : h("strong", {}, at.kind === "deal" ? "Deal" : at.kind),
            h("span", { class: "muted small" }, ` pot ${chips(at.pot)}`),
          ),
          at.kind === "deal" && at.taken ? cardElement(parseCards(at.taken)[0]) : null,
          at.steps.map((step, index) =>
            h(
              "button",
              {
                type: "button",
                class: "bar-action",
                "aria-pressed": String(at.taken === step),
                "data-path": `${at.path}:${step}`,
                onclick: () => go(`${at.path}:${step}`),
              },
              at.words[index],
            ),
          ),
        );
      }),
    );
    element.scrollLeft = element.scrollWidth;
  }

  return { element, draw };
}
