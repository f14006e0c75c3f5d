/** Play: a table against agents. */

import { api, part } from "../api.js";
import { button, fill, h } from "../dom.js";
import { amounts } from "../play/amounts.js";
import { confirmLeave } from "../play/leave.js";
import { plainName, setupForm } from "../play/setup.js";
import { playTable } from "../play/table.js";
import { watchServer } from "../server.js";

/** Show the table of the address, or the form and the open tables. */
export async function show(main, query) {
  if (query.table) {
    try {
      return playTable(main, await api.get(`/tables/${part(query.table)}`));
    } catch (error) {
      if (error.status !== 404) throw error;
      main.append(h("p", { class: "warning" }, "That table is closed. Open a new one."));
    }
  }
  return showLobby(main);
}

async function showLobby(main) {
  const options = await api.get("/tables/options");
  const open = h("div");
  const opponents = h(
    "section",
    { class: "panel stack" },
    h("h2", {}, "Opponents"),
    h(
      "dl",
      { class: "opponent-list" },
      options.opponents.map((each) => [
        h("dt", {}, plainName(each.name)),
        h("dd", { class: "muted" }, `${each.description}; ${gamesText(each)}`),
      ]),
    ),
  );
  const form = setupForm(options, async (request) => {
    const table = await api.post("/tables", request);
    location.hash = `#/play?table=${table.id}`;
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
  const winnings = amounts(table.decimals).signed(table.winnings);
  return h(
    "li",
    {},
    h("a", { class: "button", href: `#/play?table=${table.id}` }, "Sit down"),
    h(
      "span",
      { class: "open-table" },
      h("strong", {}, table.variant_name),
      h("span", { class: "muted small" }, table.players.join(", ")),
    ),
    h("span", { class: "number small" }, `${table.hands} hands, ${winnings}`),
    button("×", leave, {
      class: "quiet",
      "aria-label": `Leave the table of ${table.variant_name}`,
    }),
  );
}
