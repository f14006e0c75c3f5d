/** A session: questions one after the other, with grades and statistics. */

import { api } from "../api.js";
import { fill, h, isTyping } from "../dom.js";
import { number } from "../format.js";
import { endElement, feedbackElement } from "./feedback.js";
import { gradeHelp } from "./grades.js";
import { statisticsPanel } from "./statistics.js";
import { actionButtons, lineElement, tableElement } from "./table.js";

function title(session) {
  const what = {
    hand: "full hands",
    street: `the ${session.street}`,
    spot: `the spot ${session.path}`,
  }[session.mode];
  return `${session.solution}: ${what}${session.seat ? ` as ${session.seat.toUpperCase()}` : ""}`;
}

/** Show a session; return a function that ends it. */
export async function showSession(main, id) {
  const address = `/trainer/sessions/${id}`;
  const { session, hand: first } = await api.get(address);
  const play = h("section", { class: "panel stack play-area", "aria-label": "Hand" });
  const said = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const statistics = statisticsPanel("This session");
  let hand = first;
  let shown = null; // the answer that is shown; null while a question is open
  let isBusy = false;

  async function attempt(work) {
    if (isBusy) return;
    isBusy = true;
    problem.hidden = true;
    try {
      await work();
    } catch (error) {
      if (error.status === 409) ({ hand } = await api.get(address).catch(() => ({ hand })));
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      isBusy = false;
      draw();
    }
  }

  const choose = (action) =>
    attempt(async () => {
      const { question } = hand;
      const reply = await api.post(`${address}/answers`, {
        hand: hand.number,
        decision: question.number,
        action,
      });
      hand = reply.hand;
      shown = reply.answer;
      said.textContent = `${shown.grade}. ${hand.end ? hand.end.words : ""}`;
      updateStatistics();
    });

  const goOn = () =>
    attempt(async () => {
      if (hand.question === null) {
        hand = await api.post(`${address}/hands`, { after: hand.number });
        said.textContent = "New hand";
      }
      shown = null;
    });

  async function updateStatistics() {
    try {
      statistics.draw(await api.get("/trainer/statistics", { session: id }));
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  function draw() {
    const last = hand.answers.at(-1);
    const answer = shown ?? (hand.question === null ? last : null);
    const question = answer ? answer.question : hand.question;
    const end = answer && hand.question === null ? hand.end : null;
    const next = h(
      "button",
      { type: "button", class: "primary", "data-command": "next", onclick: goOn },
      end ? "Next hand" : "Continue",
      h("kbd", { "aria-hidden": "true" }, "Enter"),
    );
    fill(
      play,
      h(
        "div",
        { class: "row spread small muted" },
        h(
          "span",
          {},
          `Hand ${hand.number}, decision ${question.number}: ${question.hand_class}, ${question.kind}`,
        ),
        h(
          "span",
          {
            class: "roll",
            title: "A random number from 0 to 99, which you can use to mix actions",
          },
          "roll ",
          h("strong", { class: "number" }, String(question.roll)),
        ),
      ),
      lineElement(end ? end.line : question.line, question.seat),
      tableElement(question, end),
      problem,
      answer
        ? [
            end ? endElement(end, hand.answers) : null,
            feedbackElement(answer, session.solution, next),
          ]
        : actionButtons(question, choose),
    );
    (answer ? next : play.querySelector(".action-button")).focus({ preventScroll: true });
  }

  function onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = !shown && hand.question !== null;
    if (isOpen && /^[1-9]$/.test(event.key) && hand.question.actions[event.key - 1]) {
      event.preventDefault();
      choose(hand.question.actions[event.key - 1].action);
    } else if (!isOpen && event.key === "Enter" && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      goOn();
    }
  }

  const error = session.exploitability_pot_percent;
  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, title(session)),
      h("a", { class: "button", href: "#/train" }, "Other drills"),
    ),
    h(
      "p",
      { class: "note" },
      `Grades are based on a solution with an exploitability of ${number(error, 3)}% of the starting pot. Seed ${session.seed}${session.variety ? `; ${Math.round(100 * session.variety)}% of the opponent's actions are random` : ""}. Keys: 1 to 9 act, Enter continues.`,
    ),
    said,
    h(
      "div",
      { class: "side" },
      play,
      h("div", { class: "stack" }, statistics.element, h("div", { class: "panel" }, gradeHelp())),
    ),
  );
  draw();
  updateStatistics();
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
