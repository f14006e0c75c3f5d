/** The chips of a spot: pot, stack and rake. */

import { field, fill, h } from "../dom.js";

/** Create the form; `onchange()` is called after the draft has changed. */
export function chipsForm(draft, onchange) {
  const element = h("div", { class: "fields" });
  const chipField = (title, value, set, attributes = {}) =>
    field(
      title,
      h("input", {
        type: "number",
        min: 0,
        step: "any",
        value: value ?? "",
        ...attributes,
        onchange: (event) => {
          set(event.target.value === "" ? null : Number(event.target.value));
          onchange();
        },
      }),
    );
  const set = (name) => (value) => {
    draft[name] = value;
  };
  const setRake = (name, scale) => (value) => {
    draft.rake = { ...draft.rake, [name]: value === null ? undefined : value / scale };
  };

  function draw() {
    const { rate, cap } = draft.rake ?? {};
    const percent = rate ? +(100 * rate).toFixed(6) : null;
    fill(
      element,
      chipField("Pot", draft.pot, set("pot"), { id: "pot" }),
      chipField("Stack behind", draft.stack, set("stack"), { id: "stack" }),
      chipField("Rake, %", percent, setRake("rate", 100), { max: 100 }),
      chipField("Rake cap, chips", cap, setRake("cap", 1)),
    );
  }

  return { element, draw };
}
