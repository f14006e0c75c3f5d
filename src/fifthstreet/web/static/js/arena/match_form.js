/** Start a match: agents with their options, the game, and how many hands. */

import { api } from "../api.js";
import {
  button,
  checkbox,
  dropdown,
  field,
  h,
  note,
  panel,
  problemLine,
  storedObject,
  submit,
} from "../dom.js";
import { capitalised } from "../format.js";
import { noteJob } from "../jobs.js";
import { guardActions } from "../validity.js";
import { agentList } from "./agent_list.js";

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
  const problem = problemLine({ class: "problem small" });
  const name = h("input", { maxlength: 80, placeholder: "automatic" });
  const play = button("Play", start, { class: "primary", id: "start-match" });

  function start() {
    return submit(play, problem, async () => {
      localStorage.setItem(KEY, JSON.stringify(state));
      const job = await api.post("/matches", matchRequest(state, name.value.trim() || null));
      noteJob(job);
      onstart(job.title);
    });
  }

  const rounding = note();
  function showRounding() {
    const played = playedHands(matchRequest(state, null));
    rounding.hidden = !(played !== Number(state.hands) && played > 0);
    rounding.textContent = `${played} hands are played: whole deals only, each in all seats.`;
  }

  const form = panel(
    "New match",
    h("h2", {}, "New match"),
    agentList(known, state.agents),
    h("div", { class: "fields" }, matchFields(known, state), field("Name", name)),
    checkbox("Play each deal in every seat, to reduce luck", state.duplicate, (value) => {
      state.duplicate = value;
    }),
    rounding,
    problem,
    h("div", { class: "row" }, play),
  );
  for (const kind of ["change", "click"]) form.addEventListener(kind, showRounding);
  showRounding();
  guardActions(form, play);
  return form;
}

/** Return how many hands a match plays: whole deals, at least one for each lineup of agents. */
function playedHands({ agents, hands, seats, duplicate }) {
  const count = seats ?? Math.max(2, agents.length);
  const tables = duplicate ? count : 1;
  let lineups = 1;
  for (let at = 0; agents.length > count && at < count; at++)
    lineups = (lineups * (agents.length - at)) / (at + 1);
  return Math.max(lineups, Math.round(hands / tables)) * tables;
}

/** Create the fields of the game; what is entered is kept in `state`. */
function matchFields(known, state) {
  const bound = (title, key, control) => {
    control.value = state[key];
    control.addEventListener("change", () => {
      state[key] = control.value;
    });
    return field(title, control);
  };
  const number = (attributes) => h("input", { type: "number", step: 1, ...attributes });
  const described = (titles) =>
    dropdown(Object.entries(titles).map(([short, title]) => [short, capitalised(title)]));
  return [
    bound("Game", "game", described(known.games)),
    bound("Hands", "hands", number({ min: 1, max: 10_000_000, required: true })),
    bound("Seats", "seats", number({ min: 2, max: known.max_seats, placeholder: "one per agent" })),
    bound(
      "Stack, big blinds or bets",
      "stack",
      number({ min: 1, step: "any", placeholder: "default" }),
    ),
    bound(
      "Hands per session",
      "session",
      number({
        min: 1,
        max: 100_000,
        placeholder: "automatic",
        title: "Each session starts with new agents, which have learned nothing yet",
      }),
    ),
    bound("Seed", "seed", number({ min: 0, required: true })),
    bound("Estimator of winnings", "estimator", described(known.estimators)),
  ];
}

function matchRequest(state, name) {
  const optional = (text) => (text === "" ? null : Number(text));
  return {
    agents: state.agents,
    game: state.game,
    hands: Number(state.hands),
    seats: optional(state.seats),
    stack: optional(state.stack),
    session_hands: optional(state.session),
    seed: Number(state.seed),
    estimator: state.estimator,
    duplicate: state.duplicate,
    name,
  };
}

/** Return the form as it was sent last, unless it has agents that are not known any more. */
function saved(known) {
  const state = storedObject(KEY);
  const isKnown = (agent) => known.agents.some((each) => each.name === agent.name);
  return Array.isArray(state.agents) && state.agents.length && state.agents.every(isKnown)
    ? state
    : {};
}
