/** One decision of a review: the hand as it was played, the strategy, and its basis. */

import { nodeAddress } from "../browse/node_data.js";
import { cardsElement } from "../cards.js";
import { actionTable, strategyBar } from "../components/action_table.js";
import { h, note } from "../dom.js";
import { capitalised, chips, count, number, percent, sizesText } from "../format.js";
import { decisionLoss } from "./losses.js";
import { noteParts } from "./notes.js";
import { stepWords } from "./steps.js";

const MATCH_WORDS = {
  good: "The tree matches the hand closely.",
  poor: "The tree matches the hand, but pot, stacks or bet sizes differ more.",
  lost: "The hand and the tree are too far apart.",
  outside: "The tree does not have this decision.",
};

/** Show the actions of a hand, with the decision marked. */
function handLine(hand, number_) {
  const parts = [];
  let street = null;
  for (const step of hand.steps) {
    if (step.street !== street) {
      street = step.street;
      parts.push(
        h("li", { class: "street" }, street, step.board ? [" ", cardsElement(step.board)] : null),
      );
    }
    const isHere = step.decision === number_;
    parts.push(
      h(
        "li",
        { class: isHere ? "is-here" : null, "aria-current": isHere ? "step" : null },
        `${step.player} (${step.position}) ${step.words}`,
      ),
    );
  }
  return h("ol", { class: "hand-line", "aria-label": "The hand" }, parts);
}

function divergence(decision) {
  const { divergence: apart } = decision;
  if (!apart) return null;
  const parts = [
    ["pot", apart.pot],
    ["stack", apart.stack],
    ["SPR", apart.spr],
  ]
    .filter(([, share]) => share !== 0)
    .map(([name, share]) => `${name} ${share === null ? "large" : percent(share)}`);
  return parts.length ? parts.join(", ") : "none";
}

function basisElement(basis, decision) {
  const address =
    basis.solution && decision.node ? nodeAddress(basis.solution, decision.node) : null;
  const error = basis.exploitability_pot_percent;
  return h(
    "div",
    { class: "stack tight small" },
    note(
      `Based on ${basis.solution ? `the solution ${basis.solution}` : `a ${kindWords(basis.kind)}`}: `,
      error === null
        ? "exploitability unknown"
        : `exploitability ${number(error, 3)}% of its starting pot`,
      basis.iterations ? `, ${count(basis.iterations)} iterations` : "",
      basis.stopped_early ? "; stopped early: EVs may be far off" : "",
      `. Bet sizes: ${sizesText(basis.tree)}.`,
    ),
    basis.range_names ? note(noteParts(`Ranges: ${basis.range_names.join("; ")}.`)) : null,
    basis.assumed_ranges ? note("The ± is of the solve, not of the assumed ranges.") : null,
    decision.ranges
      ? h(
          "details",
          {},
          h("summary", {}, "Ranges at this decision"),
          Object.entries(decision.ranges).map(([seat, range]) =>
            h(
              "p",
              { class: "note range-text" },
              h("strong", { class: seat }, seat.toUpperCase()),
              ` ${number(range.combos, 1)} of ${number(range.starting_combos, 1)} combos: `,
              range.hands,
            ),
          ),
        )
      : null,
    address ? h("div", {}, h("a", { class: "button", href: address }, "Show the node")) : null,
  );
}

/** Show a decision of a review. */
export function detailElement(decision, review) {
  const basis = decision.basis === null ? null : review.bases[decision.basis];
  const words = (step) => stepWords(step, decision.to_call > 0);
  const actions = decision.actions.map((each) => ({
    ...each,
    words:
      each.real && each.real !== each.action
        ? `${words(each.action)} (here ${words(each.real)})`
        : words(each.action),
  }));
  const hasHand = actions.some((each) => each.frequency !== null);
  const shares = actions.map((each) => ({
    ...each,
    frequency: hasHand ? each.frequency : each.range_frequency,
  }));
  return h(
    "section",
    { class: "panel stack", "aria-label": "Decision", tabindex: -1 },
    h(
      "div",
      { class: "row spread" },
      h(
        "h2",
        {},
        `${decision.player} ${actionPast(decision)} on the ${decision.street}`.replace(
          "on the preflop",
          "before the flop",
        ),
      ),
      h("span", { class: "muted small" }, decision.label),
    ),
    h(
      "div",
      { class: "row" },
      decision.hole ? cardsElement(decision.hole) : h("span", { class: "muted" }, "cards unknown"),
      decision.board ? ["on", cardsElement(decision.board)] : null,
      h("span", { class: "small" }, chipWords(decision)),
    ),
    decision.ev_loss
      ? h(
          "p",
          { class: "loss" },
          h("strong", { class: "number" }, `${decisionLoss(decision.ev_loss)} bb`),
          decision.ev_loss.within_error
            ? " within error: a loss of this size is not significant"
            : ` lost, ${number(decision.ev_loss.pot_percent, 1)}% of the pot`,
        )
      : null,
    actions.length
      ? [
          strategyBar(shares),
          actionTable(actions, {
            taken: decision.taken,
            best: decision.best,
            label: "What the strategy does",
          }),
        ]
      : null,
    decision.reason ? h("p", { class: "warning small" }, sentence(decision.reason)) : null,
    decision.note ? h("p", { class: "small" }, sentence(decision.note)) : null,
    note(matchWords(decision)),
    handLine(review.hands[decision.hand], decision.decision),
    basis ? basisElement(basis, decision) : null,
  );
}

/** Return a note of the server as a sentence. */
function sentence(text) {
  return noteParts(`${capitalised(text)}.`);
}

function chipWords({ pot, to_call: toCall, stack }) {
  const parts = [`pot ${chips(pot)}`, `${chips(stack)} behind`];
  if (toCall) parts.splice(1, 0, `${chips(toCall)} to call`);
  return parts.join(", ");
}

function matchWords(decision) {
  const { match, translation } = decision;
  const apart = divergence(decision);
  const isFromChart = decision.basis === null && decision.actions.length > 0;
  const parts = [
    `Match: ${match}.`,
    isFromChart ? "The charts have this situation." : MATCH_WORDS[match],
  ];
  if (apart) parts.push(`Differences: ${apart}.`);
  if (translation && translation !== "exact") parts.push(`The action was ${translation}.`);
  return parts.join(" ");
}

function actionPast(decision) {
  const plain = { f: "folded", k: "checked", c: "called" };
  return (
    plain[decision.action] ??
    `${decision.action_kind === "raise" ? "raised to" : "bet"} ${decision.action.slice(1)}`
  );
}

/** Name the kind of a strategy; charts are strategies of tables, or heads-up ones. */
function kindWords(kind) {
  return ["ring", "preflop"].includes(kind) ? "preflop chart" : kind;
}
