/** Solve: ranges, board, chips and sizes; then run, pause, resume and stop. */

import { openNamed, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { parseCards } from "../cards.js";
import { boardPicker } from "../components/board_picker.js";
import { rangeEditor } from "../components/range_editor.js";
import { debounced, fill, h, panel } from "../dom.js";
import { chipsForm } from "../solve/chips_form.js";
import { loadDraft, SEATS, saveDraft, withSeats } from "../solve/draft.js";
import { estimatePanel } from "../solve/estimate_panel.js";
import { runPanel } from "../solve/run_panel.js";
import { sizesForm } from "../solve/sizes_form.js";
import { spotFiles } from "../solve/spot_files.js";
import { templatePicker } from "../solve/templates.js";
import { treeView } from "../solve/tree_view.js";
import { isUnderstood, setProblem, showRefusal, watchInput } from "../validity.js";

const CORRECT = "Correct the marked field first: nothing can be solved or estimated until then.";

/** Show the spot of the solution that the address names; by default the one edited last. */
export async function show(main, address) {
  const state = screenState(address, { solution: text(null) });
  const draft = await startDraft(state.values.solution);

  let refused = null; // the field that the server has refused
  let isSkipped = false; // whether some input was not understood when the size was asked for
  const measure = debounced(() => {
    if (!main.isConnected) return;
    saveDraft(draft);
    tree.draw();
    isSkipped = !isUnderstood(main);
    estimate.update(isSkipped ? CORRECT : emptyWords(draft.ranges));
  }, 250);
  const editor = (seat, title) =>
    rangeEditor({
      title,
      name: `ranges.${seat}`,
      onchange: (text) => {
        draft.ranges[seat] = text;
        update();
      },
    });
  const editors = {
    oop: editor("oop", "Out of position (OOP)"),
    ip: editor("ip", "In position (IP)"),
  };
  const board = boardPicker(parseCards(draft.board) ?? [], (text) => {
    draft.board = text;
    sizes.draw();
    update();
  });
  const chips = chipsForm(draft, update);
  const sizes = sizesForm(draft, update);
  const tree = treeView(draft, update);
  const run = runPanel(draft, update);
  const estimate = estimatePanel(draft, run.settings, useSpot, { onsize, onrefusal });
  let fits = false;
  let isShown = false; // from then on, changes are the user's

  /** Nothing can be started with what has changed until the server has read it. */
  function update() {
    if (isShown) state.set({ solution: null }, { isReplaced: true }); // it is another spot now
    estimate.wait();
    setRefused(null);
    measure();
  }

  function onsize(value) {
    fits = value;
    run.setReady(fits && isUnderstood(main));
  }

  /** Show a refusal beside its field; return what to say where the size would be. */
  function onrefusal(message) {
    setRefused(showRefusal(main, message));
    return refused === null ? message : CORRECT;
  }

  function setRefused(control) {
    if (refused && refused !== control) setProblem(refused, "");
    refused = control;
  }

  function useSpot(fields, precision, riverBuckets = null, seconds = null) {
    for (const name of Object.keys(draft)) delete draft[name];
    Object.assign(draft, withSeats(fields));
    if (precision) run.setWay(precision, riverBuckets, seconds);
    drawAll();
    update();
  }

  /** Take ranges, chips and sizes of a template, and keep the board. */
  function useTemplate(fields) {
    useSpot({ board: draft.board, ...fields });
  }

  function drawAll() {
    board.load(draft.board ?? "");
    chips.draw();
    sizes.draw();
    editors.oop.load(draft.ranges.oop);
    editors.ip.load(draft.ranges.ip);
  }

  const [files, template] = [spotFiles(draft, useSpot), templatePicker(useTemplate)];
  fill(main, layout({ files, editors, board, chips, template, sizes, tree, estimate, run }));
  watchInput(main, (isRight) => {
    run.setReady(fits && isRight);
    if (isSkipped && isRight) measure();
  });
  drawAll();
  update();
  isShown = true;
  return run.end;
}

function layout({ files, editors, board, chips, template, sizes, tree, estimate, run }) {
  const side = [
    panel("Board and chips", h("h2", {}, "Board and chips"), board.element, chips.element),
    panel("Template", h("h2", {}, "Start from a template"), template),
  ];
  return [
    h("div", { class: "row spread" }, h("h1", { class: "screen-name" }, "Solve"), files),
    h(
      "div",
      { class: "solve-layout" },
      editors.oop.element,
      editors.ip.element,
      h("div", { class: "stack solve-side" }, side),
      h("div", { class: "stack solve-sizes" }, sizes.element, tree.element),
      h("div", { class: "stack" }, estimate.element, run.element),
    ),
    h("div", { class: "run-bar" }, run.start, estimate.summary, run.problem),
  ];
}

/** Return the spot of a solution; null means the one that was edited last. */
async function startDraft(solution) {
  const draft = loadDraft();
  if (solution === null) return draft;
  const spot = api.get(`/solutions/${part(solution)}/spot`);
  return { ...draft, ...withSeats(await openNamed(spot, "solution", solution)) };
}

/** Return which range is empty; null if none is. A range that is being painted may be, for a while. */
function emptyWords(ranges) {
  const seat = SEATS.find((each) => !ranges[each].trim());
  return seat ? `The range of ${seat.toUpperCase()} has no hands yet.` : null;
}
