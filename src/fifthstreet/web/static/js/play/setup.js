/** The form that sets up a table. */

import { choices, field, fill, h } from "../dom.js";

const KEPT = "play-setup";
const GROUPS = [
  ["Hold'em", /hold'em$|hold'em, trips|short-deck/, /omaha|leduc|rhode|2-1-1|bomb/i],
  ["Omaha", /omaha|big o|courchevel/i, /bomb/i],
  ["Draw", /draw|badugi|badeucy|badacey/i, /^$/],
  ["Stud", /stud|razz/i, /^$/],
  ["Bomb pots", /bomb pot/i, /^$/],
  ["Small games", /./, /^$/],
];
const PRESETS = [
  ["Heads-up, 100 big blinds", { variant: "NT", opponents: ["equity"] }],
  [
    "Six players",
    { variant: "NT", opponents: ["equity", "pot_odds", "predictor", "opponent_model", "absolute"] },
  ],
  ["Against a solver", { variant: "NT", opponents: ["search 100"] }],
  ["Omaha", { variant: "PO", opponents: Array(5).fill("random") }],
  ["Stud", { variant: "F7S", opponents: Array(5).fill("random") }],
];

/** Group variants for a list of choices: `[[group, variants], ...]`. */
function grouped(variants) {
  const left = [...variants];
  return GROUPS.map(([name, wanted, refused]) => {
    const found = left.filter((each) => wanted.test(each.name) && !refused.test(each.name));
    for (const each of found) left.splice(left.indexOf(each), 1);
    return [name, found];
  }).filter(([, found]) => found.length);
}

