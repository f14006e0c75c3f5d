/** A session: questions one after the other, with grades and statistics. */

import { addressOf, openNamed, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { button, fill, h, isTyping, note, problemLine } from "../dom.js";
import { counted, number } from "../format.js";
import { endElement, feedbackElement } from "./feedback.js";
import { gradeHelp } from "./grades.js";
import { byField, statisticsPanel } from "./statistics.js";
import { actionButtons, drillTable, inUnits, lineElement } from "./table.js";

const KEYS = "Keys: 1 to 9 act, Enter continues.";
const ROLL = "A random number from 0 to 99, which you can use to mix actions";

/** Show the session that the address names; return a function that ends it. */
export async function showSession(main, place) {
  const state = screenState(place, { session: text(null), by: byField() });
  const id = state.values.session;
  const address = `/trainer/sessions/${part(id)}`;
  const links = [["#/train", "Other drills"]];
  const { session, hand: given } = await openNamed(api.get(address), "drill", id, links);
  const first = inUnits(given);
  const play = h("section", { class: "panel stack play-area", "aria-label": "Hand" });
  const said = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const problem = problemLine();
  const statistics = statisticsPanel("This session", state);
  let hand = first;
  let table = drillTable(first); // of the hand
  let tableHand = first.number;
  let shown = null; // the answer that is shown; null while a question is open
  let isBusy = false;

  async function attempt(work) {
    if (isBusy) return;
    isBusy = true;
    problem.clear();
    try {
      await work();
    } catch (error) {
      if (error.status === 409)
        hand = await api.get(address).then(
          (reply) => inUnits(reply.hand),
          () => hand,
        );
      problem.show(error.message);
    } finally {
      isBusy = false;
      draw();
    }
  }

  const choose = (action) =>
    attempt(async () => {
      const decision = hand.question.number;
      const body = { hand: hand.number, decision, action };
      const reply = await api.post(`${address}/answers`, body);
      hand = inUnits(reply.hand);
      shown = hand.answers.find((answer) => answer.question.number === decision);
      said.textContent = `${shown.grade}. ${hand.end ? hand.end.words : ""}`;
      updateStatistics();
    });

  const goOn = () =>
    attempt(async () => {
      if (hand.question === null) {
        hand = inUnits(await api.post(`${address}/hands`, { after: hand.number }));
        said.textContent = "New hand";
      }
      shown = null;
    });

  async function updateStatistics() {
    try {
      statistics.draw(await api.get("/trainer/statistics", { session: id }));
    } catch (error) {
      problem.show(error.message);
    }
  }

  function draw() {
    const answer = shown ?? (hand.question === null ? hand.answers.at(-1) : null);
    if (tableHand !== hand.number) {
      table = drillTable(hand);
      tableHand = hand.number;
    }
    const elements = answer
      ? answerElements(hand, answer, goOn)
      : [actionButtons(hand.question, choose)];
    table.draw(answer ? answer.question : hand.question, endOf(hand, answer));
    const source = sourceElement(hand);
    fill(play, handElements(hand, answer), table.element, problem, elements, source);
    play.querySelector("[data-command=next], .action-button").focus({ preventScroll: true });
    play.querySelector(".feedback")?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = !shown && hand.question !== null;
    const chosen = isOpen && /^[1-9]$/.test(event.key) && hand.question.actions[event.key - 1];
    const isNext = !isOpen && event.key === "Enter" && !event.target.closest("a, button, summary");
    if (chosen || isNext) event.preventDefault();
    if (chosen) choose(chosen.action);
    else if (isNext) goOn();
  }

  const help = h("div", { class: "panel" }, gradeHelp());
  const side = h("div", { class: "stack" }, statistics.element, help);
  const room = h("div", { class: "side" }, play, side);
  fill(main, h("div", { class: "stack" }, headElements(session), said, room));
  draw();
  updateStatistics();
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

function headElements(session) {
  const { solutions, parts, seed } = session;
  const dealt =
    parts > 1
      ? `${counted(parts, "drill")} from ${counted(solutions.length, "solution")}, dealt by turns. `
      : "";
  const variety = session.variety
    ? `; ${Math.round(100 * session.variety)}% of the opponent's actions are random`
    : "";
  return [
    h(
      "div",
      { class: "row spread" },
      h("h1", { class: "drill-title" }, session.title),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: "#/train" }, "Other drills"),
        h("a", { class: "button", href: addressOf("train", { view: "history" }) }, "History"),
      ),
    ),
    h("p", { class: "note drill-note" }, `${dealt}Seed ${seed}${variety}. ${KEYS}`),
  ];
}

/** Return how the hand ended; null before its last answer is shown. */
function endOf(hand, answer) {
  return answer && hand.question === null ? hand.end : null;
}

/** Show what is known of the question that is open, or of the one of an answer. */
function handElements(hand, answer) {
  const question = answer ? answer.question : hand.question;
  const end = endOf(hand, answer);
  const words = `Hand ${hand.number}, decision ${question.number}`;
  return [
    h(
      "div",
      { class: "row spread small muted" },
      h("span", {}, `${words}: ${question.hand_class}, ${question.kind}`),
      h(
        "span",
        { class: "roll", title: ROLL },
        "roll ",
        h("strong", { class: "number" }, String(question.roll)),
      ),
    ),
    lineElement(end ? end.line : question.line, question.seat, hand.table),
  ];
}

/** Show what the hand is dealt from. */
function sourceElement({ solution, exploitability_pot_percent: share, table, units }) {
  return note(
    `Solution “${solution}”${table.words ? `, ${table.words}` : ""}. EVs are in ${units.name}; their error `,
    `follows from its exploitability, ${number(share, 3)}% of the starting pot.`,
    units.missing ? ` ${units.missing}` : "",
  );
}

/** Show the grade of an answer, and the end of the hand if it was the last one. */
function answerElements(hand, answer, goOn) {
  const end = endOf(hand, answer);
  const next = button(
    [end ? "Next hand" : "Continue", h("kbd", { "aria-hidden": "true" }, "Enter")],
    goOn,
    { class: "primary", "data-command": "next" },
  );
  return [end ? endElement(end, hand) : null, feedbackElement(answer, hand, next)];
}
