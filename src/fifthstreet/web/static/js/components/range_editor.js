/** Edit a range: paint classes with a weight, choose suits, or write it as text. */

import { api } from "../api.js";
import { CLASS_HANDS, CLASS_NAMES, cardsElement, HANDS, HOLE_CARDS, holeText } from "../cards.js";
import { button, debounced, fill, h, lastRequest, newId, note } from "../dom.js";
import { number, percent } from "../format.js";
import { setProblem, setWaiting } from "../validity.js";
import { chartButton } from "./chart_ranges.js";
import { classGrid } from "./class_grid.js";
import { copyText, pastedText } from "./clipboard.js";
import { paintWithPointer } from "./grid_painting.js";
import { namedRanges } from "./named_ranges.js";
import { attempt } from "./toast.js";

const WEIGHTS = [1, 0.75, 0.5, 0.25, 0];
const HINT = matchMedia("(hover: none)").matches
  ? "Tap to paint, and again to choose suits."
  : "Drag to paint; click a hand to choose its suits.";

/**
 * Create an editor. `onchange(text)` is called with the text of the range whenever it changes, also
 * if the text cannot be read; `name` is the server's name of the field. Dragging paints the chosen
 * weight; a drag that starts on a cell with that weight erases instead. A click shows the suits.
 */
export function rangeEditor({ title, name, onchange }) {
  let weights = new Float32Array(HANDS);
  let painting = null; // weight that the current drag paints
  let chosen = null; // class whose suits are shown
  const brush = brushControl(title);
  const suits = h("div", { class: "suit-detail" }, note(HINT)); // of the chosen class
  const source = textSource(name, { onchange: changed, onread: setWeights });
  const past = changes((text) => source.read(text));
  const grid = classGrid(`${title}: range`, { onpick: pick, onhover: hover });
  paintWithPointer(grid, { erases, begin, paint, end });

  function changed(text) {
    past.note(text);
    onchange(text);
  }

  function setWeights(next) {
    weights = next;
    drawWeights(grid, weights);
    if (chosen !== null) showClass(chosen);
  }

  function erases(place) {
    return brush.weight > 0 && strokeWeight(brush.weight, weights, CLASS_HANDS[place]) === 0;
  }

  function begin(place) {
    painting = strokeWeight(brush.weight, weights, CLASS_HANDS[place]);
    paint(place);
  }

  function paint(place, holes = CLASS_HANDS[place], weight = painting) {
    for (const hole of holes) weights[hole] = weight;
    showClass(place);
    drawWeights(grid, weights);
  }

  function end() {
    painting = null;
    source.write(weights);
  }

  /** Show the suits of a class; a keyboard also paints, as the pointer has done already. */
  function pick(place, event) {
    if (event.type === "click") showClass(place);
    else {
      begin(place);
      end();
    }
  }

  function hover(place) {
    if (painting === null && grid.element.contains(document.activeElement)) showClass(place);
  }

  function showClass(place) {
    chosen = place;
    grid.choose(place);
    fill(suits, suitElements(place, weights, toggle));
  }

  function toggle(place, hole) {
    paint(place, [hole], strokeWeight(brush.weight, weights, [hole]));
    source.write(weights);
  }

  drawWeights(grid, weights);
  return {
    element: h(
      "section",
      { class: "panel range-editor", "aria-label": title },
      h("div", { class: "range-head" }, h("h2", {}, title), source.summary),
      grid.element,
      h("div", { class: "row tools" }, brush.element),
      suits,
      source.elements,
      h(
        "div",
        { class: "row tools" },
        namedRanges({ title, text: () => source.text, read: source.read }),
        chartButton(source.read),
        button("Copy", () => copyText(source.text)),
        button("Paste", () => attempt(async () => source.read(await pastedText()))),
        button("Clear", () => source.read("")),
        button("All hands", () => source.read("random")),
        past.elements,
      ),
    ),
    load: async (value) => {
      await source.read(value, { isQuiet: true });
      past.note(source.text);
    },
  };
}

/**
 * Create the field of the range as text, with its size and its error. The server reads the text, and
 * `onread(weights)` gets its hands; `write(weights)` shows the text of other hands.
 */
