/** The odds of a decision, on demand: what a call can win, and the equity that it needs. */

import { api } from "../api.js";
import { cardsElement } from "../cards.js";
import { button, fill, h } from "../dom.js";
import { capitalised, counted, number, percent } from "../format.js";

const KEPT = "play-odds"; // whether odds are shown

/**
 * Create the line of odds for a table at a path of the server. `offer(reply)` is called with every
 * decision, `clear()` after it, and `toggle()` shows or hides the odds.
 */
export function oddsLine(path, money) {
  let isShown = localStorage.getItem(KEPT) === "true";
  let offered = null; // the reply with the decision
  const words = h("span", { class: "odds-words", role: "status", "aria-live": "polite" });
  const toggler = button(["Odds", h("kbd", { "aria-hidden": "true" }, "O")], toggle, {
    class: "quiet",
  });
  const element = h("div", { class: "odds", hidden: true }, toggler, words);

  function toggle() {
    isShown = !isShown;
    localStorage.setItem(KEPT, String(isShown));
    draw();
  }

  async function draw() {
    toggler.setAttribute("aria-expanded", String(isShown));
    element.classList.toggle("is-shown", isShown);
    fill(words);
    if (!isShown || !offered) return;
    const current = offered;
    fill(words, callWords(current.decision, money));
    const odds = await api.get(`${path}/odds`).catch((error) => ({ reason: error.message }));
    if (offered !== current || !isShown) return;
    fill(words, callWords(current.decision, money), equityWords(odds, current));
  }

  return {
    element,
    toggle,
    offer(reply) {
      offered = reply.decision.answers.includes("discard") ? null : reply;
      element.hidden = offered === null;
      draw();
    },
    clear() {
      offered = null;
      element.hidden = true;
    },
  };
}

/** Return what a call wins and needs, in words. */
function callWords({ to_call: toCall, pot_to_win: pot }, money) {
  if (!toCall) return "Nothing to call. ";
  const needed = percent(toCall / (pot + toCall), 1);
  const ratio = number(pot / toCall, 1);
  return [
    `Call ${money.text(toCall)} to win ${money.text(pot)}: ${ratio} to 1, `,
    h("strong", {}, `needs ${needed} equity`),
    ". ",
  ];
}

/** Return the equity of the person's cards, in words. */
function equityWords({ equity, error, opponents, reason }, { scene, person }) {
  if (reason) return h("span", { class: "muted" }, `${capitalised(reason)}.`);
  return [
    cardsElement(scene.cards[person].join("")),
    h("strong", {}, ` has ${percent(equity, 1)}`),
    ` ± ${percent(error, 1)} equity against any cards of ${counted(opponents, "opponent")}.`,
  ];
}
