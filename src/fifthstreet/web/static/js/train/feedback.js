/** What an answer cost: the grade, the strategy of the hand, and the EV of each action. */

import { nodeAddress } from "../browse/node_data.js";
import { actionTable, strategyBar } from "../components/action_table.js";
import { h } from "../dom.js";
import { capitalised, percent } from "../format.js";
import { gradeBadge, lossWords } from "./grades.js";

/** Show a graded answer of a hand; `next` is the button that continues. */
export function feedbackElement(answer, hand, next) {
  const words = Object.fromEntries(answer.actions.map((each) => [each.action, each.words]));
  const isBest = answer.action === answer.best;
  return h(
    "section",
    { class: "feedback stack tight", "aria-label": "Grade" },
    h(
      "div",
      { class: "row" },
      gradeBadge(answer.grade),
      h("span", { class: "number" }, lossWords(answer, hand.units)),
    ),
    h(
      "p",
      { class: "small" },
      `You: ${words[answer.action]}. The solution takes this action with this hand `,
      `${percent(answer.frequency)} of the time.`,
      isBest || answer.best === null ? "" : ` The highest EV: ${words[answer.best]}.`,
      ` With the roll ${answer.question.roll}, the solution's action is: ${words[answer.rolled]}.`,
    ),
    h(
      "div",
      { class: "row" },
      next,
      h(
        "a",
        { class: "button", href: nodeAddress(hand.solution, answer.question.path) },
        "Show the node",
      ),
    ),
    strategyBar(answer.actions),
    actionTable(answer.actions, {
      taken: answer.action,
      best: answer.best,
      error: answer.error,
      units: hand.units,
      label: "EV and frequency of each action",
    }),
    answer.note ? h("p", { class: "warning small" }, answer.note) : null,
  );
}

/** Show how a hand ended. */
export function endElement(end, { answers, units }) {
  const graded = answers.filter((answer) => answer.loss !== null);
  const sum = (name) => graded.reduce((total, answer) => total + answer[name], 0);
  return h(
    "section",
    { class: "end stack tight", "aria-label": "End of the hand" },
    h(
      "p",
      {},
      h("strong", {}, capitalised(end.words)),
      end.won === null ? "." : `: ${units.signed(end.won)} ${units.name}.`,
      graded.length > 1
        ? ` All decisions together cost ${units.withError(sum("loss"), sum("error"))} ${units.name}.`
        : "",
    ),
    answers.length > 1
      ? h(
          "ol",
          { class: "answers small" },
          answers.map((answer) =>
            h(
              "li",
              {},
              `${answer.question.street}: ${takenWords(answer)} `,
              gradeBadge(answer.grade),
            ),
          ),
        )
      : null,
  );
}

function takenWords({ actions, action }) {
  return actions.find((each) => each.action === action).words;
}
