/** A node of a solution: its line, its numbers, the grids of both players, and details. */

import { cardsElement } from "../cards.js";
import { handFilter } from "../components/hand_filter.js";
import { choices, debounced, fill, h, problemLine } from "../dom.js";
import { chips } from "../format.js";
import { cardReport } from "./card_report.js";
import { detailTabs } from "./detail_tabs.js";
import { handGrids } from "./hand_grids.js";
import { MODES } from "./modes.js";
import { nodeBar } from "./node_bar.js";
import { summaryPanel } from "./summary_panel.js";

const VIEWS = [
  ["both", "Both"],
  ["oop", "OOP"],
  ["ip", "IP"],
];

/**
 * Create the view; `go(path)` walks to a node. `show(node)` shows a node, `tell(text)` says
 * something about it, and `problem` is the line of what went wrong.
 */
export function nodeView({ solution, names, mode, go }) {
  const state = { node: null, mode, view: "both", chosen: null };
  const bar = nodeBar(go);
  const title = h("div", { class: "row node-title", "aria-live": "polite" });
  const notice = h("p", { class: "warning", role: "status", hidden: true });
  const problem = problemLine();
  const filter = handFilter(names, drawHands);
  const grids = handGrids(state, filter);
  const summary = summaryPanel(go);
  const report = cardReport(go);
  const details = detailTabs(solution, names, state, filter);
  const set = (name) => (value) => {
    state[name] = value;
    drawHands();
  };

  // The table of hands is long: the grids are drawn before it.
  const drawDetailsSoon = debounced(() => {
    if (title.isConnected) details.draw();
  }, 60);

  function drawHands() {
    if (!state.node) return;
    grids.draw();
    drawDetailsSoon();
  }

  function show(node) {
    Object.assign(state, { node, chosen: null });
    notice.hidden = true;
    bar.draw(node);
    summary.draw(node);
    fill(title, titleParts(node));
    filter.setActions(node);
    report.element.hidden = node.kind !== "deal";
    if (node.kind === "deal") report.draw(solution, node);
    drawHands();
  }

  function tell(text) {
    notice.textContent = text;
    notice.hidden = false;
  }

  return {
    elements: [
      bar.element,
      problem,
      title,
      notice,
      h(
        "div",
        { class: "browse-layout" },
        h(
          "div",
          { class: "stack" },
          h(
            "div",
            { class: "row" },
            choices("What the grid shows", MODES, mode, set("mode")),
            choices("Whose hands", VIEWS, "both", set("view")),
          ),
          report.element,
          grids.elements,
          filter.element,
        ),
        h("div", { class: "stack" }, summary.element, grids.hand),
      ),
      details.element,
    ],
    state,
    problem,
    show,
    tell,
    end: details.end,
  };
}

function titleParts(node) {
  const behind = chips(Math.min(...node.stacks));
  return [
    cardsElement(node.board),
    h("strong", {}, nodeWords(node)),
    h("span", { class: "muted" }, `pot ${chips(node.pot)}, ${behind} behind`),
    node.notes?.length && !node.isResolved
      ? h("span", { class: "warning small" }, node.notes.join("; "))
      : null,
  ];
}

function nodeWords(node) {
  if (node.to_act) return `${node.street}, ${node.to_act.toUpperCase()} to act`;
  const words = {
    deal: `end of the ${node.street}: choose a card`,
    fold: "the hand ends with a fold",
    showdown: "showdown",
  };
  return words[node.kind] ?? node.kind;
}
