/** Browse: walk through a solution. */

import { part } from "../api.js";
import { cardReport } from "../browse/card_report.js";
import { handPanel } from "../browse/hand_panel.js";
import { handTable } from "../browse/hand_table.js";
import { lockPanel } from "../browse/lock_panel.js";
import { cellDescriber, MODE_WORDS, MODES } from "../browse/modes.js";
import { nodeBar } from "../browse/node_bar.js";
import { classNames, fetchNode, fetchResolved } from "../browse/node_data.js";
import { breakdownPanel, distributionPanel } from "../browse/range_panels.js";
import { summaryPanel } from "../browse/summary_panel.js";
import { nextPath } from "../browse/walk.js";
import { cardsElement } from "../cards.js";
import { classGrid } from "../components/class_grid.js";
import { handFilter } from "../components/hand_filter.js";
import { solutionPicker } from "../components/solution_picker.js";
import { choices, debounced, fill, h, isTyping } from "../dom.js";
import { chips, exploitability } from "../format.js";

/** Show the screen at `query.solution` and `query.path`. */
export async function show(main, query) {
  const picker = solutionPicker("Solution", query.solution, (name) => {
    location.hash = `#/browse?solution=${part(name)}`;
  });
  const { name: solution, rows } = await picker.ready;
  if (!solution) {
    fill(
      main,
      h("h1", {}, "Browse"),
      h(
        "p",
        {},
        "There are no solutions yet. ",
        h("a", { href: "#/solve" }, "Solve a spot"),
        " first.",
      ),
    );
    return null;
  }
  const facts = rows.find((row) => row.name === solution);
  const names = await classNames();
  const state = {
    node: null,
    path: query.path ?? "r",
    mode: query.mode ?? "strategy",
    view: "both",
    tab: "hands",
    chosen: null,
  };
  let walking = 0;

  const bar = nodeBar(go);
  const title = h("div", { class: "row node-title", "aria-live": "polite" });
  const notice = h("p", { class: "warning", role: "status", hidden: true });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const filter = handFilter(names, drawHands);
  const grids = [0, 1].map((seat) =>
    classGrid(`${["OOP", "IP"][seat]}: grid of hands`, {
      onpick: (place) => {
        if (state.node) {
          state.chosen = [seat, place];
          drawHand();
        }
      },
      onhover: (place) => {
        if (state.node) drawHand([seat, place]);
      },
    }),
  );
  const gridBoxes = [0, 1].map((seat) =>
    h("div", { class: "grid-box" }, h("h2", { class: ["oop", "ip"][seat] }), grids[seat].element),
  );
  const gridNote = h("p", { class: "note" });
  const hand = handPanel();
  const summary = summaryPanel(go);
  const report = cardReport(go);
  const tables = handTable(names);
  const breakdown = breakdownPanel();
  const distribution = distributionPanel();
  const lock = lockPanel(solution);
  const tabBody = h("div", { class: "tab-body" });
  const seatChoice = choices(
    "Whose hands",
    [
      ["both", "Both"],
      ["oop", "OOP"],
      ["ip", "IP"],
    ],
    "both",
    (value) => {
      state.view = value;
      drawHands();
    },
  );
  const tabs = choices(
    "Details",
    [
      ["hands", "Hands"],
      ["classes", "Made hands and draws"],
      ["distribution", "Equity and EV graphs"],
      ["lock", "Lock and re-solve"],
    ],
    "hands",
    (value) => {
      state.tab = value;
      drawTab();
    },
  );

  async function go(path, { isReplaced = false } = {}) {
    const number = ++walking;
    try {
      const node = await fetchNode(solution, path, String(facts.modified));
      if (number !== walking) return;
      problem.hidden = true;
      state.path = node.path;
      showNode(node);
      noteAddress(`#/browse?solution=${part(solution)}&path=${part(node.path)}`, isReplaced);
      if (node.is_unreached) resolve(node, number);
    } catch (error) {
      if (number !== walking) return;
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  // Browsers take long to change the address, so it follows when the walk rests.
  const noteAddress = debounced((address, isReplaced) => {
    if (!main.isConnected || location.hash === address) return;
    if (isReplaced) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }, 300);
  // The table of hands is long: the grids are drawn before it.
  const drawTabSoon = debounced(() => {
    if (main.isConnected) drawTab();
  }, 60);

  async function resolve(node, number) {
    notice.textContent =
      "This line is almost never taken, so the solution is unreliable here: it is being re-solved …";
    notice.hidden = false;
    try {
      const found = await fetchResolved(solution, node.path, String(facts.modified));
      if (number !== walking) return;
      showNode(found);
      notice.textContent =
        "This line is almost never taken. What you see was re-solved, with a little reach for every hand of both players.";
      notice.hidden = false;
    } catch (error) {
      if (number === walking)
        notice.textContent = `This line is almost never taken, and it could not be re-solved: ${error.message}`;
    }
  }

  function showNode(node) {
    state.node = node;
    state.chosen = null;
    notice.hidden = true;
    main.dataset.path = node.path;
    bar.draw(node);
    summary.draw(node);
    fill(
      title,
      cardsElement(node.board),
      h("strong", {}, words(node)),
      h(
        "span",
        { class: "muted" },
        `pot ${chips(node.pot)}, ${chips(Math.min(...node.stacks))} behind`,
      ),
      node.notes?.length && !node.isResolved
        ? h("span", { class: "warning small" }, node.notes.join("; "))
        : null,
    );
    filter.setActions(
      node.actions.map((action) => action.step),
      node.actions.map((action) => action.words),
    );
    const isDeal = node.kind === "deal";
    report.element.hidden = !isDeal;
    if (isDeal) report.draw(solution, node);
    drawHands();
  }

  function words(node) {
    if (node.to_act) return `${node.street}, ${node.to_act.toUpperCase()} to act`;
    return (
      {
        deal: `end of the ${node.street}: choose a card`,
        fold: "the hand ends with a fold",
        showdown: "showdown",
      }[node.kind] ?? node.kind
    );
  }

  function drawHands() {
    const { node } = state;
    if (!node) return;
    const order = node.seat === 1 ? [1, 0] : [0, 1];
    gridRow.append(...order.map((seat) => gridBoxes[seat]));
    [0, 1].forEach((seat) => {
      const box = gridBoxes[seat];
      box.hidden = state.view !== "both" && state.view !== ["oop", "ip"][seat];
      const isActing = node.to_act === ["oop", "ip"][seat];
      box.firstChild.textContent = `${["OOP", "IP"][seat]}${isActing ? ", to act" : ""}`;
      const player = node.players[seat];
      grids[seat].draw(
        cellDescriber(node, seat, state.mode, filter.isActive ? filter.passes(node, player) : null),
      );
    });
    gridNote.textContent =
      MODE_WORDS[state.mode === "strategy" && !node.to_act ? "reach" : state.mode];
    drawHand();
    drawTabSoon();
  }

  function shownSeat() {
    return state.view === "both" ? state.node.seat : ["oop", "ip"].indexOf(state.view);
  }

  function drawHand(at = state.chosen) {
    const [seat, place] = at ?? [shownSeat(), null];
    for (const [each, grid] of grids.entries()) {
      grid.choose(state.chosen?.[0] === each ? state.chosen[1] : null);
    }
    if (place !== null)
      hand.draw(
        state.node,
        seat,
        place,
        filter.isActive ? filter.passes(state.node, state.node.players[seat]) : null,
      );
  }

  function drawTab() {
    const { node } = state;
    const seat = shownSeat();
    const shown = { hands: tables, classes: breakdown, distribution, lock }[state.tab];
    fill(tabBody, shown.element);
    if (state.tab === "hands")
      tables.draw(solution, node, seat, filter.passes(node, node.players[seat]));
    else shown.draw(solution, node, seat);
  }

  function onKey(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || !state.node) return;
    const path = nextPath(state.node, event.key);
    if (!path) return;
    event.preventDefault();
    go(path);
  }

  function trainAddress() {
    const isSpot = state.node?.kind === "action" && state.path !== "r";
    return `#/train?${new URLSearchParams(isSpot ? { solution, path: state.path } : { solution })}`;
  }

  const lineInput = h("input", {
    placeholder: "x/b33%/c/8c",
    size: 18,
    spellcheck: "false",
    "aria-label": "Go to a line",
    onkeydown: (event) => {
      if (event.key === "Enter") go(lineInput.value.trim() || "r");
    },
  });
  const gridRow = h("div", { class: "grid-row" }, gridBoxes);
  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Browse"),
      h(
        "div",
        { class: "fields" },
        picker.element,
        h("label", {}, h("span", {}, "Line"), lineInput),
        h("a", { class: "button", href: `#/compare?first=${part(solution)}` }, "Compare"),
        h(
          "a",
          {
            class: "button",
            href: `#/train?solution=${part(solution)}`,
            onclick: (event) => {
              event.currentTarget.href = trainAddress();
            },
          },
          "Train",
        ),
        h("a", { class: "button", href: `#/solve?solution=${part(solution)}` }, "Edit the spot"),
      ),
    ),
    h("p", { class: "note" }, `${facts.tree}; ${exploitability(facts)}`),
    bar.element,
    problem,
    title,
    notice,
    h(
      "div",
      { class: "browse-layout" },
      h(
        "div",
        { class: "stack" },
        h(
          "div",
          { class: "row" },
          choices("What the grid shows", MODES, state.mode, (value) => {
            state.mode = value;
            drawHands();
          }),
          seatChoice,
        ),
        report.element,
        gridRow,
        gridNote,
        filter.element,
      ),
      h("div", { class: "stack" }, summary.element, hand.element),
    ),
    h("section", { class: "panel stack", "aria-label": "Details" }, tabs, tabBody),
    h(
      "p",
      { class: "note" },
      "Keys: → takes the most frequent action, ← goes back, ↑ and ↓ change the last action or card, 1 to 9 choose an action, Home goes to the root.",
    ),
  );
  addEventListener("keydown", onKey);
  await go(state.path, { isReplaced: true });
  return () => {
    removeEventListener("keydown", onKey);
    lock.end();
  };
}
