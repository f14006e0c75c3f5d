/** Play: a table against agents. */

import { AddressError, addressOf, numberWithin, screenState, text } from "../address.js";
import { api, part } from "../api.js";
import { button, fill, h } from "../dom.js";
import { counted, nameWords } from "../format.js";
import { amounts } from "../play/amounts.js";
import { confirmLeave } from "../play/leave.js";
import { setupForm } from "../play/setup.js";
import { setupFields } from "../play/setup_state.js";
import { playTable } from "../play/table.js";
import { watchServer } from "../server.js";

const CLOSED = "That table is closed: tables end when you leave them.";
const TABLE_FIELDS = {
  table: text(null),
  against: numberWithin(1, 10, null), // the seat to compare statistics with; by default the next one
  hand: numberWithin(1, 1e9, null), // that is reviewed,
  review: text(null), // and the job of the review
};
const LINKS = [
  ["#/play", "Open a new table"],
  ["#/library", "Library"],
];

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the table that the address names, or the form and the open tables. */
export async function show(main, address) {
  return address.parts.has("table") ? showTable(main, address) : showLobby(main, address);
}

async function showTable(main, address) {
  const state = screenState(address, TABLE_FIELDS);
  const { table, against } = state.values;
  const first = await api.get(`/tables/${part(table)}`).catch((error) => {
    if (!error.status) throw error; // the server does not answer
    throw new AddressError(error.status === 404 ? CLOSED : error.message, LINKS);
  });
  if (against !== null && (against > first.seats.length || against === first.person + 1))
    throw new AddressError(`There is no opponent in seat ${against} of this table.`, [
      [addressOf("play", { table }), "The table"],
      ...LINKS,
    ]);
  return playTable(main, first, state);
}

async function showLobby(main, address) {
  const options = await api.get("/tables/options");
  const state = screenState(address, setupFields(options));
  const open = h("div", { hidden: true });
  const opponents = h(
    "section",
    { class: "panel stack" },
    h("h2", {}, "Opponents"),
    h(
      "dl",
      { class: "opponent-list" },
      options.opponents.map((each) => [
        h("dt", {}, nameWords(each.name)),
        h("dd", { class: "muted" }, `${each.description}; ${gamesText(each)}`),
      ]),
    ),
  );
  const form = setupForm(options, state, async (request) => {
    const table = await api.post("/tables", request);
    location.hash = addressOf("play", { table: table.id });
  });
  main.append(
    h("div", { class: "play-lobby" }, form, h("div", { class: "stack" }, open, opponents)),
  );
  watchServer(open, () => showOpenTables(open));
  await showOpenTables(open);
}

/** Return what an opponent plays, in words. */
function gamesText(opponent) {
  const { length } = opponent.variants;
  if (opponent.name.startsWith("strategy ")) return "the game it was trained for";
  return length > 5 ? "all games" : length > 1 ? "Texas hold'em" : "heads-up no-limit hold'em";
}

async function showOpenTables(place) {
  const tables = await api.get("/tables");
  place.hidden = !tables.length; // otherwise its gap would push the next panel down
  if (!tables.length) {
    fill(place);
    return;
  }
  const leave = async (table) => {
    if (!(await confirmLeave())) return;
    await api.delete(`/tables/${table.id}`);
    await showOpenTables(place);
  };
  fill(
    place,
    h(
      "section",
      { class: "panel stack" },
      h("h2", {}, "Open tables"),
      h(
        "ul",
        { class: "open-tables" },
        tables.map((table) => tableItem(table, () => leave(table))),
      ),
    ),
  );
}

function tableItem(table, leave) {
  const name = table.error ? "the damaged table" : `the table of ${table.variant_name}`;
  const facts = table.error
    ? h("span", { class: "problem small open-table" }, table.error)
    : openTableFacts(table);
  return h("li", {}, facts, button("×", leave, { class: "quiet", "aria-label": `Leave ${name}` }));
}

function openTableFacts(table) {
  const winnings = amounts(table.decimals).signed(table.winnings);
  return [
    h("a", { class: "button", href: addressOf("play", { table: table.id }) }, "Sit down"),
    h(
      "span",
      { class: "open-table" },
      h("strong", {}, table.variant_name),
      h("span", { class: "muted small" }, table.players.join(", ")),
    ),
    h("span", { class: "number small" }, `${counted(table.hands, "hand")}, ${winnings}`),
  ];
}
