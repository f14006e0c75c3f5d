/** Start a match: agents with their options, the game, and how many hands. */

import { api } from "../api.js";
import { field, fill, h } from "../dom.js";
import { noteJob } from "../jobs.js";

const KEY = "arena-form";
const USUAL = {
  agents: [
    { name: "equity", options: {} },
    { name: "pot_odds", options: {} },
  ],
  game: "nlhe",
  hands: 2000,
  seats: "",
  stack: "",
  seed: 0,
  session: "",
  estimator: "plain",
  duplicate: true,
};

/** Create the form for what can be chosen; `onstart(name)` is called with the new match's name. */
export function matchForm(known, onstart) {
  const state = { ...USUAL, ...saved(known) };
  const rows = h("ul", { class: "agent-rows" });
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const name = h("input", { maxlength: 80, placeholder: "automatic" });
  const button = h(
    "button",
    { type: "button", class: "primary", id: "start-match", onclick: start },
    "Play",
  );
  const addButton = h(
    "button",
    {
      type: "button",
      onclick: () => {
        state.agents.push({ name: "random", options: {} });
        drawAgents();
      },
    },
    "Add an agent",
  );

  const bound = (key, control) => {
    control.value = state[key];
    control.addEventListener("change", () => {
      state[key] = control.value;
    });
    return control;
  };
  const game = bound(
    "game",
    h(
      "select",
      {},
      Object.entries(known.games).map(([short, title]) =>
        h("option", { value: short }, `${short}: ${title}`),
      ),
    ),
  );
  const estimator = bound(
    "estimator",
    h(
      "select",
      {},
      Object.entries(known.estimators).map(([short, title]) =>
        h("option", { value: short }, `${short}: ${title}`),
      ),
    ),
  );
  const hands = bound("hands", h("input", { type: "number", min: 1, max: 10_000_000, step: 1 }));
  const seats = bound(
    "seats",
    h("input", {
      type: "number",
      min: 2,
      max: known.most_seats,
      step: 1,
      placeholder: "one per agent",
    }),
  );
  const stack = bound(
    "stack",
    h("input", { type: "number", min: 1, step: "any", placeholder: "default" }),
  );
  const session = bound(
    "session",
    h("input", {
      type: "number",
      min: 1,
      max: 100_000,
      step: 1,
      placeholder: "automatic",
      title: "Each session starts with new agents, which have learned nothing yet",
    }),
  );
  const seed = bound("seed", h("input", { type: "number", min: 0, step: 1 }));
  const duplicate = h("input", {
    type: "checkbox",
    checked: state.duplicate,
    onchange: () => {
      state.duplicate = duplicate.checked;
    },
  });

  function drawAgents() {
    fill(
      rows,
      state.agents.map((agent, at) =>
        h(
          "li",
          { class: "agent-row" },
          h(
            "div",
            { class: "row spread" },
            h("label", {}, h("span", {}, `Agent ${at + 1}`), agentSelect(agent)),
            h(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `Remove agent ${at + 1}`,
                disabled: state.agents.length < 2,
                onclick: () => {
                  state.agents.splice(at, 1);
                  drawAgents();
                  addButton.focus();
                },
              },
              "×",
            ),
          ),
          h("p", { class: "note" }, entryOf(agent).summary),
          entryOf(agent).options.length
            ? h(
                "div",
                { class: "fields agent-options" },
                entryOf(agent).options.map((option) => optionField(agent, option)),
              )
            : null,
        ),
      ),
    );
    addButton.disabled = state.agents.length >= known.most_seats;
  }

  function entryOf(agent) {
    return known.agents.find((each) => each.name === agent.name);
  }

  function agentSelect(agent) {
    const select = h(
      "select",
      {
        onchange: () => {
          agent.name = select.value;
          agent.options = {};
          const at = state.agents.indexOf(agent);
          drawAgents();
          rows.children[at].querySelector("select").focus();
        },
      },
      known.agents.map((each) => h("option", { value: each.name }, each.name)),
    );
    select.value = agent.name;
    return select;
  }

  function optionField(agent, option) {
    const value = agent.options[option.name] ?? option.default;
    const set = (next) => {
      agent.options[option.name] = next;
    };
    if (option.kind === "flag") {
      const box = h("input", {
        type: "checkbox",
        checked: value,
        onchange: () => set(box.checked),
      });
      return h("label", { class: "inline", title: option.description }, box, option.name);
    }
    if (option.kind === "choice") {
      const select = h(
        "select",
        { title: option.description, onchange: () => set(select.value) },
        option.choices.map((each) => h("option", { value: each }, each)),
      );
      select.value = value;
      return field(option.name, select);
    }
    const input = h("input", {
      type: "number",
      value,
      min: option.low,
      max: option.high,
      step: option.kind === "whole" ? 1 : "any",
      title: option.description,
      onchange: () => set(Number(input.value)),
    });
    return field(option.name, input);
  }

  async function start() {
    problem.hidden = true;
    button.disabled = true;
    localStorage.setItem(KEY, JSON.stringify(state));
    const optional = (text) => (text === "" ? null : Number(text));
    try {
      const job = await api.post("/matches", {
        agents: state.agents,
        game: state.game,
        hands: Number(state.hands),
        seats: optional(state.seats),
        stack: optional(state.stack),
        session_hands: optional(state.session),
        seed: Number(state.seed),
        estimator: state.estimator,
        duplicate: state.duplicate,
        name: name.value.trim() || null,
      });
      noteJob(job);
      onstart(job.title);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      button.disabled = false;
    }
  }

  drawAgents();
  return h(
    "section",
    { class: "panel stack", "aria-label": "New match" },
    h("h2", {}, "New match"),
    rows,
    h("div", { class: "row" }, addButton),
    h(
      "div",
      { class: "fields" },
      field("Game", game),
      field("Hands", hands),
      field("Seats", seats),
      field("Stack, big blinds or bets", stack),
      field("Hands per session", session),
      field("Seed", seed),
      field("Estimator of winnings", estimator),
      field("Name", name),
    ),
    h("label", { class: "inline" }, duplicate, "Play each deal in every seat, to reduce luck"),
    problem,
    h("div", { class: "row" }, button),
  );
}

function saved(known) {
  try {
    const state = JSON.parse(localStorage.getItem(KEY)) ?? {};
    const isKnown = (agent) => known.agents.some((each) => each.name === agent.name);
    return Array.isArray(state.agents) && state.agents.length && state.agents.every(isKnown)
      ? state
      : {};
  } catch {
    return {};
  }
}
