/** Bet sizes by street and player, with an explanation of the notation. */

import { fill, h } from "../dom.js";
import { SEATS, STREETS } from "./draft.js";

const GRAMMAR = [
  ["60%", "60% of the pot; as a raise, of the pot after calling"],
  ["2.5x", "a raise to 2.5 times the bet"],
  ["120c", "120 chips; as a raise, on top of the bet"],
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

/** Create the form; `onchange()` is called after the draft has changed. */
export function sizesForm(draft, onchange) {
  const table = h("div", { class: "sizes-table" });
  const options = h("div", { class: "fields" });

  function cell(street, seat, name) {
    const menu = draft.sizes[street][seat];
    const isOptional = name === "donk";
    return h(
      "td",
      {},
      h("input", {
        value: menu[name] ?? "",
        placeholder: isOptional ? "same as bets" : "none",
        spellcheck: "false",
        autocomplete: "off",
        "aria-label": `${seat.toUpperCase()} ${name} sizes on the ${street}`,
        "data-size": `${street}-${seat}-${name}`,
        onchange: (event) => {
          const text = event.target.value.trim();
          if (isOptional && !text) delete menu[name];
          else menu[name] = text;
          onchange();
        },
      }),
    );
  }

  function draw() {
    fill(
      table,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Street"),
            ["OOP bets", "OOP raises", "OOP donk bets", "IP bets", "IP raises"].map((title) =>
              h("th", { scope: "col" }, title),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          STREETS.map((street) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, street),
              cell(street, "oop", "bet"),
              cell(street, "oop", "raise"),
              cell(street, "oop", "donk"),
              cell(street, "ip", "bet"),
              cell(street, "ip", "raise"),
            ),
          ),
        ),
      ),
    );
    fill(
      options,
      OPTIONS.map(([name, title, help]) =>
        h(
          "label",
          { title: help },
          h("span", {}, title),
          h("input", {
            type: "number",
            min: 0,
            step: name === "max_raises" ? 1 : "any",
            value: draft.tree[name] ?? "",
            disabled: Array.isArray(draft.tree[name]),
            "data-option": name,
            onchange: (event) => {
              draft.tree[name] = event.target.value === "" ? null : Number(event.target.value);
              onchange();
            },
          }),
        ),
      ),
    );
  }

  function copyToAll() {
    for (const street of STREETS)
      for (const seat of SEATS) draft.sizes[street][seat] = { ...draft.sizes.flop.oop };
    draw();
    onchange();
  }

  draw();
  return {
    element: h(
      "section",
      { class: "panel stack", "aria-label": "Bet sizes" },
      h(
        "div",
        { class: "row spread" },
        h("h2", {}, "Bet sizes"),
        h(
          "button",
          { type: "button", class: "quiet", onclick: copyToAll },
          "Use OOP's flop sizes everywhere",
        ),
      ),
      h(
        "div",
        {
          class: "table-frame",
          tabindex: 0,
          role: "region",
          "aria-label": "Bet sizes by street and player",
        },
        table,
      ),
      options,
      h(
        "details",
        {},
        h("summary", {}, "How to write sizes"),
        h(
          "dl",
          { class: "grammar" },
          GRAMMAR.map(([text, words]) => [h("dt", {}, h("code", {}, text)), h("dd", {}, words)]),
        ),
        h(
          "p",
          { class: "note" },
          "Separate sizes by commas: 33%, 75%, a. A donk bet is OOP's bet into the last aggressor; if left empty, the sizes of OOP bets are used.",
        ),
      ),
    ),
    draw,
  };
}
