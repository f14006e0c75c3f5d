/** Edit a range: paint classes with a weight, choose suits, or write it as text. */

import { api, part } from "../api.js";
import { CLASS_HANDS, CLASS_NAMES, HANDS, holeText } from "../cards.js";
import { debounced, field, fill, h, newId } from "../dom.js";
import { number, percent } from "../format.js";
import { classGrid } from "./class_grid.js";
import { confirmDialog, promptDialog } from "./dialog.js";
import { toast } from "./toast.js";

const WEIGHTS = [1, 0.75, 0.5, 0.25, 0];

/**
 * Create an editor. `onchange(text)` is called with the text of the range whenever it changes.
 * Dragging paints the chosen weight; a drag that starts on a cell with that weight erases instead.
 */
export function rangeEditor({ title, colour = "var(--held)", onchange }) {
  let weights = new Float32Array(HANDS);
  let brush = 1;
  let painting = null; // weight that the current drag paints
  let chosen = null; // class whose suits are shown
  let text = "";
  const id = newId("range");
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const input = h("textarea", {
    id,
    rows: 2,
    spellcheck: "false",
    placeholder: "88+, A8s+, KQs:0.5, 15%",
    onchange: () => readText(input.value),
  });
  const summary = h("span", { class: "small", "aria-live": "polite" });
  const suits = h("div", { class: "suit-detail" });
  const saved = h("select", { "aria-label": `Named ranges for ${title}`, onchange: loadNamed });
  const grid = classGrid(`${title}: range`, { onpick: pick, onhover: hover });

  // Painting with a pointer; a keyboard picks one cell at a time.
  grid.element.addEventListener("pointerdown", (event) => {
    const place = placeAt(event);
    if (place === null || event.button) return;
    painting = isPainted(place) ? 0 : brush;
    grid.element.setPointerCapture(event.pointerId);
    paint(place);
  });
  grid.element.addEventListener("pointermove", (event) => {
    if (painting === null) return;
    const place = placeAt(event);
    if (place !== null) paint(place);
  });
  const stopPainting = () => {
    if (painting !== null) {
      painting = null;
      sendWeights();
    }
  };
  grid.element.addEventListener("pointerup", stopPainting);
  grid.element.addEventListener("pointercancel", stopPainting);

  function placeAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(".class-cell");
    const place = cell ? grid.cells.indexOf(cell) : -1;
    return place < 0 ? null : place;
  }

  function isPainted(place) {
    return CLASS_HANDS[place].every((hole) => Math.abs(weights[hole] - brush) < 1e-6);
  }

  function paint(place) {
    for (const hole of CLASS_HANDS[place]) weights[hole] = painting;
    showClass(place);
    draw();
  }

  function pick(place, event) {
    if (event.type === "click") {
      showClass(place);
      return;
    } // the pointer has painted already
    painting = isPainted(place) ? 0 : brush;
    paint(place);
    stopPainting();
  }

  function hover(place) {
    if (
      painting === null &&
      document.activeElement &&
      grid.element.contains(document.activeElement)
    )
      showClass(place);
  }

  function showClass(place) {
    chosen = place;
    grid.choose(place);
    fill(
      suits,
      h("strong", {}, CLASS_NAMES[place]),
      CLASS_HANDS[place].map((hole) =>
        h(
          "button",
          {
            type: "button",
            class: "suit-hand",
            "aria-pressed": String(weights[hole] > 0),
            "aria-label": `${holeText(hole)}, weight ${number(weights[hole], 2)}`,
            onclick: () => {
              weights[hole] = Math.abs(weights[hole] - brush) < 1e-6 ? 0 : brush;
              showClass(place);
              draw();
              sendWeights();
            },
          },
          holeText(hole),
          h("span", { class: "small" }, number(weights[hole], 2)),
        ),
      ),
    );
  }

  function draw() {
    grid.draw((place) => {
      const holes = CLASS_HANDS[place];
      const weight = holes.reduce((sum, hole) => sum + weights[hole], 0) / holes.length;
      return weight > 0
        ? {
            segments: [[colour, 1]],
            weight,
            value: weight < 0.995 ? number(weight, 2) : "",
            words: `weight ${number(weight, 2)}`,
          }
        : { words: "not in the range" };
    });
  }

  const sendWeights = debounced(async () => {
    try {
      show(
        await api.post("/ranges/text", {
          weights: [...weights].map((weight) => +weight.toFixed(6)),
        }),
        true,
      );
    } catch (error) {
      fail(error);
    }
  }, 60);

  async function readText(value, isQuiet = false) {
    try {
      show(await api.post("/ranges/parse", { text: value }), !isQuiet);
    } catch (error) {
      fail(error);
    }
  }

  function show(range, isNews) {
    weights = Float32Array.from(range.weights);
    text = range.text;
    input.value = text;
    input.setAttribute("aria-invalid", "false");
    problem.hidden = true;
    summary.textContent = `${number(range.combos, range.combos % 1 ? 1 : 0)} combos, ${percent(range.percent / 100)}`;
    draw();
    if (chosen !== null) showClass(chosen);
    if (isNews) onchange?.(text);
  }

  function fail(error) {
    problem.textContent = error.message;
    problem.hidden = false;
    input.setAttribute("aria-invalid", "true");
  }

  async function loadNames() {
    const ranges = await api.get("/ranges").catch(() => []);
    fill(
      saved,
      h("option", { value: "" }, ranges.length ? "Named ranges …" : "No named ranges"),
      ranges.map((range) =>
        h("option", { value: range.text, "data-name": range.name }, range.name),
      ),
    );
  }

  async function loadNamed() {
    if (saved.value) await readText(saved.value);
  }

  async function saveNamed() {
    const name = await promptDialog(
      `Name for this range (${title})`,
      saved.selectedOptions[0]?.dataset.name ?? "",
      "Save",
    );
    if (!name) return;
    try {
      await api.put(`/ranges/${part(name)}`, { text });
      await loadNames();
      toast(`Saved ${name}`);
    } catch (error) {
      fail(error);
    }
  }

  async function deleteNamed() {
    const name = saved.selectedOptions[0]?.dataset.name;
    if (
      !name ||
      !(await confirmDialog(`Delete the named range ${name}?`, "Delete", { isDangerous: true }))
    )
      return;
    await api.delete(`/ranges/${part(name)}`).catch(fail);
    await loadNames();
  }

  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: 1,
    "aria-label": `Weight to paint for ${title}`,
    oninput: () => setBrush(Number(slider.value)),
  });
  const brushText = h("output", {}, "1.00");
  const brushButtons = WEIGHTS.map((weight) =>
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => setBrush(weight) },
      weight ? `${100 * weight}%` : "Erase",
    ),
  );
  function setBrush(weight) {
    brush = weight;
    slider.value = weight;
    brushText.textContent = number(weight, 2);
  }

  const element = h(
    "section",
    { class: "panel range-editor", "aria-label": title },
    h("div", { class: "row spread" }, h("h2", {}, title), summary),
    h("label", { for: id }, "Range as text"),
    input,
    problem,
    grid.element,
    h("div", { class: "row small" }, field("Weight to paint", slider), brushText, brushButtons),
    suits,
    h(
      "div",
      { class: "row" },
      saved,
      h("button", { type: "button", onclick: saveNamed }, "Save as …"),
      h("button", { type: "button", onclick: deleteNamed }, "Delete a named range"),
      h("button", { type: "button", onclick: () => readText("") }, "Clear"),
      h("button", { type: "button", onclick: () => readText("random") }, "All hands"),
    ),
  );
  loadNames();
  draw();
  return {
    element,
    load: (value) => readText(value, true),
    get text() {
      return text;
    },
  };
}
