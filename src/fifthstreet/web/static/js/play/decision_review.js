/** A decision of a hand that was played, compared with a solution. */

import { cardsElement } from "../cards.js";
import { numberRow, tableHead } from "../components/plain_table.js";
import { h, note } from "../dom.js";
import { capitalised, number, percent, signed, sizesText } from "../format.js";
import { noteParts } from "../review/notes.js";
import { stepWords } from "../review/steps.js";

const MATCHES = {
  good: "good match with the tree",
  poor: "poor match with the tree",
  lost: "too far from the tree",
  outside: "not in the tree",
};

/** Return an action like "b12" in words. */
function actionWords(action, toCall) {
  return action === null ? "not possible here" : stepWords(action, toCall);
}

/** Return what a decision cost, or what is known instead, and the kind of this. */
function lossText({ ev_loss: loss, actions, taken }) {
  if (!loss) return chartText(actions.find((each) => each.action === taken)?.frequency);
  const interval = loss.interval_big_blinds;
  const half = interval ? interval[1] - loss.big_blinds : null;
  const error = half === null ? "bb, error unknown" : `± ${number(half, 2)} bb`;
  const size = `${number(loss.big_blinds, 2)} ${error}`;
  return loss.within_error ? [`within error: ${size}`, "fine"] : [`lost ${size}`, "lost"];
}

/** Return how often a chart without EVs takes the action that was taken. */
function chartText(frequency) {
  if (frequency === null || frequency === undefined) return ["cost unknown", "unknown"];
  if (frequency < 0.005) return ["not in the chart", "lost"];
  return [frequency > 0.995 ? "as in the chart" : `${percent(frequency, 0)} in the chart`, "fine"];
}

function divergenceText(decision) {
  const parts = Object.entries(decision.divergence ?? {})
    .filter(([, share]) => share !== 0) // null is infinite
    .map(([name, share]) => {
      const size = share === null ? "far" : percent(share);
      return `${name === "spr" ? "SPR" : name} ${size} apart`;
    });
  const isFromChart = !decision.basis && decision.actions.length > 0;
  return [isFromChart ? null : MATCHES[decision.match], ...parts].filter(Boolean).join(", ");
}

function basisText(decision) {
  const { basis } = decision;
  if (!basis) return null;
  const parts = [basis.kind === "preflop" ? "preflop strategy" : basis.kind];
  if (decision.exploitability_pot_percent !== null)
    parts.push(
      `exploitability ${number(decision.exploitability_pot_percent, 2)}% of the starting pot`,
    );
  if (basis.iterations) parts.push(`${basis.iterations} iterations`);
  if (basis.stopped_early) parts.push("stopped early: EVs may be far off");
  return [parts.join(", "), sizesText(basis.tree), ...(basis.range_names ?? [])].join(" · ");
}

/** Show a decision: what the person did and what it cost, next to what the solution does. */
export function decisionElement(decision) {
  const [text, kind] = lossText(decision);
  const basis = basisText(decision);
  return h(
    "article",
    { class: "decision-review" },
    h(
      "div",
      { class: "row spread" },
      h(
        "span",
        {},
        h("strong", {}, decision.street),
        " ",
        decision.board ? cardsElement(decision.board) : null,
        ` you ${actionWords(decision.action, decision.to_call)}`,
      ),
      h("span", { class: `loss loss-${kind}` }, text),
    ),
    decision.actions.length ? actionTable(decision) : null,
    [divergenceText(decision), decision.reason, decision.note]
      .filter(Boolean)
      .map((text) => note(noteParts(`${capitalised(text)}.`))),
    basis
      ? h(
          "details",
          {},
          h("summary", { class: "small" }, "Solution and ranges used"),
          note(noteParts(basis)),
        )
      : null,
  );
}

function actionTable({ actions, taken, best, to_call: toCall }) {
  const rows = actions.map((action) =>
    numberRow(
      [
        action.action === taken ? "▸ " : "",
        actionWords(action.real ?? action.action, toCall),
        action.action === best ? " ★" : "",
      ],
      [percent(action.frequency, 0), percent(action.range_frequency, 0), signed(action.ev)],
      { class: action.action === taken ? "is-chosen" : null },
    ),
  );
  return h(
    "table",
    { class: "small" },
    tableHead("action", ["your hand", "range", "EV"]),
    h("tbody", {}, rows),
  );
}

/** Return what all decisions of a hand cost, in words. */
export function totalText(total) {
  if (!total?.valued) return "No decision has a known cost.";
  const interval = total.ev_loss_interval_big_blinds;
  const range = interval ? ` (${number(interval[0], 2)} to ${number(interval[1], 2)})` : "";
  const lost = `${number(total.ev_loss_big_blinds, 2)}${range} bb`;
  return [
    `Lost ${lost} in ${total.valued} decisions of known cost`,
    `${total.within_error} of those are within error and not counted.`,
  ].join("; ");
}
