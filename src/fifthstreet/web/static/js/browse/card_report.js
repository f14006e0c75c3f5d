/** Strategies, EVs and equities on every card that can be dealt, as maps. */

import { oneOf } from "../address.js";
import { api, part } from "../api.js";
import { RANKS, SUIT_SYMBOLS, SUITS } from "../cards.js";
import { gradient } from "../components/class_grid.js";
import { button, choices, fill, h, lastRequest, note, panel } from "../dom.js";
import { capitalised, exploitability, percent } from "../format.js";
import { setActionWords } from "../units.js";
import { heat } from "./modes.js";

const STRATEGY = "strategy";
const VALUES = [
  ["ev-oop", "EV OOP"],
  ["ev-ip", "EV IP"],
  ["equity-oop", "Equity OOP"],
  ["equity-ip", "Equity IP"],
];

/** Return what the map of an address shows: all actions, one like "action-k", or a value. */
export function mapField() {
  const usual = oneOf([STRATEGY, ...VALUES.map(([kind]) => kind)]);
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
      setActionWords(report.actions, node.units);
      if (isLast()) show(node, report);
    } catch (error) {
      if (isLast()) fill(element, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  function show(node, report) {
    const options = mapOptions(report);
    if (!options.some(([value]) => value === state.values.map))
      state.set({ map: options[0][0] }, { isReplaced: true }); // the actions of another node
    const grid = h("div");
    const redraw = () => fill(grid, cardMap(node, report, state.values.map, go));
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
      note(meanWords(report, node.units)),
    );
  }

  return { element, draw };
}

/** Return what a map can show: all actions together, then each of them, then EVs and equities. */
function mapOptions({ actions }) {
  if (!actions.length) return VALUES;
  const single = actions.map((action) => [`action-${action.step}`, capitalised(action.words)]);
  return [[STRATEGY, "Strategy"], ...VALUES, ...single];
}

function meanWords(report, units) {
  const { ev } = report.mean;
  const shares = report.actions.map(({ words, frequency }) => `${words} ${percent(frequency)}`);
  return [
    `mean EV ${units.ev(ev[0])} OOP, ${units.ev(ev[1])} IP`,
    ...(shares.length ? [shares.join(", ")] : []),
    exploitability(report),
  ].join("; ");
}

/** Return a function that describes a card in a map: its colours, a number, and words. */
function cardDescriber(report, kind, units) {
  const { actions } = report;
  if (kind === STRATEGY)
    return ({ frequencies, ev }) => ({
      background: gradient(actions.map(({ colour }, at) => [colour, frequencies[at]]).reverse()),
      value: "",
      words: [
        ...actions.map(({ words }, at) => `${words} ${percent(frequencies[at], 0)}`),
        `EV ${units.ev(ev[0])} OOP, ${units.ev(ev[1])} IP`,
      ].join(", "),
    });
  const [what, which] = kind.split("-");
  const place = actions.findIndex(({ step }) => step === which);
  const value = (card) =>
    what === "action" ? card.frequencies[place] : card[what][which === "ip" ? 1 : 0];
  const values = report.cards.map(value).filter((each) => each !== null);
  const [low, high] = what === "ev" ? [Math.min(...values), Math.max(...values)] : [0, 1];
  return (card) => {
    const here = value(card);
    const text = what === "ev" ? units.number(here, 1) : percent(here, 0);
    const colour = here === null ? "var(--middle)" : heat((here - low) / (high - low || 1));
    return { background: colour, value: text, words: text };
  };
}

function cardMap(node, report, kind, go) {
  const describe = cardDescriber(report, kind, node.units);
  const byCard = new Map(report.cards.map((card) => [card.card, card]));
  const cell = (suit, rank) => {
    const text = RANKS[rank] + SUITS[suit];
    const card = byCard.get(text);
    if (!card) return h("span", { class: "map-card is-gone" }, "");
    const { background, value, words } = describe(card);
    return button(
      [
        h("span", {}, RANKS[rank] + SUIT_SYMBOLS[SUITS[suit]]),
        value ? h("span", { class: "value" }, value) : null,
      ],
      () => go(`${node.path}:n${text}`),
      {
        class: "map-card",
        "data-card": text,
        "aria-label": `${text}: ${words}`,
        title: words,
        style: { background },
      },
    );
  };
  return h(
    "div",
    { class: "card-map", role: "group", "aria-label": "Map of cards" },
    [3, 2, 1, 0].flatMap((suit) => [...RANKS].map((_, place) => cell(suit, 12 - place))),
  );
}
