/** The person's decision at a table: the actions, and cards to discard. */

import { actionBar } from "./action_bar.js";

/**
 * Create the view over a table; `onanswer(kind, amount)` is called with what the person does.
 * `offer(reply)` offers the decision of a reply, `clear()` hides it, `press(key)` acts on a key.
 */
export function decisionView(table, money, onanswer) {
  const bar = actionBar(money, onanswer);
  let chosen = new Set(); // own cards to discard, by place

  function draw(reply) {
    const pick = (place) => {
      if (!chosen.delete(place)) chosen.add(place);
      draw(reply);
      table.element.querySelectorAll(".is-person .play-card")[place]?.focus();
    };
    table.draw(reply.scene, {
      button: reply.button,
      turn: reply.person,
      chosen,
      onpick: reply.decision.answers.includes("discard") ? pick : null,
    });
    bar.showDiscard(chosen.size);
  }

  return {
    element: bar.element,
    press: bar.press,
    offer(reply) {
      const { decision, scene, person } = reply;
      const own = scene.stacks[person] + scene.bets[person];
      bar.show({ ...decision, is_all_in: decision.max_raise_to === own });
      draw(reply);
      // Not a button: pressing a key once too often must not fold.
      if (document.activeElement === document.body || document.activeElement === null)
        bar.element.focus({ preventScroll: true });
    },
    clear() {
      bar.clear();
      chosen = new Set();
    },
    /** Return the cards that the person has chosen to discard. */
    discards: ({ scene, person }) => [...chosen].map((place) => scene.cards[person][place]),
  };
}
