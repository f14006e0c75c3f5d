/** How far to trust a match: quality, differences, actions the tree lacks, and all mappings. */

import { nodeAddress } from "../browse/node_data.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { h, note, panel } from "../dom.js";
import { capitalised, chips, percent } from "../format.js";
import { lineElement, MAPPINGS, QUALITIES, withSymbols } from "./words.js";

/** Show a match of the server. */
export function matchPanel(found, solution) {
  return panel(
    "Match",
    h("h2", {}, `${capitalised(found.match)} match`),
    h("p", {}, QUALITIES[found.match], found.reason ? ` ${sentence(found.reason)}` : ""),
    found.candidates.length ? candidateList(found, solution) : null,
    found.divergences.length ? divergenceTable(found.divergences) : null,
    found.unrepresented.length
      ? h(
          "p",
          { class: "warning small", "data-part": "unrepresented" },
          `The rules allow a ${found.unrepresented.join(" or a ")} here, but the tree has none.`,
        )
      : null,
    found.legal.length ? legalTable(found.legal) : null,
    found.unit === 1 ? null : note(`1 chip of the tree is ${chips(found.unit)} of the hand.`),
    found.subgame ? subgameNote(found.subgame) : null,
  );
}

/** Compare the nodes that all mappings lead to. */
export function mappingTable(mappings, chosen, solution) {
  const names = new Map(MAPPINGS);
  const row = (each) =>
    h(
      "tr",
      { class: each.mapping === chosen ? "is-chosen" : null, "data-mapping": each.mapping },
      h("th", { scope: "row" }, names.get(each.mapping)),
      h("td", {}, each.match),
      h(
        "td",
        {},
        each.candidates.map((candidate) => h("div", {}, candidateWords(candidate, solution))),
      ),
    );
  return panel(
    "All mappings",
    h("h2", {}, "All mappings"),
    tableFrame(
      "Nodes by mapping",
      h(
        "table",
        { class: "match-mappings" },
        h("caption", { class: "visually-hidden" }, "All mappings"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Mapping", "Match", "Nodes and their probabilities"].map((title) =>
              h("th", { scope: "col" }, title),
            ),
          ),
        ),
        h("tbody", {}, mappings.map(row)),
      ),
    ),
  );
}

function candidateWords({ node, line, probability }, solution) {
  const href = nodeAddress(solution, node);
  return [`${percent(probability, 0)} `, h("a", { href }, lineElement(line))];
}

function candidateList(found, solution) {
  const title = found.node
    ? "It stands for the hand at this decision:"
    : "The last node that could be followed:";
  return h(
    "div",
    { class: "small" },
    h("div", { class: "muted" }, title),
    h(
      "ul",
      { class: "plain-list" },
      found.candidates.map((each) => h("li", {}, candidateWords(each, solution))),
    ),
  );
}

function divergenceTable(divergences) {
  const share = (value) => (value === null ? "large" : percent(value));
  return tableFrame(
    "Differences by street",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Differences between hand and tree"),
      tableHead("Hand and tree apart", ["Pot", "Stack", "SPR"]),
      h(
        "tbody",
        {},
        divergences.map((each) =>
          numberRow(capitalised(each.street), [each.pot, each.stack, each.spr].map(share)),
        ),
      ),
    ),
  );
}

function legalTable(legal) {
  return tableFrame(
    "Actions of the tree in real chips",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Actions of the tree in real chips"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Action of the tree", "In the real hand"].map((title) =>
            h("th", { scope: "col" }, title),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        legal.map((each) => h("tr", {}, h("td", {}, each.tree), h("td", {}, each.real))),
      ),
    ),
  );
}

function subgameNote({ street, pot, stacks }) {
  const where = street === "preflop" ? "before the flop" : `from the start of the ${street}`;
  const behind = stacks.map(chips).join(" and ");
  return note(`To solve instead: the hand ${where}, pot ${chips(pot)}, stacks ${behind}.`);
}

function sentence(text) {
  return `${capitalised(withSymbols(text))}.`;
}
