/** Practice before the flop: decisions dealt from solved charts, graded by what they cost. */

import { numberWithin, text } from "../address.js";
import { api } from "../api.js";
import { cardsElement, parseCards } from "../cards.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import {
  button,
  choices,
  dropdown,
  field,
  fill,
  h,
  lastRequest,
  note,
  problemLine,
} from "../dom.js";
import { number, percent } from "../format.js";
import { gradeBadge } from "./grades.js";

const PLAYERS = ["2", "3", "4", "5", "6", "7", "8", "9"].map((each) => [each, each]);
const MAX_STACK = 1000; // big blinds
const MAX_SEED = 1e9;

/** Return the parts of the address. */
export function preflopFields() {
  return {
    players: numberWithin(2, 9, 6),
    stack: numberWithin(1, MAX_STACK, 100), // big blinds
    position: text(""), // all if empty
    situation: text(""),
  };
}

/** Show decisions one after the other; `state` has the values of `preflopFields`. */
export async function showPreflopDrill(content, state) {
  const { values } = state;
  const seed = Math.floor(Math.random() * MAX_SEED);
  const begin = lastRequest();
  const problem = problemLine();
  const options = h("div", { class: "preflop-controls" });
  const panel = h("section", { class: "panel stack", "aria-label": "Question" });
  const totals = { count: 0, lost: 0 };
  const score = h("p", { class: "muted", "aria-live": "polite" });
  let at = 1;
  const address = () => `/preflop/drills/${values.players}/${values.stack}`;
  const query = () => ({
    number: at,
    seed,
    ...(values.position ? { position: values.position } : {}),
    ...(values.situation ? { situation: values.situation } : {}),
  });

  async function ask() {
    problem.clear();
    const isLast = begin();
    try {
      const question = await api.get(address(), query());
      if (isLast()) show(question);
    } catch (error) {
      if (isLast()) problem.show(error.message);
    }
  }

  function change(changes) {
    state.set(changes);
    at = 1;
    return ask();
  }

  function show(question) {
    fill(options, optionFields(question, values, change));
    const answer = async (action, place) => {
      const grade = await api.get(`${address()}/grade`, { ...query(), action });
      totals.count += 1;
      if (grade.loss !== null && grade.loss > grade.error) totals.lost += grade.loss;
      const answers = totals.count === 1 ? "1 answer" : `${totals.count} answers`;
      score.textContent = `${answers}, ${number(totals.lost, 2)} big blinds lost beyond the errors`;
      const next = button("Next", () => {
        at += 1;
        ask();
      });
      next.classList.add("primary");
      fill(
        panel,
        questionElements(question),
        gradeElements(question, grade, place),
        h("div", { class: "row" }, next),
      );
      next.focus();
    };
    const actions = question.actions.map((action, place) =>
      button(question.words[place], () =>
        answer(action, place).catch((error) => problem.show(error.message)),
      ),
    );
    fill(panel, questionElements(question), h("div", { class: "row" }, actions));
    if (at > 1) actions[0].focus();
  }

  fill(content, h("div", { class: "stack" }, options, problem, panel, score));
  fill(options, optionFields(null, values, change));
  await ask();
}

function optionFields(question, values, change) {
  const entries = (names) => [["", "all"], ...(names ?? []).map((each) => [each, each])];
  const stack = h("input", {
    type: "number",
    min: "1",
    max: String(MAX_STACK),
    step: "any",
    value: String(values.stack),
    onchange: () => (stack.checkValidity() ? change({ stack: Number(stack.value) }) : null),
  });
  return [
    h(
      "div",
      { class: "control" },
      h("span", { class: "muted small" }, "Players"),
      choices("Players", PLAYERS, String(values.players), (next) =>
        change({ players: Number(next), position: "" }),
      ),
    ),
    field("Stack, big blinds", stack),
    field(
      "Position",
      dropdown(entries(question?.positions), values.position, (position) => change({ position })),
    ),
    field(
      "Situation",
      dropdown(entries(question?.situations), values.situation, (situation) =>
        change({ situation }),
      ),
    ),
  ];
}

function questionElements(question) {
  const chips = `pot ${number(question.pot, 2)}, behind ${number(question.stack, 2)} big blinds`;
  return [
    h("h2", {}, `${question.position} ${question.situation}`),
    h("div", { class: "row" }, cardsElement(parseCards(question.hole)), h("span", {}, chips)),
    h("p", { class: "muted" }, question.line),
    note(question.chart),
  ];
}

function gradeElements(question, grade, taken) {
  const cost =
    grade.loss === null
      ? "cost unknown"
      : `${number(grade.loss, 2)} ± ${number(grade.error, 2)} big blinds`;
  const row = (words, place) =>
    h(
      "tr",
      {},
      h("td", {}, place === taken ? h("strong", {}, words) : words),
      numberCells([percent(grade.frequencies[place]), number(grade.evs[place], 2)]),
    );
  return [
    h("div", { class: "row" }, gradeBadge(grade.grade), h("span", { class: "number" }, cost)),
    h(
      "table",
      { class: "action-table" },
      tableHead("Action", ["Frequency", "EV, bb"]),
      h("tbody", {}, question.words.map(row)),
    ),
  ];
}