function textSource(name, { onchange, onread }) {
  const id = newId("range");
  const begin = lastRequest();
  const summary = h("span", { class: "small", "aria-live": "polite" });
  const input = h("textarea", {
    id,
    rows: 2,
    spellcheck: "false",
    placeholder: "88+, A8s+, KQs:0.5, 15%",
    "data-field": name,
    oninput: () => {
      wait();
      onchange(input.value);
      readSoon(input.value);
    },
    onchange: () => read(input.value),
  });

  /** Let older replies not replace what has changed meanwhile. */
  function wait() {
    setWaiting(input, true);
    return begin();
  }

  function read(value, options = {}) {
    input.value = value;
    return load(api.ask("/ranges/parse", { text: value }), options);
  }

  // Text that is being typed stays as it is written.
  const readSoon = debounced((value) => {
    if (value === input.value) read(value, { isTyping: true });
  }, 250);

  const writeSoon = debounced(
    (weights) => load(api.ask("/ranges/text", { weights: rounded(weights) })),
    60,
  );

  async function load(reply, { isQuiet = false, isTyping = false } = {}) {
    const isLast = wait();
    try {
      const range = await reply;
      if (!isLast()) return;
      if (!isTyping) input.value = range.text;
      show(range);
      onread(Float32Array.from(range.weights));
    } catch (error) {
      if (!isLast()) return;
      setProblem(input, error.message);
      summary.textContent = "";
    }
    setWaiting(input, false);
    if (!isQuiet && !isTyping) onchange(input.value);
  }

  function show(range) {
    const combos = number(range.combos, range.combos % 1 ? 1 : 0);
    setProblem(input, "");
    summary.textContent = `${combos} combos, ${percent(range.percent / 100)}`;
  }

  return {
    summary,
    elements: [h("label", { for: id }, "Range as text"), input],
    get text() {
      return input.value;
    },
    read,
    write(weights) {
      wait();
      writeSoon(weights);
    },
  };
}

/** Create the buttons that undo and redo changes of the text; `note(text)` notes a change. */
function changes(read) {
  const texts = [];
  let at = -1;
  const undo = button("Undo", () => go(-1), { disabled: true });
  const redo = button("Redo", () => go(1), { disabled: true });

  function go(step) {
    at += step;
    read(texts[at]);
    allowSteps();
  }

  function allowSteps() {
    undo.disabled = at <= 0;
    redo.disabled = at >= texts.length - 1;
  }

  return {
    elements: [undo, redo],
    note: (text) => {
      if (text === texts[at]) return;
      texts.splice(at + 1, texts.length, text);
      at = texts.length - 1;
      allowSteps();
    },
  };
}

/** Create the control of the weight to paint. */
function brushControl(title) {
  let weight = 1;
  const input = h("input", {
    type: "number",
    min: 0,
    max: 100,
    step: "any",
    value: 100,
    "aria-label": `Weight to paint for ${title}, percent`,
    oninput: () => {
      if (input.checkValidity() && input.value !== "") weight = Number(input.value) / 100;
    },
  });

  function set(next) {
    weight = next;
    input.value = 100 * next;
  }

  return {
    element: h(
      "div",
      { class: "row brush", role: "group", "aria-label": `Weight to paint for ${title}` },
      h("span", { class: "muted small" }, "Paint"),
      input,
      WEIGHTS.map((each) =>
        button(each ? `${100 * each}%` : "Erase", () => set(each), { class: "quiet" }),
      ),
    ),
    get weight() {
      return weight;
    },
  };
}

/** Return the weight that a brush gives to hands: none if they have its weight already. */
function strokeWeight(brush, weights, holes) {
  return holes.every((hole) => Math.abs(weights[hole] - brush) < 1e-6) ? 0 : brush;
}

function rounded(weights) {
  return [...weights].map((weight) => +weight.toFixed(6));
}

/** Show the hands of a class with their weights; `toggle(place, hole)` changes one. */
function suitElements(place, weights, toggle) {
  const hands = CLASS_HANDS[place].map((hole) =>
    suitButton(hole, weights[hole], () => toggle(place, hole)),
  );
  return [h("strong", {}, CLASS_NAMES[place]), hands];
}

function suitButton(hole, weight, onclick) {
  return button(
    [cardsElement(HOLE_CARDS[hole]), h("span", { class: "small" }, number(weight, 2))],
    onclick,
    {
      class: "suit-hand",
      "aria-pressed": String(weight > 0),
      "aria-label": `${holeText(hole)}, weight ${number(weight, 2)}`,
    },
  );
}

function drawWeights(grid, weights) {
  grid.draw((place) => {
    const holes = CLASS_HANDS[place];
    const weight = holes.reduce((sum, hole) => sum + weights[hole], 0) / holes.length;
    if (!(weight > 0)) return { words: "not in the range" };
    return {
      segments: [["var(--held)", 1]],
      weight,
      value: weight < 0.995 ? number(weight, 2) : "",
      words: `weight ${number(weight, 2)}`,
    };
  });
}
