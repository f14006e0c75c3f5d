/** The bar of nodes: every decision of the line, with its actions and the one taken. */

import { cardElement, parseCards } from "../cards.js";
import { colourKey } from "../components/action_table.js";
import { button, fill, h } from "../dom.js";
import { percent } from "../format.js";

const NAMES = { oop: "OOP", ip: "IP" };

/**
 * Show a node of a bar with `path`, `steps`, their `words`, and the step that is `taken`.
 * `go(path)` walks to a node. `head` is shown on the node's own button, and `extra` after it;
 * `actions` have the colours and frequencies of the steps, if they are known.
 */
export function barNode(
  { path, steps, words, taken },
  { isCurrent, head, extra = null, actions = [], go },
) {
  return h(
    "div",
    { class: "bar-node", "aria-current": isCurrent ? "step" : null },
    button(head, () => go(path), { class: "quiet bar-head" }),
    extra,
    steps.map((step, place) =>
      button(actionWords(words[place], actions[place]), () => go(`${path}:${step}`), {
        class: "bar-action",
        "aria-pressed": String(taken === step),
        "data-step": step,
        "data-path": `${path}:${step}`,
      }),
    ),
  );
}

function actionWords(words, action) {
  if (!action) return words;
  return [
    colourKey(action.colour),
    words,
    h("span", { class: "number muted" }, percent(action.frequency, 0)),
  ];
}

/** Create the bar; `go(path)` walks to a node, and `known(path)` returns one that was seen. */
export function nodeBar(go, known) {
  const element = h("nav", { class: "node-bar", "aria-label": "Line" });

  function draw(node) {
    const focused = element.contains(document.activeElement)
      ? document.activeElement.dataset.path
      : null;
    fill(
      element,
      node.line.map((at, place) =>
        barNode(at, {
          isCurrent: place === node.line.length - 1,
          head: [
            at.player
              ? h("strong", { class: at.player }, NAMES[at.player])
              : h("strong", {}, at.kind === "deal" ? "Deal" : at.kind),
            h("span", { class: "muted small" }, ` pot ${node.units.text(at.pot)}`),
          ],
          actions: (at.path === node.path ? node : known(at.path))?.actions,
          extra: at.kind === "deal" && at.taken ? cardElement(parseCards(at.taken)[0]) : null,
          go,
        }),
      ),
    );
    // Not at once, which would lay out the page before the rest of the node is drawn.
    requestAnimationFrame(() => {
      element.scrollLeft = element.scrollWidth;
    });
    if (focused) element.querySelector(`[data-path="${focused}"]`)?.focus();
  }

  return { element, draw };
}
