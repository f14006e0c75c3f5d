/** Templates: pots by position, with ranges of charts and the sizes of a fast or a full tree. */

import { api } from "../api.js";
import { button, dropdown, field, fill, h, listOptions, problemLine, submit } from "../dom.js";
import { capitalised } from "../format.js";

const TREES = [
  ["fast", "fast: one size per street"],
  ["full", "full: two sizes per street"],
];

/** Create the control; `useSpot(fields)` gets the fields that a template sets. */
export function templatePicker(useSpot) {
  let known = [];
  const pot = h("select", {}, h("option", { value: "" }, "choose a pot …"));
  const tree = dropdown(TREES, "fast");
  const problem = problemLine({ class: "problem small" });
  const use = button("Use", () => submit(use, problem, async () => useSpot(chosen())), {
    disabled: true,
  });
  pot.addEventListener("change", () => {
    use.disabled = !pot.value;
  });

  function chosen() {
    return structuredClone(known[Number(pot.value)].fields[tree.value]);
  }

  api
    .get("/spots/templates")
    .then((found) => {
      known = found;
      pot.append(...groups(found));
    })
    .catch((error) => problem.show(error.message));
  return h(
    "div",
    { class: "fields template-picker" },
    field("Template: six players, 100 big blinds", pot),
    field("Bet sizes", tree),
    use,
    problem,
  );
}

function groups(pots) {
  const kinds = [...new Set(pots.map((template) => template.kind))];
  return kinds.map((kind) => {
    const group = h("optgroup", { label: `${capitalised(kind)} pots` });
    const entries = pots
      .map((template, place) => [String(place), template.name, template.kind])
      .filter(([, , each]) => each === kind);
    return fill(group, listOptions(entries, null));
  });
}
