/** EVs, equities and frequencies on every card that can be dealt, as heat maps. */

import { oneOf } from "../address.js";
import { api, part } from "../api.js";
import { RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { button, choices, fill, h, lastRequest, note, panel } from "../dom.js";
import { exploitability, number, percent } from "../format.js";
import { heat } from "./modes.js";

const KINDS = [
  ["ev-oop", "EV OOP"],
  ["ev-ip", "EV IP"],
  ["equity-oop", "Equity OOP"],
  ["equity-ip", "Equity IP"],
];

/** Return what the map of an address shows: a value of a player, or an action like "action-k". */
export function mapField() {
  const usual = oneOf(KINDS.map(([kind]) => kind));
  const read = (texts) =>
    /^action-.+/.test(texts[0]) && texts.length === 1 ? texts[0] : usual.read(texts);
  return { ...usual, read };
}

/** Create the report; `go(path)` walks to a card, and the `map` of a state is what it shows. */
export function cardReport(go, state) {
  const element = panel("Report by card");
  const begin = lastRequest();

  async function draw(solution, node) {
    const isLast = begin();
    fill(element, h("h2", {}, "Every card"), note("loading …"));
    try {
      const report = await api.get(`/solutions/${part(solution)}/report`, { path: node.path });
      if (isLast()) show(node, report);
    } catch (error) {
      if (isLast()) fill(element, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  function show(node, report) {
    const actions = report.mean.actions;
    const options = [...KINDS, ...actions.map((step) => [`action-${step}`, step])];
    if (!options.some(([value]) => value === state.values.map))
      state.set({ map: KINDS[0][0] }, { isReplaced: true }); // the actions of another node
    const grid = h("div");
    const redraw = () => fill(grid, heatMap(node, report, state.values.map, go));
    redraw();
    fill(
      element,
      h(
        "h2",
        {},
        report.player
          ? `Every ${report.street} card: ${report.player.toUpperCase()}'s first decision`
          : `Every ${report.street} card`,
      ),
      choices("What the map shows", options, state.values.map, (value) => {
        state.set({ map: value });
        redraw();
      }),
      grid,
      note(meanWords(report)),
    );
  }

  return { element, draw };
}

function meanWords(report) {
  const { ev, actions, frequencies } = report.mean;
  const shares = actions.map((step, place) => `${step} ${percent(frequencies[place])}`);
  return [
    `mean EV ${number(ev[0], 2)} OOP, ${number(ev[1], 2)} IP`,
    ...(shares.length ? [shares.join(", ")] : []),
    exploitability(report),
  ].join("; ");
}

function heatMap(node, report, kind, go) {
  const [what, which] = kind.split("-");
  const seat = which === "ip" ? 1 : 0;
  const value = (card) =>
    what === "action" ? card.frequencies[report.mean.actions.indexOf(which)] : card[what][seat];
  const values = report.cards.map(value).filter((each) => each !== null);
  const [low, high] = what === "ev" ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const byCard = new Map(report.cards.map((card) => [card.card, card]));
  const show = (each) => (what === "ev" ? number(each, 1) : percent(each, 0));
  return h(
    "div",
    { class: "card-map", role: "group", "aria-label": "Map of cards" },
    [3, 2, 1, 0].flatMap((suit) =>
      [...RANKS].map((_, place) => {
        const text = RANKS[12 - place] + SUITS[suit];
        const card = byCard.get(text);
        if (!card) return h("span", { class: "map-card is-gone" }, "");
        const here = value(card);
        return button(
          [
            h("span", {}, RANKS[12 - place] + SUIT_SYMBOLS[SUITS[suit]]),
            h("span", { class: "value" }, show(here)),
          ],
          () => go(`${node.path}:n${text}`),
          {
            class: "map-card",
            "data-card": text,
            "aria-label": `${text}: ${show(here)}`,
            style: {
              background: here === null ? "var(--middle)" : heat((here - low) / (high - low || 1)),
            },
          },
        );
      }),
    ),
  );
}
