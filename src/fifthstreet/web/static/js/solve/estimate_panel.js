/** The size of a solve, its time, and a smaller tree if it does not fit into memory. */

import { api } from "../api.js";
import { button, fill, h, lastRequest } from "../dom.js";
import { bytes, count } from "../format.js";
import { plainFields } from "./draft.js";

/**
 * Create the panel. `settings()` has precision, target and limits, `useSpot(fields, precision)`
 * takes a smaller spot, and `onsize(fits)` is called with whether the spot can be solved.
 */
export function estimatePanel(draft, settings, useSpot, onsize) {
  const element = h("section", {
    class: "panel stack",
    "aria-label": "Size of the solve",
    "aria-live": "polite",
  });
  const begin = lastRequest();

  async function update() {
    const isLast = begin();
    const { precision } = settings();
    try {
      const size = await api.post("/spots/size", { spot: plainFields(draft), precision });
      if (isLast()) show(size.fits, sizeElements(size, { measure, findSmaller }));
    } catch (error) {
      if (isLast()) show(false, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  function show(fits, content) {
    fill(element, h("h2", {}, "Size"), content);
    onsize(fits);
  }

  function measure(place) {
    const { precision, target, maxIterations } = settings();
    return fillLater(place, "measuring …", async () => {
      const time = await api.post("/spots/time", {
        spot: plainFields(draft),
        precision,
        target,
        max_iterations: maxIterations,
      });
      return [`${time.words} `, h("span", { class: "muted small" }, `(${time.basis})`)];
    });
  }

  function findSmaller(place) {
    return fillLater(place, "looking for a smaller tree …", async () => {
      const { precision } = settings();
      const found = await api.post("/spots/smaller", { spot: plainFields(draft), precision });
      return smallerElements(found, useSpot);
    });
  }

  return { element, update };
}

/** Show words in a place until the content is there, or what went wrong. */
async function fillLater(place, words, content) {
  fill(place, words);
  try {
    fill(place, await content());
  } catch (error) {
    fill(place, h("span", { class: "problem" }, error.message));
  }
}

function sizeElements(size, { measure, findSmaller }) {
  const least = size.is_lower_bound ? "at least " : "";
  const free = size.memory_available ? ` of ${bytes(size.memory_available)} free` : "";
  const time = h(
    "span",
    {},
    button("Estimate the time", () => measure(time), { class: "quiet" }),
  );
  const facts = {
    Memory: `${least}${bytes(size.bytes)}${free}`,
    Tree: `${least}${count(size.nodes)} nodes, ${count(size.information_sets)} information sets`,
    Combos: `${count(size.combos[0])} OOP, ${count(size.combos[1])} IP`,
    Time: time,
  };
  return [
    h(
      "dl",
      { class: "facts" },
      Object.entries(facts).map(([title, fact]) => [h("dt", {}, title), h("dd", {}, fact)]),
    ),
    size.fits ? null : tooLarge(size, findSmaller),
  ];
}

function tooLarge(size, findSmaller) {
  const offer = h("div", { class: "stack" });
  const [smaller] = Object.values(size.bytes_by_precision).filter(
    (needed) => needed < size.bytes && needed <= (size.memory_available ?? Infinity),
  );
  return h(
    "div",
    { class: "warning stack", role: "alert" },
    h("strong", {}, "This does not fit into the free memory."),
    smaller !== undefined && !size.is_lower_bound
      ? h("span", {}, `With 16-bit precision it takes ${bytes(smaller)}.`)
      : null,
    h(
      "div",
      { class: "row" },
      button("Suggest a smaller tree", () => findSmaller(offer)),
    ),
    offer,
  );
}

function smallerElements({ spot, precision, bytes: size, left_out: leftOut }, useSpot) {
  if (!spot) return "No smaller tree fits. Use fewer bet sizes, shorter stacks or a later street.";
  return [
    h("span", {}, `This tree takes ${bytes(size)}, without:`),
    h(
      "ul",
      {},
      leftOut.map((words) => h("li", {}, words)),
    ),
    button("Use this tree", () => useSpot(spot, precision), { class: "primary" }),
  ];
}
