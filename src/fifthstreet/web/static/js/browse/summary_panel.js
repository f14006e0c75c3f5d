/** The strategy, equities and EVs of both ranges at a node, with the exploitability. */

import { colourKey, shareBar } from "../components/action_table.js";
import { numberCells, tableHead } from "../components/plain_table.js";
import { button, fill, h, note, panel } from "../dom.js";
import { count, exploitability, number, percent } from "../format.js";

const NAMES = ["OOP", "IP"];

/** Create the panel; `go(path)` walks to a node. */
export function summaryPanel(go) {
  const element = panel("Node");

  function draw(node) {
    fill(
      element,
      node.isFiltered
        ? h("p", { class: "tag filtered" }, "Only the hands that pass the filter")
        : null,
      node.actions.length
        ? [
            shareBar(
              node.actions,
              node.actions.map((action) => action.frequency ?? 0),
            ),
            actionTable(node, go),
          ]
        : null,
      rangeTable(node),
      h(
        "p",
        { class: "note", id: "basis" },
        `${exploitability(node)}, ${count(node.iterations)} iterations`,
      ),
      spotDetails(node),
    );
  }

  return { element, draw };
}

function actionTable(node, go) {
  const row = (action, place) =>
    h(
      "tr",
      {},
      h(
        "td",
        {},
        button(
          [h("kbd", {}, String(place + 1)), colourKey(action.colour), action.words],
          () => go(`${node.path}:${action.step}`),
          { class: "quiet", "data-step": action.step },
        ),
      ),
      numberCells([percent(action.frequency), node.units.number(action.ev)]),
    );
  return h(
    "table",
    {},
    tableHead("Action", ["Frequency", node.units.title("EV")]),
    h("tbody", {}, node.actions.map(row)),
  );
}

function rangeTable(node) {
  const row = (player, seat) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: player.player }, NAMES[seat]),
      numberCells([
        number(player.combos, 1),
        percent(player.equity),
        node.units.number(player.ev),
        number(player.eqr, 3),
      ]),
    );
  return h(
    "table",
    {},
    tableHead("Range", ["Combos", "Equity", node.units.title("EV"), "EQR"]),
    h("tbody", {}, node.players.map(row)),
  );
}

function spotDetails({ spot, units }) {
  const { pot, stacks } = spot.rules;
  const parts = [`pot ${units.text(pot)}`, `stack ${units.text(stacks[0])}`];
  if (spot.rake.rate) parts.push(`rake ${percent(spot.rake.rate)}`);
  if (spot.locks.length) parts.push(`locked: ${spot.locks.map((lock) => lock.path).join(", ")}`);
  return h(
    "details",
    { class: "small" },
    h("summary", {}, "Ranges and tree"),
    note(parts.join(", ")),
    note(h("strong", {}, "OOP "), spot.ranges.oop),
    note(h("strong", {}, "IP "), spot.ranges.ip),
  );
}
