/** The strategy, equities and EVs of both ranges at a node, with the exploitability. */

import { fill, h } from "../dom.js";
import { chips, exploitability, number, percent } from "../format.js";
import { shareBar } from "./hand_panel.js";

const NAMES = ["OOP", "IP"];

/** Create the panel; `go(path)` walks to a node. */
export function summaryPanel(go) {
  const element = h("section", { class: "panel stack", "aria-label": "Node" });

  function draw(node) {
    const spot = node.spot;
    fill(
      element,
      node.actions.length
        ? [
            shareBar(
              node.actions,
              node.actions.map((action) => action.frequency ?? 0),
            ),
            h(
              "table",
              {},
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  h("th", { scope: "col" }, "Action"),
                  h("th", { scope: "col", class: "number" }, "Frequency"),
                  h("th", { scope: "col", class: "number" }, "EV"),
                ),
              ),
              h(
                "tbody",
                {},
                node.actions.map((action, place) =>
                  h(
                    "tr",
                    {},
                    h(
                      "td",
                      {},
                      h(
                        "button",
                        {
                          type: "button",
                          class: "quiet",
                          "data-step": action.step,
                          onclick: () => go(`${node.path}:${action.step}`),
                        },
                        h("kbd", {}, String(place + 1)),
                        h("span", { class: "action-key", style: { background: action.colour } }),
                        action.words,
                      ),
                    ),
                    h("td", { class: "number" }, percent(action.frequency)),
                    h("td", { class: "number" }, number(action.ev, 2)),
                  ),
                ),
              ),
            ),
          ]
        : null,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Range"),
            ["Combos", "Equity", "EV", "EQR"].map((title) =>
              h("th", { scope: "col", class: "number" }, title),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          node.players.map((player, seat) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", class: player.player }, NAMES[seat]),
              h("td", { class: "number" }, number(player.combos, 1)),
              h("td", { class: "number" }, percent(player.equity)),
              h("td", { class: "number" }, number(player.ev, 2)),
              h("td", { class: "number" }, number(player.eqr, 3)),
            ),
          ),
        ),
      ),
      h(
        "p",
        { class: "note", id: "basis" },
        `${exploitability(node)}, ${node.iterations.toLocaleString("en")} iterations`,
      ),
      h(
        "details",
        { class: "small" },
        h("summary", {}, "Ranges and tree"),
        h(
          "p",
          { class: "note" },
          `pot ${chips(spot.rules.pot)}, stack ${chips(spot.rules.stacks[0])}${spot.rake.rate ? `, rake ${percent(spot.rake.rate)}` : ""}${spot.locks.length ? `, locked: ${spot.locks.map((lock) => lock.path).join(", ")}` : ""}`,
        ),
        h("p", { class: "note" }, h("strong", {}, "OOP "), spot.ranges.oop),
        h("p", { class: "note" }, h("strong", {}, "IP "), spot.ranges.ip),
      ),
    );
  }

  return { element, draw };
}
