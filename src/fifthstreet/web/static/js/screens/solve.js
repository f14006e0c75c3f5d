/** Solve: ranges, board, chips and sizes; then run, pause, resume and stop. */

import { api, part } from "../api.js";
import { cardText, parseCards } from "../cards.js";
import { boardPicker } from "../components/board_picker.js";
import { rangeEditor } from "../components/range_editor.js";
import { debounced, fill, h, panel } from "../dom.js";
import { chipsForm } from "../solve/chips_form.js";
import { loadDraft, saveDraft, withSeats } from "../solve/draft.js";
import { estimatePanel } from "../solve/estimate_panel.js";
import { runPanel } from "../solve/run_panel.js";
import { sizesForm } from "../solve/sizes_form.js";
import { spotFiles } from "../solve/spot_files.js";
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
  const editor = (seat, title) =>
    rangeEditor({
      title,
      onchange: (text) => {
        draft.ranges[seat] = text;
        update();
      },
    });
  const editors = {
    oop: editor("oop", "Out of position (OOP)"),
    ip: editor("ip", "In position (IP)"),
  };
  const board = boardPicker(parseCards(draft.board) ?? [], (cards) => {
    draft.board = cards.map(cardText).join("");
    update();
  });
  const chips = chipsForm(draft, update);
  const sizes = sizesForm(draft, update);
  const tree = treeView(draft, update);
  const run = runPanel(draft, update);
  const estimate = estimatePanel(draft, run.settings, useSpot, run.setReady);

  function useSpot(fields, precision, riverBuckets = null, seconds = null) {
    for (const name of Object.keys(draft)) delete draft[name];
    Object.assign(draft, withSeats(fields));
    if (precision) run.setWay(precision, riverBuckets, seconds);
    drawAll();
    update();
  }

  function drawAll() {
    board.set(parseCards(draft.board) ?? []);
    chips.draw();
    sizes.draw();
    editors.oop.load(draft.ranges.oop);
    editors.ip.load(draft.ranges.ip);
  }

  fill(
    main,
    h("div", { class: "row spread" }, h("h1", {}, "Solve"), spotFiles(draft, useSpot)),
    h(
      "div",
      { class: "solve-layout" },
      h(
        "div",
        { class: "stack" },
        panel("Board and chips", h("h2", {}, "Board and chips"), board.element, chips.element),
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
