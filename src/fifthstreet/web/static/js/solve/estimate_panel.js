/** The size of a solve, its time, and a smaller tree if it does not fit into memory. */

import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { bytes, count } from "../format.js";
import { plainFields } from "./draft.js";

/** Create the panel; `settings()` has precision, target and limits; `useSpot(fields, precision)` takes a smaller spot. */
export function estimatePanel(draft, settings, useSpot, onsize) {
  const element = h("section", {
    class: "panel stack",
    "aria-label": "Size of the solve",
    "aria-live": "polite",
  });
  let number = 0;

  async function update() {
    const asked = ++number;
    const { precision } = settings();
    try {
      const size = await api.post("/spots/size", { spot: plainFields(draft), precision });
      if (asked !== number) return;
      show(size);
      onsize(size, null);
    } catch (error) {
      if (asked !== number) return;
      fill(
        element,
        h("h2", {}, "Size"),
        h("p", { class: "problem", role: "alert" }, error.message),
      );
      onsize(null, error.message);
    }
  }

  function show(size) {
    const least = size.is_lower_bound ? "at least " : "";
    const time = h(
      "span",
      {},
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => measure(time) },
        "Estimate the time",
      ),
    );
    fill(
      element,
      h("h2", {}, "Size"),
      h(
        "dl",
        { class: "facts" },
        h("dt", {}, "Memory"),
        h(
          "dd",
          {},
          `${least}${bytes(size.bytes)}${size.memory_available ? ` of ${bytes(size.memory_available)} free` : ""}`,
        ),
        h("dt", {}, "Tree"),
        h(
          "dd",
          {},
          `${least}${count(size.nodes)} nodes, ${count(size.information_sets)} information sets`,
        ),
        h("dt", {}, "Combos"),
        h("dd", {}, `${count(size.combos[0])} OOP, ${count(size.combos[1])} IP`),
        h("dt", {}, "Time"),
        h("dd", {}, time),
      ),
      size.fits ? null : tooLarge(size),
    );
  }

  async function measure(place) {
    const { precision, target, maxIterations } = settings();
    fill(place, "measuring …");
    try {
      const time = await api.post("/spots/time", {
        spot: plainFields(draft),
        precision,
        target,
        max_iterations: maxIterations,
      });
      fill(place, `${time.words} `, h("span", { class: "muted small" }, `(${time.basis})`));
    } catch (error) {
      fill(place, h("span", { class: "problem" }, error.message));
    }
  }

  function tooLarge(size) {
    const offer = h("div", { class: "stack" });
    const smaller = Object.entries(size.bytes_by_precision).filter(
      ([, needed]) => needed < size.bytes && needed <= (size.memory_available ?? Infinity),
    );
    return h(
      "div",
      { class: "warning stack", role: "alert" },
      h("strong", {}, "This does not fit into the free memory."),
      smaller.length && !size.is_lower_bound
        ? h("span", {}, `With 16-bit precision it takes ${bytes(smaller[0][1])}.`)
        : null,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", onclick: () => findSmaller(offer) },
          "Suggest a smaller tree",
        ),
      ),
      offer,
    );
  }

  async function findSmaller(place) {
    fill(place, "looking for a smaller tree …");
    try {
      const found = await api.post("/spots/smaller", {
        spot: plainFields(draft),
        precision: settings().precision,
      });
      if (!found.spot) {
        fill(place, "No smaller tree fits. Use fewer bet sizes, shorter stacks or a later street.");
        return;
      }
      fill(
        place,
        h("span", {}, `This tree takes ${bytes(found.bytes)}, without:`),
        h(
          "ul",
          {},
          found.left_out.map((words) => h("li", {}, words)),
        ),
        h(
          "button",
          { type: "button", class: "primary", onclick: () => useSpot(found.spot, found.precision) },
          "Use this tree",
        ),
      );
    } catch (error) {
      fill(place, h("span", { class: "problem" }, error.message));
    }
  }

  return { element, update };
}
