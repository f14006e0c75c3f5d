/** Equity: ranges against each other on any board, how they hit it, and prizes in tournaments. */

import { screenState, text } from "../address.js";
import { api } from "../api.js";
import { classNames } from "../browse/node_data.js";
import { parseCards } from "../cards.js";
import { boardPicker } from "../components/board_picker.js";
import { hitTables } from "../components/hit_tables.js";
import { rangeEditor } from "../components/range_editor.js";
import { debounced, fill, h, lastRequest, panel } from "../dom.js";
import { equityTable } from "../equity/results.js";
import { tournamentPanel } from "../equity/tournament.js";
import { isUnderstood } from "../validity.js";

const PLAYERS = ["first", "second"];
const TITLES = { first: "First player", second: "Second player" };
const START = { first: "88+, ATs+, KQs, AQo+", second: "22+, A2s+, KTs+, QTs+, JTs, ATo+, KJo+" };
const INCOMPLETE = "Correct the marked field, and give each player some hands.";

/** Show the screen; the address has the ranges of the players and the board. */
export async function show(main, address) {
  const { values: state, note } = screenState(address, {
    first: text(START.first),
    second: text(START.second),
    board: text(),
  });
  const classes = await classNames();
  const result = panel("Equity");
  const begin = lastRequest();
  const wait = () => result.setAttribute("aria-busy", "true");

  const measure = debounced(async () => {
    if (!main.isConnected) return;
    const isLast = begin();
    note({ isReplaced: true });
    const isReady = isUnderstood(main) && PLAYERS.every((name) => state[name].trim());
    try {
      const found = isReady ? await ask(state) : null;
      if (isLast()) draw(found && results(found, classes));
    } catch (error) {
      if (isLast()) draw(h("p", { class: "problem", role: "alert" }, error.message));
    }
  }, 250);

  function draw(content) {
    result.removeAttribute("aria-busy");
    fill(result, h("h2", {}, "Equity"), content ?? h("p", { class: "muted" }, INCOMPLETE));
  }

  function update() {
    wait();
    measure();
  }

  const editors = PLAYERS.map((name) =>
    rangeEditor({
      title: TITLES[name],
      name: `ranges.${name}`,
      onchange: (value) => {
        state[name] = value;
        update();
      },
    }),
  );
  const board = boardPicker(parseCards(state.board) ?? [], (value) => {
    state.board = value;
    update();
  });
  main.addEventListener("validity", update);
  fill(
    main,
    h("h1", { class: "screen-name" }, "Equity"),
    h(
      "div",
      { class: "equity-layout" },
      editors.map((editor) => editor.element),
      h(
        "div",
        { class: "stack" },
        panel("Board", h("h2", {}, "Board"), board.element),
        result,
        tournamentPanel(),
      ),
    ),
  );
  await Promise.all(PLAYERS.map((name, at) => editors[at].load(state[name])));
  update();
}

function results(found, classes) {
  const names = PLAYERS.map((name) => TITLES[name]);
  return [equityTable(found, names), hitTables(found.hits, names, classes)];
}

function ask(state) {
  return api.post("/equity", { ranges: PLAYERS.map((name) => state[name]), board: state.board });
}
