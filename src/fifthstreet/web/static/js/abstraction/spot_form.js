/** The spot of the screen: typed, of a template, or of a solution; Solve shows the same one. */

import { api } from "../api.js";
import { cardText, parseCards } from "../cards.js";
import { debounced, dropdown, field, fill, h, note } from "../dom.js";
import { chipsForm } from "../solve/chips_form.js";
import { SEATS } from "../solve/draft.js";
import { templatePicker } from "../solve/templates.js";
import { setProblem } from "../validity.js";

const NAMES = { oop: "Range of OOP", ip: "Range of IP" };
const BOARD = "A board has 3 to 5 different cards, like Jh8h5c";

/**
 * Create the form of a draft, which it changes; `onchange()` is called then. `onsolution(name)` is
 * called with a solution whose spot to take, `usePart(fields)` with what a template sets.
 */
export function spotForm(draft, { solution, onchange, onsolution, usePart }) {
  const change = debounced(onchange, 300);
  const board = h("input", {
    size: 12,
    autocomplete: "off",
    spellcheck: "false",
    "data-field": "board",
    oninput: () => {
      const cards = parseCards(board.value);
      const isRight = cards !== null && cards.length >= 3 && cards.length <= 5;
      setProblem(board, isRight ? "" : BOARD);
      draft.board = isRight ? cards.map(cardText).join("") : board.value;
      change();
    },
  });
  const ranges = SEATS.map((seat) => rangeField(draft, seat, change));
  const chips = chipsForm(draft, change);
  const source = h("div", { class: "fields" });
  api.get("/solutions").then((rows) => {
    const names = rows.filter((row) => !row.error).map((row) => row.name);
    const entries = [["", "choose a solution …"], ...names];
    const list = dropdown(entries, solution ?? "", (name) => name && onsolution(name));
    fill(source, field("Spot of a solution", list));
  });

  function draw() {
    board.value = draft.board;
    setProblem(board, "");
    SEATS.forEach((seat, at) => {
      ranges[at].value = draft.ranges[seat];
      setProblem(ranges[at], "");
    });
    chips.draw();
  }

  draw();
  return {
    element: h(
      "div",
      { class: "stack" },
      source,
      templatePicker(usePart),
      h("div", { class: "fields" }, field("Board", board)),
      chips.element,
      SEATS.map((seat, at) => field(NAMES[seat], ranges[at])),
      note(
        "Bet sizes and the other fields are of the spot in ",
        h("a", { href: "#/solve" }, "Solve"),
        ", which changes with this one.",
      ),
    ),
    draw,
  };
}

function rangeField(draft, seat, onchange) {
  const input = h("textarea", {
    rows: 2,
    spellcheck: "false",
    "data-field": `ranges.${seat}`,
    oninput: () => {
      setProblem(input, "");
      draft.ranges[seat] = input.value;
      onchange();
    },
  });
  return input;
}
