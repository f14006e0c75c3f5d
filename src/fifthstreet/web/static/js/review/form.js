/** The start of a review: hands as text or files, and what to compare them with. */

import { addressOf, screenState } from "../address.js";
import { api } from "../api.js";
import { allow, dropdown, field, fill, h, listOptions, problemLine, submit } from "../dom.js";
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
  const player = dropdown([ALL], "", null, { id: "review-player" });
  const problem = problemLine();
  const start = h("button", { type: "submit", class: "primary", disabled: true }, "Review");
  let areHands = false;
  const check = () => allow(start, areHands && isUnderstood(form));
  const hands = handsInput((facts) => {
    areHands = Boolean(facts);
    check();
    if (facts) fill(player, listOptions([ALL, ...facts.players], player.value));
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
        player: player.value || null,
      });
      location.hash = addressOf("review", { name: review, job: job?.id });
    } catch (error) {
      if (!showRefusal(form, error.message)) throw error;
    }
  }

  const form = h(
    "form",
    { class: "panel stack", "aria-label": "New review", onsubmit },
    h("h1", {}, "Review"),
    h(
      "p",
      { class: "muted" },
      "What the decisions of real hands cost, compared with an equilibrium.",
    ),
    hands.elements,
    basis.elements,
    h("div", { class: "fields" }, field("Player", player), start),
    problem,
  );
  watchInput(form, check);

  fill(main, h("div", { class: "side" }, form, reviewList(reviews, state.sorting("sort"))));
}
