/** Grades of decisions: their symbols, and what they mean. */

import { h, note } from "../dom.js";
import { number, percent } from "../format.js";

const GRADES = [
  [
    "best",
    "★",
    "the highest EV; or the solution's most frequent action, if its loss is within error",
  ],
  ["correct", "✓", "costs at most 0.5% of the pot"],
  ["within error", "≈", "costs more, but not more than the error of the solution"],
  ["inaccuracy", "?!", "costs at most 2% of the pot"],
  ["mistake", "?", "costs at most 10% of the pot"],
  ["blunder", "??", "costs more than 10% of the pot"],
  ["unknown", "–", "the solution has no EVs for the hand here"],
];

const SIGNS = Object.fromEntries(GRADES.map(([name, sign]) => [name, sign]));

/** Return the class of a grade in style sheets. */
function gradeClass(name) {
  return `grade-${name.replace(" ", "-")}`;
}

/** Show a grade. */
export function gradeBadge(name) {
  return h(
    "span",
    { class: `grade ${gradeClass(name)}` },
    h("span", { "aria-hidden": "true" }, SIGNS[name]),
    name,
  );
}

/** Return what an answer cost, with its error, in words. */
export function lossWords(answer, units) {
  if (answer.loss === null) return "cost unknown";
  if (answer.error > answer.question.pot) return "cost unknown: the solution is too coarse here";
  const loss = `${units.withError(answer.loss, answer.error)} ${units.name}`;
  return units.unit === "pot" ? loss : `${loss}, ${number(answer.loss_pot_percent)}% of the pot`;
}

/** Show how many answers got each grade, as a bar with a legend. */
export function gradeShares(grades, total) {
  const present = GRADES.filter(([name]) => grades[name] > 0);
  const words = present.map(([name]) => `${name} ${percent(grades[name] / total, 0)}`).join(", ");
  return h(
    "div",
    { class: "stack tight" },
    h(
      "div",
      { class: "share-bar", role: "img", "aria-label": `Grades: ${words || "none yet"}` },
      present.map(([name]) =>
        h("span", {
          class: gradeClass(name),
          title: `${name}: ${grades[name]}`,
          style: { width: `${(100 * grades[name]) / total}%` },
        }),
      ),
    ),
    h(
      "ul",
      { class: "legend" },
      present.map(([name, sign]) =>
        h(
          "li",
          {},
          h("span", { class: `grade-key ${gradeClass(name)}`, "aria-hidden": "true" }, sign),
          `${name} ${grades[name]} (${percent(grades[name] / total, 0)})`,
        ),
      ),
    ),
  );
}

/** Explain the grades. */
export function gradeHelp({ isOpen = false } = {}) {
  return h(
    "details",
    { class: "small", open: isOpen },
    h("summary", {}, "What the grades mean"),
    h(
      "dl",
      { class: "grade-help" },
      GRADES.map(([name, , words]) => [h("dt", {}, gradeBadge(name)), h("dd", {}, words)]),
    ),
    note(
      "The error of a cost is 10 times the solution's exploitability, divided by the square " +
        "root of how often its line is played. A more accurate solution can grade smaller costs.",
    ),
  );
}
