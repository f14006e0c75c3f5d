/** Compare: two actions of a node, or two solutions, for each hand and in total. */

import { api, part } from "../api.js";
import { heat } from "../browse/modes.js";
import { classNames, fetchNode } from "../browse/node_data.js";
import { CLASS_HANDS, holeIndex, parseCards } from "../cards.js";
import { lineChart } from "../components/chart.js";
import { classGrid } from "../components/class_grid.js";
import { dataTable } from "../components/data_table.js";
import { handFilter } from "../components/hand_filter.js";
import { solutionPicker } from "../components/solution_picker.js";
import { choices, field, fill, h } from "../dom.js";
import { exploitability, number, percent, signed } from "../format.js";

/** Show the screen; `query.first`, `query.second`, `query.path`. */
export async function show(main, query) {
  const first = solutionPicker("First solution", query.first, () => start());
  const second = solutionPicker("Second solution", query.second, () => start());
  const [{ name: found }] = await Promise.all([first.ready, second.ready]);
  if (!found) {
    fill(
      main,
      h("h1", {}, "Compare"),
      h(
        "p",
        {},
        "There are no solutions yet. ",
        h("a", { href: "#/solve" }, "Solve a spot"),
        " first.",
      ),
    );
    return;
  }
  const names = await classNames();
  let kind = query.second ? "solutions" : "actions";
  let player = null;
  let node = null;
  let data = null;
  const path = h("input", {
    value: query.path ?? "r",
    size: 20,
    spellcheck: "false",
    onchange: () => start(),
  });
  const actions = [
    h("select", { onchange: () => compare() }),
    h("select", { onchange: () => compare() }),
  ];
  const seat = h(
    "select",
    {
      onchange: () => {
        player = seat.value || null;
        compare();
      },
    },
    h("option", { value: "" }, "who acts"),
    h("option", { value: "oop" }, "OOP"),
    h("option", { value: "ip" }, "IP"),
  );
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const body = h("div", { class: "stack" });
  const filter = handFilter(names, () => draw());
  const actionFields = h(
    "div",
    { class: "fields" },
    field("First action", actions[0]),
    field("Second action", actions[1]),
  );
  const solutionFields = h("div", { class: "fields" }, second.element, field("Player", seat));

  async function start() {
    actionFields.hidden = kind !== "actions";
    solutionFields.hidden = kind !== "solutions";
    problem.hidden = true;
    try {
      node = await fetchNode(first.value, path.value.trim() || "r");
      path.value = node.path;
      const old = actions.map((select) => select.value);
      actions.forEach((select, place) => {
        fill(
          select,
          node.actions.map((action) => h("option", { value: action.step }, action.words)),
        );
        select.value = node.actions.some((action) => action.step === old[place])
          ? old[place]
          : (node.actions[Math.min(place, node.actions.length - 1)]?.step ?? "");
      });
      filter.setActions(
        node.actions.map((action) => action.step),
        node.actions.map((action) => action.words),
      );
      await compare();
    } catch (error) {
      fail(error);
    }
  }

  async function compare() {
    problem.hidden = true;
    try {
      const base = `/solutions/${part(first.value)}/compare`;
      if (kind === "actions") {
        if (!node.actions.length) throw new Error("the line must end at a decision");
        data = await api.get(`${base}/actions`, {
          path: node.path,
          first: actions[0].value,
          second: actions[1].value,
        });
      } else {
        data = await api.get(`${base}/${part(second.value)}`, { path: node.path, player });
      }
      draw();
    } catch (error) {
      fail(error);
    }
  }

  function fail(error) {
    problem.textContent = error.message;
    problem.hidden = false;
    fill(body);
  }

  function draw() {
    if (!data) return;
    const range = node.players[data.player === "ip" ? 1 : 0];
    const passes = filter.passes(node, range);
    const hands = data.hands
      .map((row) => ({ ...row, hole: holeIndex(...parseCards(row.name)) }))
      .filter((row) => passes(row.hole, range.at[row.hole]));
    fill(
      body,
      h(
        "p",
        {},
        h("strong", {}, `${data.player.toUpperCase()}: ${data.sides[1]} minus ${data.sides[0]}: `),
        `${signed(data.total.ev_difference)} chips on average`,
      ),
      h("p", { class: "note" }, errorWords()),
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          { class: "stack" },
          h("h2", {}, "EV difference by hand class"),
          differenceGrid(hands),
        ),
        h("div", { class: "stack" }, h("h2", {}, "Totals"), sums(), percentiles(hands), equities()),
      ),
      h("h2", {}, `Hands (${hands.length.toLocaleString("en")})`),
      handRows(hands),
    );
  }

  function errorWords() {
    const within = `EV differences of a hand below ${number(data.ev_error, 3)} chips are within error`;
    return [
      within,
      ...data.solutions.map(
        (facts, place) =>
          `${data.solutions.length > 1 ? `${data.sides[place]}: ` : ""}${exploitability(facts)}`,
      ),
    ].join("; ");
  }

  function differenceGrid(hands) {
    const byHole = new Map(hands.map((row) => [row.hole, row]));
    const most = Math.max(...hands.map((row) => Math.abs(row.ev_difference ?? 0)), 1e-9);
    const grid = classGrid("EV difference by hand class");
    grid.draw((place) => {
      const rows = CLASS_HANDS[place].map((hole) => byHole.get(hole)).filter(Boolean);
      const weight = (row) => Math.max(...row.combos);
      const total = rows.reduce((sum, row) => sum + weight(row), 0);
      if (!total) return { words: "none" };
      const mean =
        rows.reduce((sum, row) => sum + weight(row) * (row.ev_difference ?? 0), 0) / total;
      return {
        segments: [[heat(0.5 + mean / most / 2), 1]],
        value: signed(mean, 1),
        words: `${signed(mean, 2)} chips`,
      };
    });
    return grid.element;
  }

  function sums() {
    const rows = [...data.made, ...data.draws, { ...data.total, name: "all" }];
    const table = dataTable("By made hand and draw", columns("Made hand or draw"), {});
    table.setRows(rows);
    return table.element;
  }

  function columns(title) {
    const steps = [...new Set(data.total.frequencies.flatMap((shares) => Object.keys(shares)))];
    return [
      { name: "name", title, value: (row) => row.name },
      {
        name: "combos",
        title: "Combos",
        isNumber: true,
        value: (row) => row.combos[0],
        show: (row) => row.combos.map((each) => number(each, 1)).join(" / "),
      },
      {
        name: "ev1",
        title: `EV ${data.sides[0]}`,
        isNumber: true,
        value: (row) => row.ev[0],
        show: (row) => number(row.ev[0], 2),
      },
      {
        name: "ev2",
        title: `EV ${data.sides[1]}`,
        isNumber: true,
        value: (row) => row.ev[1],
        show: (row) => number(row.ev[1], 2),
      },
      {
        name: "change",
        title: "Difference",
        isNumber: true,
        value: (row) => row.ev_difference,
        show: (row) => signed(row.ev_difference),
      },
      ...steps.map((step) => ({
        name: step,
        title: step,
        isNumber: true,
        value: (row) => row.frequencies[1][step] ?? row.frequencies[0][step],
        show: (row) =>
          [0, 1]
            .filter((side) => step in row.frequencies[side])
            .map((side) => percent(row.frequencies[side][step], 0))
            .join(" → "),
      })),
    ];
  }

  function handRows(hands) {
    const table = dataTable("Hands", columns("Hand"), { sortBy: "change" });
    table.setRows(hands);
    return table.element;
  }

  function percentiles(hands) {
    const curve = (side) => {
      const rows = hands
        .filter((row) => row.ev[side] !== null)
        .sort((one, two) => one.ev[side] - two.ev[side]);
      const total = rows.reduce((sum, row) => sum + row.combos[side], 0) || 1;
      let reached = 0;
      return rows.map((row) => {
        reached += row.combos[side];
        return [(100 * reached) / total, row.ev[side]];
      });
    };
    return lineChart(
      [0, 1].map((side) => ({ name: data.sides[side], points: curve(side) })),
      { xTitle: "percentile of the range", yTitle: "EV, chips" },
    );
  }

  /** Show equity by percentile: of the player's range in both solutions, or of both players. */
  function equities() {
    const place = h("div");
    const ask = (name) =>
      api.get(`/solutions/${part(name)}/distribution`, { path: node.path, kind: "equity" });
    const curve = (title, spread, who, colour) => ({
      name: title,
      colour,
      points: spread.percentiles.map((at, index) => [at, spread.values[who][index]]),
    });
    const options = {
      xTitle: "percentile of the range",
      yTitle: "equity",
      format: (value) => percent(value, 0),
    };
    const drawn =
      kind === "actions"
        ? ask(first.value).then((spread) => [
            curve("OOP", spread, "oop", "var(--oop)"),
            curve("IP", spread, "ip", "var(--ip)"),
          ])
        : Promise.all([ask(first.value), ask(second.value)]).then((spreads) =>
            spreads.map((spread, side) => curve(data.sides[side], spread, data.player)),
          );
    drawn.then(
      (curves) => fill(place, lineChart(curves, options)),
      (error) => fill(place, h("p", { class: "problem" }, error.message)),
    );
    return place;
  }

  fill(
    main,
    h("h1", {}, "Compare"),
    h(
      "section",
      { class: "panel stack", "aria-label": "What to compare" },
      choices(
        "Compare",
        [
          ["actions", "Two actions"],
          ["solutions", "Two solutions"],
        ],
        kind,
        (value) => {
          kind = value;
          start();
        },
      ),
      h("div", { class: "fields" }, first.element, field("Line", path)),
      actionFields,
      solutionFields,
      problem,
    ),
    filter.element,
    body,
  );
  await start();
}
