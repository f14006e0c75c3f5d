/** Lines to the flop, whose ranges a click sends to Solve. */

import { api } from "../api.js";
import { attempt } from "../components/toast.js";
import { button, fill, h, note, panel } from "../dom.js";
import { number } from "../format.js";
import { loadDraft, saveDraft } from "../solve/draft.js";

/** Put the ranges, pot and stack of a line into the spot of Solve, and go there. */
export function sendToSolve(path, query) {
  return attempt(async () => {
    const line = await api.get(path, query);
    const draft = loadDraft();
    // Lines that were added, removed or locked belong to another tree.
    saveDraft({ ...draft, ...line, tree: { ...draft.tree, added: null, removed: null }, lock: [] });
    location.hash = "#/solve";
  });
}

/** Create the list; `send(line)` is called for the line whose button is pressed. */
export function lineList(send) {
  const rows = h("ul", { class: "line-list" });
  const missing = "No line of this position reaches the flop with two players.";
  return {
    element: panel(
      "Lines to the flop",
      h("h2", {}, "Lines to the flop"),
      note("Send both ranges, the pot and the stack to Solve; a big blind is 100 chips there."),
      rows,
    ),
    draw(lines) {
      fill(
        rows,
        lines.map((line) => lineItem(line, () => send(line))),
        lines.length ? null : h("li", { class: "muted" }, missing),
      );
    },
  };
}

function lineItem(line, send) {
  const { title, positions, percents } = line;
  const chips = `pot ${number(line.pot, 1)}, stack ${number(line.stack, 1)} bb`;
  const ranges = positions.map((position, seat) => `${position} ${number(percents[seat], 1)}%`);
  return h(
    "li",
    { "data-line": title },
    h(
      "div",
      {},
      h("div", {}, title),
      h("div", { class: "muted small" }, `${chips}; ${ranges.join(", ")}`),
    ),
    button("Solve", send, { "aria-label": `Solve: ${title}` }),
  );
}
