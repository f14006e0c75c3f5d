/** Abstraction: how large the game of a spot is, and which hands share a bucket on its board. */

import { bucketFields, bucketPanel } from "../abstraction/bucket_panel.js";
import { sizePanel } from "../abstraction/size_panel.js";
import { spotForm } from "../abstraction/spot_form.js";
import { openNamed, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { fill, h, lastRequest, panel, problemLine } from "../dom.js";
import { loadDraft, plainFields, saveDraft, withSeats } from "../solve/draft.js";
import { isUnderstood, showRefusal } from "../validity.js";

const INITIAL_METHOD = "ehs"; // which every street has

/** Show the spot of the solution that the address names; by default the one of Solve. */
export async function show(main, address) {
  const state = screenState(address, { solution: text(null), ...bucketFields() });
  const { values } = state;
  const draft = loadDraft();
  if (values.solution !== null) await takeSolution(values.solution);
  const begin = { sizes: lastRequest(), buckets: lastRequest() };
  const sizes = h("div", { class: "stack" });
  const problem = problemLine();
  const buckets = bucketPanel(state, (name) => {
    problem.clear();
    drawBuckets();
    if (name === "buckets") drawSizes();
  });
  const form = spotForm(draft, {
    solution: values.solution,
    onchange: () => {
      state.set({ solution: null }, { isReplaced: true }); // it is another spot now
      update();
    },
    onsolution: async (name) => {
      await takeSolution(name);
      state.set({ solution: name });
      form.draw();
      update();
    },
    usePart: (fields) => {
      Object.assign(draft, withSeats({ ...plainFields(draft), ...fields, lock: [] }));
      state.set({ solution: null }, { isReplaced: true });
      form.draw();
      update();
    },
  });

  async function takeSolution(name) {
    const reply = api.get(`/solutions/${part(name)}/spot`);
    Object.assign(draft, withSeats(await openNamed(reply, "solution", name)));
  }

  /** Ask about the spot; a refusal is shown beside its field. */
  async function ask(kind, path, more, place) {
    const isLast = begin[kind]();
    place.setAttribute("aria-busy", "true");
    try {
      const found = await api.ask(path, { spot: plainFields(draft), ...more });
      return isLast() && main.isConnected ? found : null;
    } catch (error) {
      if (isLast() && !showRefusal(main, error.message)) problem.show(error.message);
      return null;
    } finally {
      if (isLast()) place.setAttribute("aria-busy", "false");
    }
  }

  async function drawSizes() {
    const found = await ask("sizes", "/abstraction/sizes", { buckets: values.buckets }, sizes);
    if (found)
      fill(
        sizes,
        sizePanel(found, () => plainFields(draft)),
      );
  }

  async function drawBuckets() {
    const { player, method, buckets: count } = values;
    const more = { player, method, buckets: count };
    const found = await ask("buckets", "/abstraction/buckets", more, buckets.element);
    if (found) buckets.draw(found, draft.board);
  }

  /** Draw everything again; a method that the street of another board lacks is replaced. */
  async function update() {
    if (!isUnderstood(main)) return;
    saveDraft(draft);
    problem.clear();
    state.set({ method: methodOn(draft.board, values.method) }, { isReplaced: true });
    await Promise.all([drawSizes(), drawBuckets()]);
  }

  fill(
    main,
    h("h1", { class: "screen-name" }, "Abstraction"),
    problem,
    h(
      "div",
      { class: "abstraction-layout" },
      panel("Spot", h("h2", {}, "Spot"), form.element),
      h("div", { class: "stack" }, buckets.element, sizes),
    ),
  );
  await update();
}

/** Return a method if the street of a board has it, else one that every street has. */
function methodOn(board, method) {
  const isRiver = board.length === 10;
  const isRefused = isRiver
    ? ["emd", "histogram-l2", "potential-aware"].includes(method)
    : method === "ochs" || (method === "warm-up" && board.length === 6);
  return isRefused ? INITIAL_METHOD : method;
}
