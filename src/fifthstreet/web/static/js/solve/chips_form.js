/** The chips of a spot: pot, stack, big blind and rake. */

import { field, fill, h } from "../dom.js";

const PLAIN_NUMBER = /^(\d+\.?\d*|\.\d+)$/; // the server reads or refuses everything else

/** Create the form; `onchange()` is called after the draft has changed. */
export function chipsForm(draft, onchange) {
  const element = h("div", { class: "chip-fields" });
  const chipField = (title, value, set, attributes = {}) =>
    field(
      title,
      h("input", {
        type: "number",
        min: 0,
        step: "any",
        value: value ?? "",
        ...attributes,
        oninput: (event) => {
          set(event.target.value === "" ? null : Number(event.target.value));
          onchange();
        },
      }),
    );
  /** A field for chips, or text that the server reads: 97.5bb, 450% of the pot. */
  const amountField = (title, name) =>
    field(
      title,
      h("input", {
        id: name,
        type: "text",
        inputmode: "decimal",
        title: "Chips, or big blinds like 97.5bb; a stack may also be 450% of the pot",
        value: draft[name] ?? "",
        "data-field": name,
        oninput: (event) => {
          const text = event.target.value.trim();
          draft[name] = text === "" ? null : PLAIN_NUMBER.test(text) ? Number(text) : text;
          onchange();
        },
      }),
    );
  const setBigBlind = (value) => {
    draft.tree.min_bet = value;
  };
  const setRake = (name, scale) => (value) => {
    draft.rake = { ...draft.rake, [name]: value === null ? undefined : value / scale };
  };

  function draw() {
    const { rate, cap } = draft.rake ?? {};
    const percent = rate ? +(100 * rate).toFixed(6) : null;
    fill(
      element,
      amountField("Pot", "pot"),
      amountField("Stack behind", "stack"),
      chipField("Big blind, chips", draft.tree.min_bet, setBigBlind, {
        title: "The smallest bet; with it, amounts can be shown in big blinds",
        placeholder: "unknown",
        "data-field": "tree.min_bet",
      }),
      chipField("Rake, %", percent, setRake("rate", 100), {
        max: 100,
        "data-field": "rake.rate",
      }),
      chipField("Rake cap, chips", cap, setRake("cap", 1), { "data-field": "rake.cap" }),
    );
  }

  return { element, draw };
}
