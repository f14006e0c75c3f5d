/** Solve: ranges, board, chips and sizes; then run, pause, resume and stop. */

import { api, part } from "../api.js";
import { cardText, parseCards } from "../cards.js";
import { boardPicker } from "../components/board_picker.js";
import { rangeEditor } from "../components/range_editor.js";
import { toast } from "../components/toast.js";
import { debounced, field, fill, h } from "../dom.js";
import { loadDraft, plainFields, saveDraft, withSeats } from "../solve/draft.js";
import { estimatePanel } from "../solve/estimate_panel.js";
import { runPanel } from "../solve/run_panel.js";
import { sizesForm } from "../solve/sizes_form.js";
import { treeView } from "../solve/tree_view.js";

/** Show the screen; `query.solution` starts from the spot of a solution. */
export async function show(main, query) {
  const draft = loadDraft();
  if (query.solution)
    Object.assign(draft, withSeats(await api.get(`/solutions/${part(query.solution)}/spot`)));

  const update = debounced(() => {
    saveDraft(draft);
    tree.draw();
    estimate.update();
  }, 150);
  const editors = {
    oop: rangeEditor({
      title: "Out of position (OOP)",
      colour: "var(--held)",
      onchange: (text) => {
        draft.ranges.oop = text;
        update();
      },
    }),
    ip: rangeEditor({
      title: "In position (IP)",
      colour: "var(--held)",
      onchange: (text) => {
        draft.ranges.ip = text;
        update();
      },
    }),
  };
  const board = boardPicker({
    initial: parseCards(draft.board) ?? [],
    onchange: (cards) => {
      draft.board = cards.map(cardText).join("");
      update();
    },
  });
  const chipsForm = h("div", { class: "fields" });
  const sizes = sizesForm(draft, update);
  const tree = treeView(draft, update);
  const run = runPanel(draft, update);
  const estimate = estimatePanel(draft, run.settings, useSpot, (size) =>
    run.setReady(Boolean(size?.fits)),
  );

  function drawChips() {
    const rake = draft.rake ?? {};
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
            update();
          },
        }),
      );
    const setRake = (name, scale) => (value) => {
      draft.rake = { ...rake, ...draft.rake, [name]: value === null ? undefined : value / scale };
    };
    fill(
      chipsForm,
      chipField(
        "Pot",
        draft.pot,
        (value) => {
          draft.pot = value;
        },
        { id: "pot" },
      ),
      chipField(
        "Stack behind",
        draft.stack,
        (value) => {
          draft.stack = value;
        },
        { id: "stack" },
      ),
      chipField("Rake, %", rake.rate ? +(100 * rake.rate).toFixed(6) : null, setRake("rate", 100), {
        max: 100,
      }),
      chipField("Rake cap, chips", rake.cap, setRake("cap", 1)),
    );
  }

  function useSpot(fields, precision) {
    for (const name of Object.keys(draft)) delete draft[name];
    Object.assign(draft, withSeats(fields));
    if (precision) run.setPrecision(precision);
    drawAll();
    update();
  }

  function drawAll() {
    board.set(parseCards(draft.board) ?? []);
    drawChips();
    sizes.draw();
    editors.oop.load(draft.ranges.oop);
    editors.ip.load(draft.ranges.ip);
  }

  async function readFile(event) {
    const [file] = event.target.files;
    if (!file) return;
    try {
      useSpot(await api.post("/spots/read", { text: await file.text() }));
      toast(`Read ${file.name}`);
    } catch (error) {
      toast(`${file.name}: ${error.message}`);
    }
    event.target.value = "";
  }

  async function writeFile() {
    try {
      const { text } = await api.post("/spots/write", plainFields(draft));
      const link = h("a", {
        href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
        download: `${draft.board}.toml`,
      });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toast(error.message);
    }
  }

  const files = h(
    "div",
    { class: "row small" },
    h(
      "label",
      { class: "button" },
      "Open a spot file …",
      h("input", { type: "file", accept: ".toml", class: "visually-hidden", onchange: readFile }),
    ),
    h("button", { type: "button", onclick: writeFile }, "Save as a spot file"),
  );
  fill(
    main,
    h("div", { class: "row spread" }, h("h1", {}, "Solve"), files),
    h(
      "div",
      { class: "solve-layout" },
      h(
        "div",
        { class: "stack" },
        h(
          "section",
          { class: "panel stack", "aria-label": "Board and chips" },
          h("h2", {}, "Board and chips"),
          board.element,
          chipsForm,
        ),
        sizes.element,
        tree.element,
      ),
      h("div", { class: "range-pair" }, editors.oop.element, editors.ip.element),
      h("div", { class: "stack" }, estimate.element, run.element),
    ),
  );
  drawAll();
  update();
  return run.end;
}
