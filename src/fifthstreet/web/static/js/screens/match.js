/** Match: a real hand in the tree of a solution, action by action, and the answer at a decision. */

import { flag, numberWithin, oneOf, screenState, text } from "../address.js";
import { api } from "../api.js";
import { fill, h, lastRequest, panel, problemLine } from "../dom.js";
import { handFields, handForm } from "../match/hand_form.js";
import { placeOptions } from "../match/place_options.js";
import { resultView } from "../match/result_view.js";
import { MAPPINGS, withSymbols } from "../match/words.js";

/** Show the hand, the solution and the decision that the address names. */
export async function show(main, address) {
  const state = screenState(address, {
    ...handFields(),
    decision: numberWithin(1, 10_000, null),
    solution: text(null),
    mapping: oneOf(MAPPINGS.map(([name]) => name)),
    verify: flag(),
    hole: text(),
  });
  const { values } = state;
  let reading = null; // the reply about the hand
  const begin = lastRequest();
  const problem = problemLine();
  const form = handForm(state, () => read());
  const options = placeOptions(state, { read, place });
  const result = resultView(values, {
    onpick: (decision) => {
      state.set({ decision, hole: "" });
      options.draw(reading);
      place();
    },
    onsolve: (seconds) => place({ seconds }),
  });

  async function read() {
    const isLast = begin();
    const hand = form.question();
    problem.clear();
    if (!hand) {
      options.draw(null);
      result.clear();
      return;
    }
    try {
      const reply = await api.ask("/hands/read", { hand });
      if (!isLast() || !main.isConnected) return;
      reading = reply;
      options.draw(reply);
      await place();
    } catch (error) {
      if (isLast() && !form.refuse(error.message)) problem.show(withSymbols(error.message));
    }
  }

  async function place({ seconds = 0 } = {}) {
    const isLast = begin();
    problem.clear();
    if (!values.solution) {
      result.draw(reading.hand, null);
      return;
    }
    result.setBusy(true);
    try {
      const found = await api.post("/hands/place", placeQuestion(form.question(), values, seconds));
      if (isLast()) result.draw(reading.hand, found);
    } catch (error) {
      if (!isLast()) return;
      result.draw(reading.hand, null);
      if (!options.refuse(error.message)) problem.show(withSymbols(error.message));
    } finally {
      if (isLast()) result.setBusy(false);
    }
  }

  fill(
    main,
    h("h1", { class: "screen-name" }, "Match"),
    h(
      "div",
      { class: "match-layout" },
      h(
        "div",
        { class: "stack" },
        panel("A real hand", form.element),
        panel("In a tree", options.element),
        problem,
      ),
      result.element,
    ),
  );
  await read();
}

function placeQuestion(hand, values, seconds) {
  return {
    hand,
    solution: values.solution,
    decision: values.decision,
    mapping: values.mapping,
    verify_legal_actions: values.verify,
    hole: values.hole.trim() || null,
    seconds,
  };
}
