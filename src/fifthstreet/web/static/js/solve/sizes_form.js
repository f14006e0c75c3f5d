/** Bet sizes by street and player, with an explanation of the notation. */

import { parseCards } from "../cards.js";
import { tableFrame } from "../components/plain_table.js";
import { button, field, fill, h, note, panel } from "../dom.js";
import { SEATS, STREETS } from "./draft.js";
import { sizeChips } from "./size_chips.js";
import { TREES } from "./templates.js";

const GRAMMAR = [
  ["60%", "60% of the pot; as a raise, of the pot after calling"],
  ["2.5x", "a raise to 2.5 times the bet"],
  ["120c", "120 chips; as a raise, on top of the bet"],
  ["2.5bb", "2.5 big blinds; as a raise, on top of the bet"],
  ["e", "geometric: the share of the pot that, bet on every street, is all-in on the river"],
  ["2e, 3e200%", "geometric over 2 streets; over 3 streets, at most 200% of the pot"],
  ["33%*1.5:4", "four sizes: 33%, then each 1.5 times the one before"],
  ["a", "all-in"],
];
const OPTIONS = [
  [
    "add_allin",
    "Add all-in up to (× pot)",
    "All-in is always an option if it is at most this many times the pot.",
  ],
  [
    "force_allin",
    "Force all-in below (× pot)",
    "A bet becomes all-in if a call would leave at most this share of the pot behind.",
  ],
  ["merge", "Merge sizes closer than", "Of two sizes closer than this, only the larger is kept."],
  ["max_raises", "Bets and raises per street", "Maximum number of bets and raises on each street."],
];

const COLUMNS = [
  ["oop", "bet", "OOP bets"],
  ["oop", "raise", "OOP raises"],
  ["oop", "donk", "OOP donk bets"],
  ["ip", "bet", "IP bets"],
  ["ip", "raise", "IP raises"],
];
const HELP =
  "Separate sizes by commas: 33%, 75%, a. A donk bet is OOP's bet into the last aggressor; if " +
  "left empty, the sizes of OOP bets are used.";

/** Create the form; `onchange()` is called after the draft has changed. */
export function sizesForm(draft, onchange) {
  const table = h("div", { class: "sizes-table" });
  const options = h("div", { class: "fields" });

  const chips = sizeChips();

  function draw() {
    fill(table, sizesTable(draft, { onchange, onfocus: chips.choose }));
    const first = table.querySelector("input");
    chips.choose(first, "bet");
    fill(
      options,
      OPTIONS.map((option) => treeOption(draft.tree, option, onchange)),
    );
  }

  function copyToAll() {
    const [first] = streetsToCome(draft.board);
    const menu = draft.sizes[first].oop;
    for (const street of STREETS) for (const seat of SEATS) draft.sizes[street][seat] = { ...menu };
    draw();
    onchange();
  }

  /** Take the sizes of a template, and nothing else of it. */
  function usePreset(name) {
    for (const street of STREETS)
      for (const seat of SEATS) draft.sizes[street][seat] = { ...TREES[name].sizes[street] };
    draw();
    onchange();
  }

  draw();
  return {
    element: panel(
      "Bet sizes",
      h(
        "div",
        { class: "row spread" },
        h("h2", {}, "Bet sizes"),
        h(
          "div",
          { class: "row tools" },
          button("One size", () => usePreset("fast")),
          button("Two sizes", () => usePreset("full")),
          button("OOP's first sizes everywhere", copyToAll),
        ),
      ),
      tableFrame("Bet sizes by street and player", table),
      chips.element,
      options,
      grammar(),
    ),
    draw,
  };
}

/** Return the streets on which is still to be bet; all of them while the board is not one. */
function streetsToCome(board) {
  const dealt = parseCards(board ?? "")?.length ?? 0;
  return STREETS.slice(Math.max(dealt - 3, 0));
}

function sizesTable({ sizes, board }, listeners) {
  const title = (text) => h("th", { scope: "col" }, text);
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        title("Street"),
        COLUMNS.map(([, , text]) => title(text)),
      ),
    ),
    h(
      "tbody",
      {},
      streetsToCome(board).map((street) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, street),
          COLUMNS.map(([seat, name]) =>
            h("td", {}, sizeInput(sizes[street][seat], [street, seat, name], listeners)),
          ),
        ),
      ),
    ),
  );
}

function sizeInput(menu, [street, seat, name], { onchange, onfocus }) {
  const isOptional = name === "donk";
  return h("input", {
    value: menu[name] ?? "",
    placeholder: isOptional ? "same as bets" : "none",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": `${seat.toUpperCase()} ${name} sizes on the ${street}`,
    "data-size": `${street}-${seat}-${name}`,
    "data-field": `sizes.${street}.${seat}.${name}`,
    onfocus: (event) => onfocus(event.target, name),
    oninput: (event) => {
      onfocus(event.target, name); // what is typed shows in the buttons
      const text = event.target.value.trim();
      if (isOptional && !text) delete menu[name];
      else menu[name] = text;
      onchange();
    },
  });
}

function treeOption(tree, [name, title, help], onchange) {
  const input = h("input", {
    type: "number",
    min: 0,
    step: name === "max_raises" ? 1 : "any",
    value: tree[name] ?? "",
    disabled: Array.isArray(tree[name]),
    "data-option": name,
    "data-field": name,
    oninput: () => {
      tree[name] = input.value === "" ? null : Number(input.value);
      onchange();
    },
  });
  return field(title, input, { title: help });
}

function grammar() {
  return h(
    "details",
    {},
    h("summary", {}, "How to write sizes"),
    h(
      "dl",
      { class: "grammar" },
      GRAMMAR.map(([text, words]) => [h("dt", {}, h("code", {}, text)), h("dd", {}, words)]),
    ),
    note(HELP),
  );
}
