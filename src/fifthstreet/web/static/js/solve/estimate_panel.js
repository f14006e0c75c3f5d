/** The size of a solve, its time, and the best way to solve within memory and minutes. */

import { api } from "../api.js";
import { button, field, fill, h, lastRequest, note } from "../dom.js";
import { bytes, count } from "../format.js";
import { guardActions } from "../validity.js";
import { plainFields } from "./draft.js";

/**
 * Create the panel, with a `summary` for the bar of the screen. `settings()` has precision, buckets, target and limits, and
 * `useSpot(fields, precision, riverBuckets, seconds)` takes a way to solve. `onsize(fits)` is
 * called with whether the spot can be solved, and `onrefusal(message)` with why the server refuses
 * it; it returns what to show.
 */
export function estimatePanel(draft, settings, useSpot, { onsize, onrefusal }) {
  const element = h("section", {
    class: "panel stack",
    "aria-label": "Size of the solve",
    "aria-live": "polite",
  });
  const summary = h("div", { class: "row", "aria-live": "polite" });
  const begin = lastRequest();

  /** Wait for changes to end: what is known about the spot is out of date. */
  function wait() {
    begin();
    onsize(false);
    element.setAttribute("aria-busy", "true");
  }

  /** Measure the spot, or show why there is none. */
  async function update(problem) {
    const isLast = begin();
    if (problem) {
      show(false, note(problem));
      return;
    }
    const { precision, riverBuckets } = settings();
    try {
      const size = await api.ask("/spots/size", {
        spot: plainFields(draft),
        precision,
        river_buckets: riverBuckets,
      });
      if (isLast())
        show(size.fits, sizeElements(size, { findBest }), summaryElements(size, measure));
    } catch (error) {
      if (isLast()) show(false, problemElement(onrefusal(error.message)));
    }
  }

  function show(fits, content, short = null) {
    element.setAttribute("aria-busy", "false");
    fill(element, h("h2", {}, "Size"), content);
    fill(summary, short ?? h("span", { class: "muted" }, "not ready to solve"));
    onsize(fits);
  }

  function measure(place) {
    const { precision, riverBuckets, target, maxIterations } = settings();
    return fillLater(place, "measuring …", async () => {
      const time = await api.ask("/spots/time", {
        spot: plainFields(draft),
        precision,
        river_buckets: riverBuckets,
        target,
        max_iterations: maxIterations,
      });
      return [`${time.words} `, h("span", { class: "muted small" }, `(${time.basis})`)];
    });
  }

  function findBest(place, gigabytes, minutes) {
    return fillLater(place, "comparing ways to solve it …", async () => {
      const found = await api.ask("/spots/best", {
        spot: plainFields(draft),
        memory: gigabytes ? Math.round(1e9 * gigabytes) : null,
        seconds: minutes ? 60 * minutes : null,
      });
      const use = () =>
        useSpot(found.spot, found.precision, found.river_buckets, minutes ? 60 * minutes : null);
      return bestElements(found, use);
    });
  }

  return { element, summary, update, wait };
}

function problemElement(message) {
  return h("p", { class: "problem", role: "alert" }, message);
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

/** Show the memory of a solve, and on request its time and error. */
function summaryElements(size, measure) {
  const time = h("span", {});
  fill(
    time,
    button("Estimate the time", () => measure(time)),
  );
  return [h("span", {}, h("span", { class: "muted" }, "Memory "), memoryWords(size)), time];
}

function memoryWords(size) {
  const free = size.memory_available ? ` of ${bytes(size.memory_available)} free` : "";
  return `${size.is_lower_bound ? "at least " : ""}${bytes(size.bytes)}${free}`;
}

function sizeElements(size, { findBest }) {
  const least = size.is_lower_bound ? "at least " : "";
  const facts = {
    Memory: memoryWords(size),
    Tree: `${least}${count(size.nodes)} nodes, ${count(size.information_sets)} information sets`,
    Combos: `${count(size.combos[0])} OOP, ${count(size.combos[1])} IP`,
  };
  return [
    h(
      "dl",
      { class: "facts" },
      Object.entries(facts).map(([title, fact]) => [h("dt", {}, title), h("dd", {}, fact)]),
    ),
    size.fits ? null : tooLarge(size),
    budgetElements(findBest),
  ];
}

function budgetElements(findBest) {
  const number = (attributes) => h("input", { type: "number", step: "any", ...attributes });
  const gigabytes = number({ min: 0.001, placeholder: "what is free" });
  const minutes = number({ min: 0.1, placeholder: "any" });
  const offer = h("div", { class: "stack", "aria-live": "polite" });
  const find = () => findBest(offer, Number(gigabytes.value), Number(minutes.value));
  const start = button("Find the best way", find);
  const element = h(
    "details",
    {},
    h("summary", {}, "Best answer for a budget"),
    h("div", { class: "fields" }, field("Memory, GB", gigabytes), field("Time, minutes", minutes)),
    h("div", { class: "row" }, start),
    offer,
  );
  guardActions(element, start);
  return element;
}

function tooLarge(size) {
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
    h("span", {}, "The best answer for a budget, below, is a way that fits."),
  );
}

function bestElements({ spot, left_out: leftOut, words }, use) {
  if (!spot) return `${words}. Use fewer bet sizes, shorter stacks or a later street.`;
  return [
    h("span", {}, `${words[0].toUpperCase()}${words.slice(1)}.`),
    leftOut.length
      ? [
          h("span", {}, "The tree is smaller, and exploitability is measured in it, without:"),
          h(
            "ul",
            {},
            leftOut.map((left) => h("li", {}, left)),
          ),
        ]
      : null,
    h("div", { class: "row" }, button("Use this way", use, { class: "primary" })),
  ];
}