function capitalised(text) {
  return text[0].toUpperCase() + text.slice(1);
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Create the form from the options of the server; `onstart(request)` gets what to post. */
export function setupForm(options, onstart) {
  const state = {
    variant: "NT",
    opponents: ["equity"],
    stacks: "reset",
    name: "You",
    stakes: {},
    stack: null,
    ...kept(),
  };
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const variant = h(
    "select",
    {
      onchange: () => {
        state.variant = variant.value;
        state.stakes = {};
        state.stack = null;
        fit();
        draw();
      },
    },
    grouped(options.variants).map(([name, list]) =>
      h(
        "optgroup",
        { label: name },
        list.map((each) => h("option", { value: each.code }, capitalised(each.name))),
      ),
    ),
  );
  const seats = h("select", {
    onchange: () => {
      resize(Number(seats.value));
      draw();
    },
  });
  const all = h("select", {
    onchange: () => {
      state.opponents.fill(all.value);
      draw();
    },
  });
  const perSeat = h("div", { class: "fields opponents" });
  const description = h("p", { class: "note" });
  const stakes = h("div", { class: "fields" });
  const rules = choices(
    "Stacks",
    [
      ["reset", "Same every hand"],
      ["rebuy", "Carry over, re-buy"],
      ["freezeout", "Freezeout"],
    ],
    state.stacks,
    (value) => {
      state.stacks = value;
      drawRule();
    },
  );
  const ruleNote = h("p", { class: "note" });
  const seed = h("input", { type: "number", min: 0, max: 2 ** 31, placeholder: "random" });
  const name = h("input", {
    value: state.name,
    maxlength: 40,
    required: true,
    oninput: () => {
      state.name = name.value;
    },
  });
  const submit = h("button", { class: "primary", type: "submit" }, "Sit down");

  const info = () => options.variants.find((each) => each.code === state.variant);
  const usable = () =>
    options.opponents.filter(
      (each) =>
        each.variants.includes(state.variant) && state.opponents.length + 1 <= each.most_seats,
    );

  function resize(count) {
    const last = state.opponents[state.opponents.length - 1];
    state.opponents = Array.from(
      { length: count - 1 },
      (_, place) => state.opponents[place] ?? last,
    );
    fit();
  }

  /** Replace what the variant does not allow. */
  function fit() {
    if (!info()) state.variant = options.variants[0].code;
    state.opponents = state.opponents.slice(0, info().most_seats - 1);
    const names = usable().map((each) => each.name);
    state.opponents = state.opponents.map((each) => (names.includes(each) ? each : names[0]));
  }

  function opponentOptions(chosen) {
    return usable().map((each) =>
      h(
        "option",
        { value: each.name, selected: each.name === chosen, title: each.description },
        each.name.replaceAll("_", " "),
      ),
    );
  }

  function drawRule() {
    ruleNote.textContent = `${capitalised(options.stack_rules[state.stacks])}.`;
  }

  function draw() {
    variant.value = state.variant;
    fill(
      seats,
      Array.from({ length: info().most_seats - 1 }, (_, place) =>
        h(
          "option",
          { value: place + 2, selected: place + 1 === state.opponents.length },
          String(place + 2),
        ),
      ),
    );
    const isSame = state.opponents.every((each) => each === state.opponents[0]);
    fill(
      all,
      isSame ? null : h("option", { value: "", selected: true, disabled: true }, "mixed"),
      opponentOptions(isSame ? state.opponents[0] : null),
    );
    fill(
      perSeat,
      state.opponents.length < 2
        ? null
        : state.opponents.map((chosen, place) =>
            field(
              `Seat ${place + 2}`,
              h(
                "select",
                {
                  onchange: (event) => {
                    state.opponents[place] = event.target.value;
                    draw();
                  },
                },
                opponentOptions(chosen),
              ),
            ),
          ),
    );
    fill(
      description,
      [...new Set(state.opponents)].flatMap((each) => {
        const opponent = options.opponents.find((one) => one.name === each);
        return [h("strong", {}, each.replaceAll("_", " ")), ` ${opponent.description}. `];
      }),
    );
    fill(
      stakes,
      Object.entries(info().stakes)
        .filter(([each]) => each !== "straddle" || state.opponents.length > 1)
        .map(([each, usual]) =>
          field(
            capitalised(each.replace("_", " ")),
            amountInput(state.stakes[each] ?? usual, (value) => {
              state.stakes[each] = value;
            }),
          ),
        ),
      field(
        "Stack",
        amountInput(state.stack ?? info().stack, (value) => {
          state.stack = value;
        }),
      ),
    );
    drawRule();
  }

  function amountInput(value, onchange) {
    return h("input", {
      type: "number",
      min: 0,
      step: "any",
      value,
      required: true,
      oninput: (event) => onchange(Number(event.target.value)),
    });
  }

  async function start(event) {
    event.preventDefault();
    problem.hidden = true;
    submit.disabled = true;
    submit.textContent = "Preparing the table …";
    localStorage.setItem(KEPT, JSON.stringify(state));
    const wanted =
      state.opponents.length > 1 ? state.stakes : { ...state.stakes, straddle: undefined };
    try {
      await onstart({
        variant: state.variant,
        opponents: state.opponents,
        stakes: wanted,
        stacks: state.stacks,
        name: state.name,
        stack: state.stack,
        seed: seed.value === "" ? null : Number(seed.value),
      });
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    } finally {
      submit.disabled = false;
      submit.textContent = "Sit down";
    }
  }

  function usePreset(preset) {
    Object.assign(state, { stakes: {}, stack: null }, structuredClone(preset));
    fit();
    draw();
  }

  fit();
  draw();
  return h(
    "form",
    { class: "panel stack play-setup", onsubmit: start },
    h("h1", {}, "Play"),
    h(
      "div",
      { class: "row", role: "group", "aria-label": "Quick choices" },
      PRESETS.map(([title, preset]) =>
        h("button", { type: "button", onclick: () => usePreset(preset) }, title),
      ),
    ),
    h(
      "div",
      { class: "fields" },
      field("Game", variant),
      field("Seats", seats),
      field("Opponents", all),
      field("Your name", name),
    ),
    perSeat,
    description,
    h("fieldset", {}, h("legend", {}, "Stakes"), stakes),
    h("fieldset", {}, h("legend", {}, "Stacks"), rules, ruleNote),
    h(
      "details",
      {},
      h("summary", {}, "Seed"),
      h("div", { class: "fields" }, field("Seed of the cards", seed)),
      h("p", { class: "note" }, "The same seed deals the same cards."),
    ),
    problem,
    h("div", { class: "row" }, submit),
  );
}
