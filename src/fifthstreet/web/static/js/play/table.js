/** A table that is being played: shows events one by one, and sends what the person does. */

import { api } from "../api.js";
import { cardsElement } from "../cards.js";
import { confirmDialog } from "../components/dialog.js";
import { fill, h, isTyping } from "../dom.js";
import { actionBar } from "./action_bar.js";
import { amounts } from "./amounts.js";
import { handLog } from "./hand_log.js";
import { reviewPanel } from "./review_panel.js";
import { statisticsPanel } from "./statistics_panel.js";
import { tableView } from "./table_view.js";

// Milliseconds that an event is shown before the next one, at normal speed.
const PAUSES = {
  ante: 60,
  blind: 120,
  deal: 45,
  board: 550,
  collect: 250,
  show: 500,
  muck: 300,
  win: 600,
  discard: 350,
};
const USUAL_PAUSE = 420;
const SPEEDS = { slow: 2, normal: 1, fast: 0.35, instant: 0 };
const POLL = 400; // milliseconds between requests while agents think
const REVIEWED = "NT"; // no-limit hold'em

/** Show a table in `main`; return a function that ends this. */
export function playTable(main, first) {
  const path = `/tables/${first.id}`;
  const money = amounts(first.decimals);
  const names = first.seats.map((seat) => seat.name);
  const view = tableView(first, money);
  const log = handLog(names, first.person, money);
  const bar = actionBar(money, answer);
  const statistics = statisticsPanel(first, money);
  const review = reviewPanel(first.id);
  const outcome = h("div", { class: "outcome", hidden: true });
  const message = h("p", { class: "problem", role: "alert", hidden: true });
  const spoken = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const title = h("h1", {});
  let speed =
    localStorage.getItem("play-speed") in SPEEDS ? localStorage.getItem("play-speed") : "normal";
  let reveals = localStorage.getItem("play-reveals") === "true";
  let data = first; // the last reply
  let shown = { hand: null, next: 0, frame: null };
  let chosen = new Set(); // own cards to discard
  let isEnded = false;
  let isBusy = false;
  let isLoading = true; // what happened before the page was loaded is shown at once

  fill(
    main,
    h(
      "div",
      { class: "play-room" },
      h(
        "div",
        { class: "play-main" },
        h(
          "div",
          { class: "row spread play-head" },
          title,
          h(
            "div",
            { class: "row" },
            h(
              "select",
              {
                "aria-label": "Speed",
                onchange: (event) => {
                  speed = event.target.value;
                  localStorage.setItem("play-speed", speed);
                },
              },
              Object.keys(SPEEDS).map((each) =>
                h("option", { value: each, selected: each === speed }, each),
              ),
            ),
            h("button", { type: "button", onclick: leave }, "Leave"),
          ),
        ),
        view.element,
        message,
        outcome,
        bar.element,
        h(
          "p",
          { class: "note play-keys" },
          "Keys: F fold, C check or call, R bet or raise, 1–6 sizes, D draw, B bring in, N next hand.",
        ),
      ),
      h("div", { class: "play-side stack" }, review.element, log.element, statistics.element),
    ),
    spoken,
  );
  addEventListener("keydown", onKey);
  receive(first).then(() => {
    isLoading = false;
  });

  /** Show the new events of a reply one by one, then what can be done now. */
  async function receive(reply) {
    data = reply;
    const stakes = ["small_blind", "big_blind"].every((each) => each in reply.stakes)
      ? ` ${money.text(reply.stakes.small_blind)}/${money.text(reply.stakes.big_blind)}`
      : "";
    fill(
      title,
      `${reply.variant_name}${stakes} `,
      h("span", { class: "muted" }, `hand ${reply.hand}`),
    );
    if (shown.hand !== reply.hand) startHand(reply);
    for (const frame of reply.frames) {
      if (isEnded) return;
      if (frame.number < shown.next) continue;
      shown = { ...shown, next: frame.number + 1, frame };
      log.add(frame);
      view.draw(frame.scene, { frame, button: reply.button, turn: frame.seat, revealed: null });
      await pause(frame);
    }
    if (isEnded) return;
    if (reply.error) showProblem(reply.error);
    else if (reply.decision) offer(reply);
    else if (reply.result) finish(reply);
    else if (reply.is_playing) setTimeout(poll, POLL);
    else if (reply.hand === 0) nextHand();
  }

  function startHand(reply) {
    shown = { hand: reply.hand, next: 0, frame: null };
    chosen = new Set();
    log.clear();
    view.clear();
    view.setNote("");
    outcome.hidden = true;
    review.setHand(null);
  }

  function pause(frame) {
    const milliseconds = isLoading ? 0 : (PAUSES[frame.kind] ?? USUAL_PAUSE) * SPEEDS[speed];
    return milliseconds
      ? new Promise((resolve) => setTimeout(resolve, milliseconds))
      : Promise.resolve();
  }

  async function poll() {
    if (isEnded) return;
    view.setNote("thinking …");
    try {
      const reply = await api.get(path, { since: shown.next });
      view.setNote("");
      receive(reply);
    } catch (error) {
      showProblem(error.message);
    }
  }

  /** Offer the person's decision. */
  function offer(reply) {
    const { decision, scene } = reply;
    const own = scene.stacks[reply.person] + scene.bets[reply.person];
    bar.show({ ...decision, is_all_in: decision.max_raise_to === own });
    drawNow();
    const toCall = decision.to_call ? `${money.text(decision.to_call)} to call, ` : "";
    spoken.textContent = `Your turn: ${toCall}pot ${money.text(decision.pot)}`;
    view.setNote(reply.hand_texts.length ? handName(reply.hand_texts[0]) : "");
    // Not a button: pressing a key once too often must not fold.
    if (document.activeElement === document.body || document.activeElement === null)
      bar.element.focus({ preventScroll: true });
  }

  function drawNow() {
    const isDraw = data.decision?.answers.includes("discard");
    view.draw(data.scene, {
      button: data.button,
      turn: data.decision ? data.person : null,
      chosen,
      onpick: isDraw ? pick : null,
    });
    bar.showDiscard(chosen.size);
  }

  function pick(place) {
    if (!chosen.delete(place)) chosen.add(place);
    drawNow();
    view.element.querySelectorAll(".is-person .play-card")[place]?.focus();
  }

  async function answer(kind, amount = null) {
    if (isBusy || !data.decision) return;
    const cards =
      kind === "discard" ? [...chosen].map((place) => data.scene.cards[data.person][place]) : [];
    await send(`${path}/answer`, {
      decision: data.decision.number,
      answer: kind,
      amount,
      cards,
      since: shown.next,
    });
  }

  async function nextHand() {
    if (isBusy || data.is_over || data.decision) return;
    await send(`${path}/hand`, { since: shown.next });
  }

  /** Post a move and show what follows. */
  async function send(address, body) {
    isBusy = true;
    message.hidden = true;
    try {
      const reply = await api.post(address, body);
      bar.clear();
      outcome.hidden = true;
      chosen = new Set();
      await receive(reply);
    } catch (error) {
      showProblem(error.message);
    } finally {
      isBusy = false;
    }
  }

  function showProblem(text) {
    message.textContent = text;
    message.hidden = false;
  }

  /** Show how the hand ended, and what can be done next. */
  function finish(reply) {
    const { result } = reply;
    const winners = result.payoffs.flatMap((payoff, seat) => (payoff > 0 ? [seat] : []));
    view.draw(reply.scene, { button: reply.button, winners, revealed: result.all_cards });
    view.setNote("");
    statistics.draw(reply);
    const own = result.payoffs[reply.person];
    const verdict =
      own > 0
        ? `You win ${money.text(own)}`
        : own < 0
          ? `You lose ${money.text(-own)}`
          : "You break even";
    const hands = result.is_showdown
      ? winners
          .filter((seat) => result.texts[seat].length)
          .map((seat) =>
            h(
              "span",
              { class: "shown-hand" },
              `${names[seat]}: `,
              result.texts[seat].map(handElement),
            ),
          )
      : [];
    const next = h(
      "button",
      { type: "button", class: "primary", "data-next": true, onclick: nextHand },
      "Next hand",
      h("kbd", { "aria-hidden": "true" }, "N"),
    );
    fill(
      outcome,
      h(
        "div",
        { class: "outcome-text" },
        h("strong", { class: own > 0 ? "won" : own < 0 ? "lost" : "" }, verdict),
        hands,
      ),
      h(
        "div",
        { class: "row" },
        reply.is_over ? h("span", { class: "muted" }, "The session is over.") : next,
        h(
          "label",
          { class: "inline" },
          h("input", {
            type: "checkbox",
            checked: reveals,
            onchange: (event) => setReveals(event.target.checked),
          }),
          "show all cards",
        ),
        h("button", { type: "button", onclick: saveHands }, "Save hands (PHH)"),
      ),
    );
    outcome.hidden = false;
    if (
      document.activeElement === document.body ||
      document.activeElement?.closest(".action-bar, .outcome")
    )
      next.focus({ preventScroll: true });
    spoken.textContent = verdict;
    if (reply.variant === REVIEWED) review.setHand(reply.hand);
    if (reveals && !result.all_cards) setReveals(true);
    showMistakes(reply);
  }

  function showMistakes(reply) {
    const mine = reply.mistakes.filter((each) => each.hand === reply.hand);
    if (mine.length)
      showProblem(`${mine[0].player} failed and checked or folded: ${mine[0].message}`);
  }

  async function setReveals(value) {
    reveals = value;
    localStorage.setItem("play-reveals", String(value));
    try {
      const reply = await api.get(path, { since: shown.next, reveals: value });
      if (isEnded || !reply.result || reply.hand !== shown.hand) return;
      data = reply;
      const winners = reply.result.payoffs.flatMap((payoff, seat) => (payoff > 0 ? [seat] : []));
      view.draw(reply.scene, { button: reply.button, winners, revealed: reply.result.all_cards });
    } catch (error) {
      showProblem(error.message);
    }
  }

  async function saveHands() {
    const { text } = await api.get(`${path}/hands`);
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href: address, download: `table-${first.id}.phhs` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  async function leave() {
    if (
      !(await confirmDialog("Leave this table? Its session ends.", "Leave", { isDangerous: true }))
    )
      return;
    await api.delete(path).catch(() => {});
    location.hash = "#/play";
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (event.key.toLowerCase() === "n" && !outcome.hidden) nextHand();
    else if (!bar.press(event.key)) return;
    event.preventDefault();
  }

  return () => {
    isEnded = true;
    removeEventListener("keydown", onKey);
    review.end();
  };
}

/** Return the name of a hand like "Two pair (AsKdAhKc4d)" without its cards. */
function handName(text) {
  return text.replace(/ \(.*\)$/, "");
}

function handElement(text) {
  const cards = text.match(/\((.*)\)$/);
  return h("span", {}, `${handName(text)} `, cards ? cardsElement(cards[1]) : null);
}
