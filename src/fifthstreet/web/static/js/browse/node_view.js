/** A node of a solution: its line, its numbers, the grids of both players, and details. */

import { oneOf, order, text } from "../address.js";
import { cardsElement } from "../cards.js";
import { filterFields, handFilter } from "../components/hand_filter.js";
import { choices, debounced, fill, h, problemLine } from "../dom.js";
import { percent } from "../format.js";
import { cardReport, mapField } from "./card_report.js";
import { nodeViews, TABS } from "./detail_tabs.js";
import { handGrids, SEAT_CLASSES } from "./hand_grids.js";
import { MODES } from "./modes.js";
import { nodeBar } from "./node_bar.js";
import { filteredTotals } from "./node_data.js";
import { GRAPHS } from "./range_panels.js";
import { summaryPanel } from "./summary_panel.js";

const DEALS = [
  ["cards", "Every card"],
  ["ranges", "Both ranges"],
];
const VIEWS = [
  ["both", "Both"],
  ["oop", "OOP"],
  ["ip", "IP"],
];

/** Return the parts of the address of a node, with the names of made hands and draws. */
export function nodeFields(names) {
  const kinds = (entries) => oneOf(entries.map(([kind]) => kind));
  return {
    solution: text(null),
    path: text("r"),
    mode: kinds(MODES),
    view: kinds(VIEWS),
    class: oneOf(["", ...SEAT_CLASSES]),
    map: mapField(),
    deal: kinds(DEALS),
    ...filterFields(names),
    tab: kinds(TABS),
    sort: order("reach"),
    graph: kinds(GRAPHS),
  };
}

/**
 * Create the view; `go(path)` walks to a node, `known(path)` returns one that was seen, or
 * undefined, and `state` has the values of `nodeFields`.
 * `show(node)` shows a node, `drawLine()` its line again, `tell(text)` says something about it,
 * `shown.node` is the node, and `problem` is the line of what went wrong.
 */
export function nodeView({ solution, names, state, go, known }) {
  const shown = { node: null };
  const bar = nodeBar(go, known);
  const title = h("div", { class: "row node-title", "aria-live": "polite" });
  const notice = h("p", { class: "warning", role: "status", hidden: true });
  const problem = problemLine();
  const filter = handFilter(names, state, drawHands);
  const grids = handGrids(shown, state, filter);
  const summary = summaryPanel(go);
  const report = cardReport(go, state);
  const choice = (label, name, entries) =>
    choices(label, entries, state.values[name], (value) => {
      state.set({ [name]: value });
      drawHands();
    });

  const deals = choices("Before a card", DEALS, state.values.deal, (deal) => {
    state.set({ deal });
    drawDeal();
  });
  const ranges = h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row" },
      choice("What the grid shows", "mode", MODES),
      choice("Whose hands", "view", VIEWS),
    ),
    grids.elements,
  );
  const views = nodeViews(solution, names, {
    shown,
    state,
    filter,
    grids: [h("div", { class: "row" }, deals), report.element, ranges],
  });

  /** Before a card, show the report of all cards or the grids of both players. */
  function drawDeal() {
    const isDeal = shown.node.kind === "deal";
    const isReport = isDeal && state.values.deal === "cards";
    deals.parentElement.hidden = !isDeal;
    report.element.hidden = !isReport;
    ranges.hidden = isReport;
    filter.element.hidden = isReport;
    grids.hand.hidden = isReport;
  }

  // The table of hands is long: the grids are drawn before it.
  const drawViewSoon = debounced(() => {
    if (title.isConnected) views.draw();
  }, 60);

  function drawTotals() {
    const { node } = shown;
    const passes = () => node.players.map((player) => filter.passes(node, player));
    summary.draw(filter.isActive ? filteredTotals(node, passes()) : node);
  }

  function drawHands() {
    if (!shown.node) return;
    grids.draw();
    drawTotals();
    drawViewSoon();
  }

  function show(node) {
    shown.node = node;
    notice.hidden = true;
    bar.draw(node);
    fill(title, titleParts(node));
    filter.setActions(node);
    drawDeal();
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
      h("div", { class: "row spread" }, title, views.choice),
      notice,
      h(
        "div",
        { class: "browse-layout" },
        h("div", { class: "stack" }, views.element, filter.element),
        h("div", { class: "browse-side" }, summary.element, grids.hand),
      ),
    ],
    shown,
    problem,
    show,
    drawLine: () => bar.draw(shown.node),
    tell,
    end: views.end,
  };
}

function titleParts(node) {
  const { text, missing } = node.units;
  const behind = text(Math.min(...node.stacks));
  return [
    cardsElement(node.board),
    h("strong", {}, nodeWords(node)),
    h("span", { class: "muted" }, `pot ${text(node.pot)}, ${behind} behind`),
    callWords(node),
    missing ? h("span", { class: "note" }, missing) : null,
    node.notes?.length && !node.isResolved
      ? h("span", { class: "warning small" }, node.notes.join("; "))
      : null,
  ];
}

/** Say what a call costs, and how much equity it needs; nothing where there is no bet. */
function callWords(node) {
  const call = node.actions.find(({ size }) => size.verb === "call");
  if (!call) return null;
  const price = call.size.chips;
  const needed = percent(price / (node.pot + price));
  return h("span", {}, `${node.units.text(price)} to call, needs ${needed} equity`);
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
