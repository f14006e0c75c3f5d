/** A table that is being played: requests to the server, and what follows from the replies. */

import { api } from "../api.js";
import { fill, isTyping, saveText } from "../dom.js";
import { confirmLeave } from "./leave.js";
import { tableScreen } from "./table_screen.js";

const POLL = 400; // milliseconds between requests while agents think
const REVEALS = "play-reveals"; // whether all cards are shown after a hand

/** Show a table in `main`, with the state of its screen; return a function that ends this. */
export function playTable(main, first, state) {
  const path = `/tables/${first.id}`;
  const screen = tableScreen(first, state, {
    answer,
    nextHand,
    setReveals,
    saveHands: () => saveHands(first.id),
    leave: () => leave(path),
  });
  let data = first; // the last reply
  let reveals = localStorage.getItem(REVEALS) === "true";
  let isBusy = false;
  let isEnded = false;

  /** Show what happened, then what can be done now. */
  async function receive(reply) {
    data = reply;
    if (!(await screen.play(reply))) return;
    if (reply.error) screen.problem.show(reply.error);
    else if (reply.decision) screen.offer(reply);
    else if (reply.result) finish(reply);
    else if (reply.is_playing) setTimeout(poll, POLL);
    else if (reply.hand === 0) nextHand();
  }

  async function poll() {
    if (isEnded) return;
    screen.setNote("thinking …");
    try {
      const reply = await api.get(path, { since: screen.events.next });
      screen.setNote("");
      receive(reply);
    } catch (error) {
      screen.problem.show(error.message);
    }
  }

  async function answer(kind, amount = null) {
    if (isBusy || !data.decision) return;
    await send(`${path}/answer`, {
      decision: data.decision.number,
      answer: kind,
      amount,
      cards: kind === "discard" ? screen.discards(data) : [],
    });
  }

  async function nextHand() {
    if (isBusy || data.is_over || data.decision) return;
    await send(`${path}/hand`, {});
  }

  /** Post a move and show what follows. */
  async function send(address, body) {
    isBusy = true;
    screen.problem.clear();
    try {
      const reply = await api.post(address, { ...body, since: screen.events.next });
      screen.clear();
      await receive(reply);
    } catch (error) {
      screen.problem.show(error.message);
    } finally {
      isBusy = false;
    }
  }

  function finish(reply) {
    screen.finish(reply, reveals);
    if (reveals && !reply.result.all_cards) setReveals(true);
    showMistake(reply, screen.problem);
  }

  async function setReveals(value) {
    reveals = value;
    localStorage.setItem(REVEALS, String(value));
    try {
      const reply = await api.get(path, { since: screen.events.next, reveals: value });
      if (isEnded || !reply.result || reply.hand !== screen.events.hand) return;
      data = reply;
      screen.drawEnd(reply);
    } catch (error) {
      screen.problem.show(error.message);
    }
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (screen.press(event.key)) event.preventDefault();
  }

  fill(main, screen.elements);
  addEventListener("keydown", onKey);
  receive(first).then(screen.events.slowDown);
  return () => {
    isEnded = true;
    removeEventListener("keydown", onKey);
    screen.end();
  };
}

async function saveHands(id) {
  const { text } = await api.get(`/tables/${id}/hands`);
  saveText(text, `table-${id}.phhs`);
}

async function leave(path) {
  if (!(await confirmLeave())) return;
  await api.delete(path).catch(() => {});
  location.hash = "#/play";
}

/** Show the first error of an agent in a hand. */
function showMistake({ mistakes, hand }, problem) {
  const mistake = mistakes.find((each) => each.hand === hand);
  if (mistake) problem.show(`${mistake.player} failed and checked or folded: ${mistake.message}`);
}
