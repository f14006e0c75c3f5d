/** Solved strategies before the flop: every decision, and the lines that reach the flop. */

import { api, part } from "../api.js";
import { classGrid } from "../components/class_grid.js";
import { field, fill, h } from "../dom.js";
import { number, percent, signed } from "../format.js";
import { chartView } from "./chart_view.js";
import { lineList, sendToSolve } from "./line_list.js";

/** Create the view; `onchange(state)` is called with what is shown, for the address. */
export async function solvedView(state, onchange) {
  const strategies = await api.get("/preflop/strategies");
  const usable = strategies.filter((each) => !each.error);
  let facts =
    usable.find((each) => each.name === state.strategy) ??
    usable.find((each) => each.name === "hu100") ??
    usable[0];
  let path = state.path ?? "r";
  let loading = 0; // number of the last request
  const picker = h(
    "select",
    {
      onchange: () => {
        facts = usable.find((each) => each.name === picker.value);
        path = "r";
        draw();
      },
    },
    usable.map((each) =>
      h("option", { value: each.name }, `${each.name}: ${number(each.stack, 0)} big blinds`),
    ),
  );
  const bar = h("nav", { class: "node-bar", "aria-label": "Line" });
  const end = h("section", { class: "panel stack", "aria-live": "polite" });
  const basis = h("p", { class: "note", id: "preflop-basis" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const chart = chartView();
  const send = (line) =>
    sendToSolve(`/preflop/strategies/${part(facts.name)}/spot`, { path: line.path });
  const lines = lineList(send);

  function go(next) {
    path = next;
    draw();
  }

  async function draw() {
    picker.value = facts.name;
    problem.hidden = true;
    const request = ++loading;
    let node;
    try {
      node = await api.get(`/preflop/strategies/${part(facts.name)}/node`, { path });
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      if (path !== "r") {
        path = "r";
        draw();
      }
      return;
    }
    if (request !== loading) return; // another node was chosen meanwhile
    onchange({ source: "solved", strategy: facts.name, path: node.path });
    drawBar(node);
    basis.textContent = basisWords(facts);
    chart.draw(
      node.chart && {
        ...node.chart,
        title: `${node.chart.position} ${node.steps.length ? `after ${node.title}` : "first to act"}`,
      },
    );
    drawEnd(node);
    lines.draw(facts.lines);
  }

  function drawBar(node) {
    const open = node.chart
      ? [
          {
            path: node.path,
            position: node.chart.position,
            steps: node.chart.actions.map((action) => action.step),
            words: node.chart.actions.map((action) => action.words),
            taken: null,
          },
        ]
      : [];
    fill(
      bar,
      [...node.steps, ...open].map((step) =>
        h(
          "div",
          { class: "bar-node", "aria-current": step.path === node.path ? "step" : null },
          h(
            "button",
            { type: "button", class: "quiet bar-head", onclick: () => go(step.path) },
            step.position,
          ),
          step.steps.map((action, at) =>
            h(
              "button",
              {
                type: "button",
                class: "bar-action",
                "aria-pressed": String(action === step.taken),
                "data-step": action,
                onclick: () => go(`${step.path}:${action}`),
              },
              step.words[at],
            ),
          ),
        ),
      ),
    );
  }

  function drawEnd(node) {
    end.hidden = Boolean(node.chart);
    if (node.chart) return;
    if (node.kind === "flop") {
      const line = facts.lines.find((each) => each.path === node.path);
      fill(
        end,
        h("h2", {}, `Flop: ${node.title}`),
        h(
          "p",
          {},
          `Pot ${number(line.pot, 1)}, stack ${number(line.stack, 1)} big blinds; BB has ${number(line.percents[0], 1)}% of all hands, BTN ${number(line.percents[1], 1)}%.`,
        ),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "primary", onclick: () => send(line) },
            "Send both ranges to Solve",
          ),
        ),
        h(
          "div",
          { class: "range-grids" },
          line.positions.map((position, seat) => rangeGrid(position, node.ranges[seat])),
        ),
      );
    } else {
      fill(
        end,
        h("h2", {}, node.title),
        h(
          "p",
          {},
          node.kind === "fold"
            ? `The hand is over: the pot of ${number(node.pot, 1)} big blinds is won without a flop.`
            : `Both players are all-in for a pot of ${number(node.pot, 1)} big blinds.`,
        ),
      );
    }
  }

  await draw();
  return h(
    "div",
    { class: "stack" },
    h("div", { class: "row" }, field("Strategy", picker), basis),
    strategies
      .filter((each) => each.error)
      .map((each) => h("p", { class: "problem small" }, `${each.name}: ${each.error}`)),
    bar,
    problem,
    h(
      "div",
      { class: "preflop-layout" },
      h("div", { class: "stack" }, chart.element, end),
      lines.element,
    ),
  );
}

/** Show how often each class of a position gets to a flop. */
function rangeGrid(position, weights) {
  const grid = classGrid(`Range of ${position}`);
  grid.draw((place) =>
    weights[place] > 0.005
      ? {
          segments: [["var(--held)", 1]],
          weight: weights[place],
          value: percent(weights[place], 0),
          words: percent(weights[place], 0),
        }
      : { words: "none" },
  );
  return h("div", {}, h("h3", {}, position), grid.element);
}

function basisWords(facts) {
  const parts = [
    `heads-up, ${number(facts.stack, 0)} big blinds, solved on ${facts.flops} flops`,
    `exploitability ${number(facts.exploitability_pot_percent, 2)}% of the pot (${number(facts.exploitability, 4)} bb per hand)`,
  ];
  if (facts.held_out)
    parts.push(
      `${number(facts.held_out.exploitability_pot_percent, 2)}% on ${facts.held_out.flops} other flops`,
    );
  parts.push(
    `EV of ${Object.entries(facts.ev)
      .map(([position, ev]) => `${position} ${signed(ev, 3)}`)
      .join(", ")} bb per hand`,
  );
  return parts.join("; ");
}
