/** Edit the lock of a decision: scale the range, paint hand classes, or set single hands. */

import { api, part } from "../api.js";
import { HANDS } from "../cards.js";
import { openDialog } from "../components/dialog.js";
import { button, choices, fill, h, lastRequest, note, problemLine } from "../dom.js";
import { amounts, setActionWords } from "../units.js";
import { lockGrid } from "./lock_grid.js";
import { handForm } from "./lock_hands.js";
import { costLines, frequencyTable } from "./lock_preview.js";

const HELP =
  "Every hand starts with its solved mix. Choose what to paint and drag over the grid; with " +
  "Select, click a class to see its hands and change single ones.";
const SCALING =
  "Scaling multiplies the odds of an action by one factor for all hands, so that hands that took " +
  "it more often still do. Hands that never took it come last.";

/** Return the lock of a decision after edits, as the server computes it. */
export async function fetchDraft(solution, path, edits) {
  const draft = await api.post(`/solutions/${part(solution)}/lock`, { path, edits });
  draft.edits = edits;
  draft.units = amounts({ pot: draft.starting_pot, big_blind: draft.big_blind });
  setActionWords(draft.actions, draft.units);
  draft.at = new Int16Array(HANDS).fill(-1); // by hand: its place in the columns
  draft.hands.forEach((hole, place) => {
    draft.at[hole] = place;
  });
  return draft;
}

/** Let the player edit a lock, starting with some edits; resolve to the draft, or to null. */
export async function lockEditor(solution, path, edits, title) {
  const history = editHistory(solution, await fetchDraft(solution, path, edits), draw);
  const { problem } = history;
  const brush = brushControl(history.draft.actions);
  const hands = handForm(history, () => brush.strategy(hands.mix));
  const grid = lockGrid(history, {
    strategy: () => brush.strategy(hands.mix),
    choose: hands.choose,
  });
  const scales = history.draft.actions.map((action, place) => scaleControl(history, action, place));
  const preview = h("div", { class: "stack", "aria-live": "polite" });
  const undo = button("Undo", () => history.set(history.edits.slice(0, -1)));
  const reset = button("Reset to solved", () => history.set([]));

  function draw() {
    const { draft } = history;
    for (const scale of scales) scale.draw();
    const cells = (action) => scales[draft.actions.indexOf(action)].element;
    fill(preview, frequencyTable(draft, { title: "Scale to, %", cells }), costLines(draft));
    grid.draw();
    hands.draw();
    for (const control of [undo, reset]) control.disabled = !draft.edits.length;
  }

  draw();
  return openDialog(
    [
      h("h2", {}, `Lock ${title}`),
      note(HELP),
      h(
        "div",
        { class: "lock-layout" },
        h("div", { class: "stack" }, brush.element, grid.element, hands.tiles),
        h("div", { class: "stack" }, preview, note(SCALING), hands.element, problem),
      ),
    ],
    (close) => [
      undo,
      reset,
      button("Cancel", () => close(null)),
      button("Lock", async () => close(await history.latest()), { class: "primary" }),
    ],
    { class: "lock-editor", "aria-label": "Lock a decision" },
  );
}

/**
 * Keep the edits of a lock and the draft that they lead to. `set(edits)` asks the server for it and
 * then calls `draw()`; refused edits are taken back.
 */
function editHistory(solution, first, draw) {
  const problem = problemLine({ class: "problem small" });
  const begin = lastRequest();
  let draft = first;
  let { edits } = first;
  let waiting = Promise.resolve();

  async function load(isLast) {
    try {
      const next = await fetchDraft(solution, draft.path, edits);
      if (!isLast()) return;
      draft = next;
      problem.clear();
    } catch (error) {
      if (!isLast()) return;
      ({ edits } = draft);
      problem.show(error.message);
    }
    draw();
  }

  function set(next) {
    edits = next;
    waiting = load(begin());
  }

  return {
    problem,
    get draft() {
      return draft;
    },
    get edits() {
      return edits;
    },
    set,
    add: (edit) => set([...edits, edit]),
    async latest() {
      await waiting;
      return draft;
    },
  };
}

/** Create the choice of what a drag paints: an action, the mix of the fields, or what was solved. */
function brushControl(actions) {
  let chosen = "select";
  const options = [
    ["select", "Select"],
    ...actions.map((action) => [action.step, action.words]),
    ["mix", "Mix"],
    ["solved", "As solved"],
  ];
  const element = choices("What to paint", options, chosen, (value) => {
    chosen = value;
  });

  /** Return what to paint as fields of an edit: null for nothing. */
  function strategy(mix) {
    if (chosen === "select") return null;
    if (chosen === "solved") return {};
    if (chosen !== "mix") return { strategy: { [chosen]: 1 } };
    const shares = mix.read();
    return shares && { strategy: shares };
  }

  return { element, strategy };
}

/** Create the cell that scales the frequency of an action. */
function scaleControl(history, action, place) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: 100,
    step: "any",
    required: true,
    "aria-label": `Scale ${action.words} to, %`,
    onkeydown: (event) => {
      if (event.key === "Enter") scale();
    },
  });

  function scale() {
    if (input.checkValidity()) {
      history.add({ action: action.step, frequency: Number(input.value) / 100 });
    } else history.problem.show(`${action.words}: enter a frequency from 0 to 100%.`);
  }

  return {
    element: h(
      "td",
      { class: "number lock-scale" },
      input,
      button("Scale", scale, { class: "small", "aria-label": `Scale ${action.words}` }),
    ),
    draw() {
      input.value = +(100 * history.draft.actions[place].locked_frequency).toFixed(1);
    },
  };
}
