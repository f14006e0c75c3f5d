/** The start of a review: hands as text or files, and what to compare them with. */

import { addressOf, screenState } from "../address.js";
import { api } from "../api.js";
import { allow, dropdown, field, fill, h, listOptions, note, problemLine, submit } from "../dom.js";
import { counted } from "../format.js";
import { isUnderstood, showRefusal, watchInput } from "../validity.js";
import { basisFields, basisForm } from "./basis_form.js";
import { handsInput } from "./hands_input.js";
import { reviewList, reviewOrder } from "./review_list.js";

const ALL = ["", "all players"];

/** Show the form with what the address chooses, and the earlier reviews. */
export async function showForm(main, address) {
  const [bases, reviews] = await Promise.all([api.get("/reviews/bases"), api.get("/reviews")]);
  const state = screenState(address, { ...basisFields(bases), sort: reviewOrder() });
  const basis = basisForm(bases, state);
  const player = playerList();
  const problem = problemLine();
  const start = h("button", { type: "submit", class: "primary", disabled: true }, "Review");
  let areHands = false;
  const check = () => allow(start, areHands && isUnderstood(form));
  const hands = handsInput((facts) => {
    areHands = Boolean(facts);
    check();
    if (!facts) return;
    player.offer(facts);
    basis.fit(facts.solutions);
  });

  async function onsubmit(event) {
    event.preventDefault();
    await submit(start, problem, send);
  }

  async function send() {
    try {
      const { review, job } = await api.post("/reviews", {
        text: hands.text,
        basis: basis.request(),
        player: player.list.value || null,
      });
      location.hash = addressOf("review", { name: review, job: job?.id });
    } catch (error) {
      if (!showRefusal(form, error.message)) throw error;
    }
  }

  const form = h(
    "form",
    { class: "panel stack", "aria-label": "New review", onsubmit },
    h("h1", { class: "screen-name" }, "Review"),
    h(
      "p",
      { class: "muted" },
      "What the decisions of real hands cost, compared with an equilibrium.",
    ),
    hands.elements,
    h("div", {}, h("div", { class: "fields" }, field("Player", player.list)), player.words),
    basis.elements,
    h("div", { class: "row" }, start),
    problem,
  );
  watchInput(form, check);

  fill(main, h("div", { class: "side" }, form, reviewList(reviews, state.sorting("sort"))));
}

/**
 * Create the list of players; `offer(facts)` offers the players of hands, and chooses the hero until
 * the person chooses.
 */
function playerList() {
  let isChosen = false;
  const words = note();
  const list = dropdown(
    [ALL],
    "",
    () => {
      isChosen = true;
    },
    { id: "review-player" },
  );

  function offer({ players, player_hands: counts, hero, hands }) {
    const options = counts.map((each) => [each.name, playerText(each)]);
    const kept = isChosen && players.includes(list.value) ? list.value : "";
    fill(list, listOptions([ALL, ...options], isChosen ? kept : (hero ?? "")));
    fill(words, heroWords(counts.find((each) => each.name === hero) ?? null, hands));
  }

  return { list, words, offer };
}

function playerText({ name, hands, known }) {
  return `${name}: ${counted(hands, "hand")}, cards known in ${known}`;
}

/** Return who is taken for the hero, and why. */
function heroWords(hero, hands) {
  if (hero === null)
    return "No player stands out by known cards or by the number of hands, so all are reviewed.";
  const seated = hero.hands === hands ? "sits in all hands" : `sits in ${hero.hands} of ${hands}`;
  return `These look like the hands of ${hero.name}, who ${seated} and whose cards are known in ${hero.known}.`;
}
