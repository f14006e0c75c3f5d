/** Everything around a table that is being played: the table, actions, the log and statistics. */

import { tableView } from "../components/table_view.js";
import { button, fill, h, problemLine } from "../dom.js";
import { amounts } from "./amounts.js";
import { decisionView } from "./decision_view.js";
import { eventPlayer } from "./event_player.js";
import { handLog } from "./hand_log.js";
import { lastActions } from "./last_actions.js";
import { oddsLine } from "./odds.js";
import { handName, outcomeElements, verdictWords, winningSeats } from "./outcome.js";
import { noReviewPanel, reviewPanel } from "./review_panel.js";
import { statisticsPanel } from "./statistics_panel.js";

const REVIEWED = "NT"; // no-limit hold'em
const KEYS =
  "Keys: F fold, C check or call, R bet or raise, 1–6 sizes, D draw, B bring in, O odds, N next hand.";

/**
 * Create the screen of the table of a reply; `state` has what else the address names. `commands` are what the person can do: `answer(kind,
 * amount)`, `nextHand()`, `setReveals(value)`, `saveHands()` and `leave()`.
 */
export function tableScreen(first, state, commands) {
  const money = amounts(first.decimals, first.stakes.big_blind);
  const names = first.seats.map((seat) => seat.name);
  const labels = lastActions(money);
  const view = tableView(first, money, labels.of);
  const log = handLog(names, first.person, money);
  const decision = decisionView(view, money, commands.answer);
  const odds = oddsLine(`/tables/${first.id}`, money);
  decision.element.prepend(odds.element);
  const statistics = statisticsPanel(first, money, state);
  const review = first.variant === REVIEWED ? reviewPanel(first.id, state) : noReviewPanel();
  const outcome = h("div", { class: "outcome", hidden: true });
  const problem = problemLine();
  const spoken = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  const title = h("h1", {});
  const events = eventPlayer((frame, reply) => {
    log.add(frame);
    labels.note(frame);
    view.draw(frame.scene, { button: reply.button, turn: frame.seat });
  });

  /** Hide what can be done. */
  function clear() {
    decision.clear();
    odds.clear();
    outcome.hidden = true;
  }

  function startHand(reply) {
    events.begin(reply.hand);
    clear();
    log.clear();
    labels.clear();
    view.setNote("");
    review.setHand(null);
  }

  function drawEnd({ scene, button: dealer, result }) {
    const winners = winningSeats(result);
    view.draw(scene, { button: dealer, winners, revealed: result.all_cards });
  }

  return {
    elements: [
      room(
        [
          screenHead(title, events.element, commands.leave),
          view.element,
          problem,
          outcome,
          decision.element,
        ],
        [review.element, log.element, statistics.element],
      ),
      spoken,
    ],
    events,
    problem,
    clear,
    drawEnd,
    discards: decision.discards,
    setNote: view.setNote,
    /** Show the new events of a reply one by one; return whether the table is still shown. */
    play(reply) {
      fill(title, titleParts(reply));
      if (events.hand !== reply.hand) startHand(reply);
      return events.play(reply);
    },
    /** Offer the person's decision. */
    offer(reply) {
      decision.offer(reply);
      odds.offer(reply);
      spoken.textContent = turnWords(reply.decision, money);
      view.setNote(reply.hand_texts.length ? handName(reply.hand_texts[0]) : "");
    },
    /** Show how the hand ended, and what can be done next. */
    finish(reply, reveals) {
      drawEnd(reply);
      view.setNote("");
      statistics.draw(reply);
      fill(outcome, outcomeElements(reply, { money, reveals, ...commands }));
      outcome.hidden = false;
      focusNext(outcome);
      spoken.textContent = verdictWords(reply.result.payoffs[reply.person], money);
      review.setHand(reply.hand);
    },
    /** Act on a key; return whether the key was used. */
    press(key) {
      const pressed = key.toLowerCase();
      if (pressed === "n" && !outcome.hidden) commands.nextHand();
      else if (pressed === "o" && !odds.element.hidden) odds.toggle();
      else return decision.press(key);
      return true;
    },
    end() {
      events.end();
      review.end();
    },
  };
}

function room(main, side) {
  const keys = h("p", { class: "note play-keys" }, KEYS);
  return h(
    "div",
    { class: "play-room" },
    h("div", { class: "play-main" }, main, keys),
    h("div", { class: "play-side stack" }, side),
  );
}

function screenHead(title, speed, leave) {
  return h(
    "div",
    { class: "row spread play-head" },
    title,
    h("div", { class: "row" }, speed, button("Leave", leave)),
  );
}

function turnWords({ to_call: toCall, pot }, money) {
  return `Your turn: ${toCall ? `${money.text(toCall)} to call, ` : ""}pot ${money.text(pot)}`;
}

/** Focus the button of the next hand, unless the person is doing something else. */
function focusNext(outcome) {
  const { activeElement } = document;
  if (activeElement === document.body || activeElement?.closest(".action-bar, .outcome"))
    outcome.querySelector("[data-next]")?.focus({ preventScroll: true });
}

function titleParts({ variant_name: name, stakes, hand, decimals }) {
  const money = amounts(decimals); // stakes are chips in any unit
  const { small_blind: small, big_blind: big } = stakes;
  const blinds =
    small === undefined || big === undefined ? "" : ` ${money.text(small)}/${money.text(big)}`;
  return [`${name}${blinds} `, h("span", { class: "muted" }, `hand ${hand}`)];
}
