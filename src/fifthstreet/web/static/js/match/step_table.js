/** The actions of a real hand, each with the action of the tree that stands for it. */

import { nodeAddress } from "../browse/node_data.js";
import { cardsElement } from "../cards.js";
import { tableFrame } from "../components/plain_table.js";
import { button, h } from "../dom.js";
import { capitalised, percent } from "../format.js";

const STATUSES = {
  exact: "in the tree",
  translated: "between two sizes",
  clamped: "nearest size only",
  "closed early": "betting had ended in the tree",
  illegal: "not legal",
  outside: "before the tree",
};

/**
 * Show the turns of a hand; `steps` of the server are empty without a solution. `onpick(decision)`
 * is called with the number of a decision to answer.
 */
export function stepTable(hand, { steps, decision, solution, onpick }) {
  const known = new Map(steps.map((step) => [step.decision, step]));
  const rows = [];
  let street = null;
  for (const turn of hand.turns) {
    if (turn.street !== street) rows.push(streetRow(turn));
    street = turn.street;
    rows.push(turnRow(turn, known.get(turn.decision), { decision, solution, onpick }));
  }
  return tableFrame(
    "Actions of the hand",
    h(
      "table",
      { class: "match-steps" },
      h("caption", { class: "visually-hidden" }, "Actions of the hand"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Decision", "Player", "Action", "In the tree", "How", "Node"].map((title) =>
            h("th", { scope: "col" }, title),
          ),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

function streetRow(turn) {
  const board = turn.board ? [" ", cardsElement(turn.board)] : null;
  return h(
    "tr",
    { class: "street" },
    h("th", { scope: "rowgroup", colspan: 6 }, capitalised(turn.street), board),
  );
}

function turnRow(turn, step, { decision, solution, onpick }) {
  const isChosen = turn.decision === decision;
  const words = turn.words ?? "to act";
  const pick = button(String(turn.decision), () => onpick(turn.decision), {
    "aria-pressed": String(isChosen),
    "aria-label": `Decision ${turn.decision}: ${turn.player} ${words}`,
    class: "quiet",
  });
  const name = turn.player === turn.position ? turn.player : `${turn.player} (${turn.position})`;
  const address = step?.node ? nodeAddress(solution, step.node) : null;
  const label = `Browse the node of decision ${turn.decision}`;
  return h(
    "tr",
    { class: isChosen ? "is-chosen" : null, "data-decision": turn.decision },
    h("td", {}, pick),
    h("td", {}, name, turn.hole ? [" ", cardsElement(turn.hole)] : null),
    h("td", {}, words),
    h("td", {}, step?.words ?? "–", sizes(step)),
    h("td", {}, step ? STATUSES[step.status] : "–"),
    h("td", {}, address ? h("a", { href: address, "aria-label": label }, "Browse") : "–"),
  );
}

/** Return the sizes around a bet that the tree lacks, with their probabilities. */
function sizes(step) {
  if (!step || step.size === null || step.status === "exact" || step.lower === null) return null;
  const real = `played ${percent(step.size, 0)} of the pot`;
  const isOne = step.upper === null || step.lower === step.upper;
  const parts = isOne
    ? []
    : [
        `${size(step.lower)} with ${percent(step.share_of_lower, 0)}`,
        `${size(step.upper)} with ${percent(1 - step.share_of_lower, 0)}`,
      ];
  return h("div", { class: "muted small" }, [real, ...parts].join("; "));
}

function size(share) {
  return share ? `${percent(share, 0)} of the pot` : "check or call";
}
