/** The table of a drill: the table of Play with a question on it, the line so far, the actions. */

import { cardsElement } from "../cards.js";
import { tableView } from "../components/table_view.js";
import { button, h } from "../dom.js";
import { capitalised } from "../format.js";
import { amounts, setActionWords } from "../units.js";

const SEATS = ["oop", "ip"];
const HIDDEN = ["??", "??"];
const KINDS = { f: "fold", k: "check", c: "call" };

/** Return a hand whose amounts and actions are in the unit of the page: `units` writes others. */
export function inUnits(hand) {
  const { starting_pot: pot, big_blind } = hand.table;
  const units = amounts({ pot, big_blind });
  const questions = [hand.question, ...hand.answers.map((answer) => answer.question)];
  for (const question of questions.filter(Boolean)) {
    setActionWords(question.actions, units);
    setActionWords(question.line, units);
  }
  for (const answer of hand.answers) setActionWords(answer.actions, units);
  if (hand.end) setActionWords(hand.end.line, units);
  return { ...hand, units };
}

/** Show the line so far, street by street, with the positions of a table. */
export function lineElement(line, learner, { seats, players }) {
  const nameOf = (player) => seats[players[SEATS.indexOf(player.toLowerCase())]];
  const parts = [];
  let street = null;
  for (const step of line) {
    if (step.street !== street) {
      street = step.street;
      parts.push(h("li", { class: "street" }, street));
    }
    parts.push(
      step.player === null
        ? h("li", {}, cardsElement(step.words))
        : h(
            "li",
            { class: step.player.toLowerCase() === learner ? "own" : null },
            h("span", { class: step.player.toLowerCase() }, nameOf(step.player)),
            ` ${step.words}`,
          ),
    );
  }
  return h(
    "ol",
    { class: "line", "aria-label": "The line so far" },
    parts.length ? parts : h("li", { class: "muted" }, "first decision of the hand"),
  );
}

/**
 * Create the table of a hand. `draw(question, end)` shows a question; with `end`, how the hand
 * ended, with both hands.
 */
export function drillTable({ table, question, answers, units }) {
  const learner = (question ?? answers[0].question).seat;
  const person = table.players[SEATS.indexOf(learner)];
  let labels = new Map();
  const seats = table.seats.map((name, place) => ({
    name: place === person ? `You (${name})` : name,
  }));
  const data = { seats, person, variant_name: "hold'em" };
  const view = tableView(data, units, (place) => labels.get(place));
  return {
    element: view.element,
    draw(shown, end) {
      labels = labelsOf(table, shown, end);
      view.draw(sceneOf(table, shown, end), {
        button: table.button,
        turn: end ? null : person,
        winners: end ? end.winners.map((seat) => table.players[SEATS.indexOf(seat)]) : [],
      });
    },
  };
}

/** Return the scene of a question or an end, in the form of the scenes of Play. */
function sceneOf({ seats, players }, question, end) {
  const { pot, stacks, board } = end ?? question;
  const bets = end ? [0, 0] : question.bets;
  const of = (values, other) =>
    seats.map((_, place) => (players.includes(place) ? values[players.indexOf(place)] : other));
  const holes = SEATS.map((seat) => {
    if (end) return pairs(end.holes[seat]);
    return seat === question.seat ? pairs(question.hole) : HIDDEN;
  });
  return {
    in_hand: of(
      SEATS.map((seat) => end?.line.at(-1)?.step !== "f" || end.winners.includes(seat)),
      false,
    ),
    stacks: of(stacks, null),
    bets: of(bets, 0),
    cards: of(holes, []),
    is_up: seats.map(() => []),
    boards: [pairs(board)],
    pot: pot - bets[0] - bets[1],
    pots: [],
  };
}

/** Return what each seat did last on the street; seats that are not in the pot have folded. */
function labelsOf({ seats, players }, question, end) {
  const labels = new Map();
  seats.forEach((_, place) => {
    if (!players.includes(place)) labels.set(place, { text: "Fold", kind: "fold" });
  });
  const steps = end ? end.line : question.line;
  for (const { player, street, step, words } of steps) {
    if (player === null || (!end && street !== question.street)) continue;
    const text = capitalised(words.replace(/ \(.*\)$/, ""));
    const place = players[SEATS.indexOf(player.toLowerCase())];
    labels.set(place, { text, kind: KINDS[step[0]] ?? "bet" });
  }
  return labels;
}

function pairs(text) {
  return text.match(/../g) ?? [];
}

/** Show the buttons of a question; `choose(action)` is called with the one that is chosen. */
export function actionButtons(question, choose) {
  return h(
    "div",
    { class: "drill-actions", role: "group", "aria-label": "Your action" },
    question.actions.map(({ action, words }, place) =>
      button(
        [place < 9 ? h("kbd", { "aria-hidden": "true" }, String(place + 1)) : null, words],
        () => choose(action),
        {
          class: "action-button",
          "data-action": action,
          "aria-keyshortcuts": place < 9 ? String(place + 1) : null,
        },
      ),
    ),
  );
}
