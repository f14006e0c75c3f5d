/** The answer at a decision: strategy and EVs in real chips, their error and their source. */

import { nodeAddress } from "../browse/node_data.js";
import { cardsElement } from "../cards.js";
import { actionTable, strategyBar } from "../components/action_table.js";
import { button, h, note, panel } from "../dom.js";
import { capitalised, chips, count, number, percent } from "../format.js";
import { withSymbols } from "./words.js";

export const SOLVE_SECONDS = 10;
const SOURCES = {
  tree: "from the solution",
  solve: "from a solve of the rest of the hand",
  chart: "from a preflop chart",
  "pot odds": "from pot odds, the last resort",
};

/**
 * Show the answer; `solve()` is called to solve the rest of a hand that has left the tree, which
 * needs the hole cards.
 */
export function answerPanel(answer, turn, solution, solve) {
  const isValued = answer.actions.length > 0 && answer.actions.every((each) => each.ev !== null);
  const best = isValued
    ? answer.actions.reduce((one, two) => (two.ev > one.ev ? two : one)).action
    : null;
  const isOff = answer.source === "pot odds" || answer.source === null;
  const canSolve = isOff && answer.hand && turn.street !== "preflop";
  return panel(
    "Answer",
    h(
      "h2",
      {},
      `${turn.player} ${turn.street === "preflop" ? "before the flop" : `on the ${turn.street}`}`,
    ),
    h(
      "div",
      { class: "row" },
      answer.hand ? cardsElement(answer.hand) : h("span", { class: "muted" }, "cards unknown"),
      turn.board ? ["on", cardsElement(turn.board)] : null,
      h("span", { class: "muted small" }, SOURCES[answer.source] ?? "no answer"),
    ),
    answer.actions.length ? strategy(answer, best) : null,
    errorNote(answer),
    answer.notes.map((each) => note(`${capitalised(withSymbols(each)).replace(/\.$/, "")}.`)),
    h(
      "div",
      { class: "row" },
      canSolve ? button(`Solve the rest of the hand (${SOLVE_SECONDS} s)`, solve) : null,
      answer.node
        ? h("a", { class: "button", href: nodeAddress(solution, answer.node) }, "Show the node")
        : null,
    ),
  );
}

function strategy(answer, best) {
  const actions = answer.actions.map((each) => ({
    ...each,
    ev: best === null ? null : each.ev,
    words:
      each.tree.length && each.tree[0] !== each.words
        ? `${each.words} (in the tree ${each.tree.join(" or ")})`
        : each.words,
  }));
  const shares = actions.map((each) => ({
    ...each,
    frequency: each.frequency ?? each.range_frequency,
  }));
  return [strategyBar(shares), actionTable(actions, { best, label: "What to do" })];
}

/** Say how far the numbers can be trusted. */
function errorNote({ basis, ev_error: error, reach, source }) {
  if (source === "pot odds") return null;
  const share = basis.exploitability_pot_percent;
  const parts = [
    share === null
      ? "Exploitability unknown"
      : `Exploitability ${number(share, 3)}% of the starting pot`,
    basis.iterations ? `${count(basis.iterations)} iterations` : null,
    error === null
      ? null
      : `EV differences below ${chips(Number(error.toPrecision(3)))} chips are within error`,
    reach === null ? null : `the tree gets here with this hand ${percent(reach)} of the time`,
    basis.stopped_early ? "stopped early: EVs may be far off" : null,
  ];
  return note(`${parts.filter(Boolean).join("; ")}.`);
}
