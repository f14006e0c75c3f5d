/** What stacks are worth in a tournament: the independent chip model. */

import { api } from "../api.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import { button, field, fill, h, note, panel, problemLine, submit } from "../dom.js";
import { chips, number, percent } from "../format.js";

/** Create the panel. */
export function tournamentPanel() {
  const stacks = numbersInput("5000, 3000, 2000");
  const payouts = numbersInput("50, 30, 20");
  const result = h("div", { "aria-live": "polite" });
  const problem = problemLine({ class: "problem small" });
  const start = button("Prizes", () => submit(start, problem, work));

  async function work() {
    fill(result);
    const asked = {
      stacks: numbersOf(stacks, "Stacks"),
      payouts: numbersOf(payouts, "Payouts"),
    };
    fill(result, prizeTable(asked.stacks, (await api.post("/equity/icm", asked)).prizes));
  }

  return panel(
    "Prizes in a tournament",
    h("h2", {}, "Prizes in a tournament (ICM)"),
    h(
      "div",
      { class: "fields" },
      field("Stacks", stacks),
      field("Payouts, first place first", payouts),
      start,
    ),
    problem,
    result,
    note("The independent chip model: chances of a place by shares of chips, without skill."),
  );
}

function numbersInput(value) {
  return h("input", { value, size: 20, spellcheck: "false", autocomplete: "off" });
}

function numbersOf(input, title) {
  const numbers = input.value
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);
  if (!numbers.length || numbers.some((each) => !(each >= 0)))
    throw new Error(`${title} must be numbers of at least 0, separated by commas.`);
  return numbers;
}

function prizeTable(stacks, prizes) {
  const total = stacks.reduce((sum, each) => sum + each, 0);
  const paid = prizes.reduce((sum, each) => sum + each, 0);
  return h(
    "table",
    {},
    tableHead("Stack", ["Chips", "Prize", "Share of prizes"]),
    h(
      "tbody",
      {},
      stacks.map((stack, at) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, chips(stack)),
          numberCells([
            percent(stack / (total || 1)),
            number(prizes[at], 2),
            percent(prizes[at] / (paid || 1)),
          ]),
        ),
      ),
    ),
  );
}
