/** The form that sets up a table. */

import {
  button,
  choices,
  dropdown,
  field,
  fill,
  h,
  listOptions,
  note,
  problemLine,
  submit,
} from "../dom.js";
import { capitalised, nameWords } from "../format.js";
import { setupState } from "./setup_state.js";

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
const STACK_RULES = [
  ["reset", "Same every hand"],
  ["rebuy", "Carry over, re-buy"],
  ["freezeout", "Freezeout"],
];

/**
 * Create the form from the options of the server and the state of the screen, which has the values
 * of `setupFields`; `onstart(request)` gets what to post.
 */
export function setupForm(options, address, onstart) {
  const state = setupState(options, address);
  const { chosen } = state;
  const problem = problemLine();
  const opponents = opponentFields(state, options, draw);
  const stakes = h("div", { class: "fields" });
  const variant = variantList(options.variants, (code) => {
    state.choose({ variant: code });
    draw();
  });
  const seats = dropdown([], null, (count) => {
    state.setSeats(Number(count));
    draw();
  });
  const seed = h("input", {
    type: "number",
    min: 0,
    max: 2 ** 31,
    placeholder: "random",
    value: address.values.seed,
    oninput: () => address.set({ seed: seed.value }, { isReplaced: true }),
  });
  const name = h("input", {
    value: chosen.name,
    maxlength: 40,
    required: true,
    oninput: () => {
      chosen.name = name.value;
      state.keep();
    },
  });
  const sitDown = h("button", { class: "primary", type: "submit" }, "Sit down");

  function draw() {
    const most = state.variant().max_seats;
    const counts = Array.from({ length: most - 1 }, (_, place) => String(place + 2));
    variant.value = chosen.variant;
    fill(seats, listOptions(counts, String(chosen.opponents.length + 1)));
    opponents.draw();
    fill(stakes, stakeFields(state));
    state.note();
  }

  async function start(event) {
    event.preventDefault();
    sitDown.textContent = "Preparing the table …";
    await submit(sitDown, problem, () => onstart(state.request()));
    sitDown.textContent = "Sit down";
  }

  draw();
  return h(
    "form",
    { class: "panel stack play-setup", onsubmit: start },
    h("h1", { class: "screen-name" }, "Play"),
    h(
      "div",
      { class: "row", role: "group", "aria-label": "Quick choices" },
      PRESETS.map(([title, preset]) =>
        button(title, () => {
          state.choose(preset);
          draw();
        }),
      ),
    ),
    h(
      "div",
      { class: "fields" },
      field("Game", variant),
      field("Seats", seats),
      field("Opponents", opponents.all),
      field("Your name", name),
    ),
    opponents.elements,
    h("fieldset", {}, h("legend", {}, "Stakes"), stakes),
    stackRules(state, options.stack_rules),
    h(
      "details",
      { open: address.values.seed !== "" },
      h("summary", {}, "Seed"),
      h("div", { class: "fields" }, field("Seed of the cards", seed)),
      note("The same seed deals the same cards."),
    ),
    problem,
    h("div", { class: "row" }, sitDown),
  );
}

/** Group variants for a list of choices: `[[group, variants], ...]`. */
function grouped(variants) {
  const left = [...variants];
  return GROUPS.map(([name, wanted, refused]) => {
    const found = left.filter((each) => wanted.test(each.name) && !refused.test(each.name));
    for (const each of found) left.splice(left.indexOf(each), 1);
    return [name, found];
  }).filter(([, found]) => found.length);
}

function variantList(variants, onchange) {
  const list = dropdown([], null, onchange);
  const options = (each) => each.map(({ code, name }) => [code, capitalised(name)]);
  return fill(
    list,
    grouped(variants).map(([name, found]) =>
      h("optgroup", { label: name }, listOptions(options(found))),
    ),
  );
}

/** Create the lists of opponents: one for all seats, and one for each if there are several. */
function opponentFields(state, options, onchange) {
  const { chosen } = state;
  const perSeat = h("div", { class: "fields opponents" });
  const description = note();
  const all = dropdown([], null, (name) => {
    chosen.opponents.fill(name);
    onchange();
  });
  const names = (picked) =>
    state
      .usable()
      .map((each) =>
        h(
          "option",
          { value: each.name, selected: each.name === picked, title: each.description },
          nameWords(each.name),
        ),
      );

  function seatField(picked, place) {
    const list = dropdown([], null, (name) => {
      chosen.opponents[place] = name;
      onchange();
    });
    return field(`Seat ${place + 2}`, fill(list, names(picked)));
  }

  function draw() {
    const { opponents } = chosen;
    const isSame = opponents.every((each) => each === opponents[0]);
    const mixed = h("option", { value: "", selected: true, disabled: true }, "mixed");
    fill(all, isSame ? null : mixed, names(isSame ? opponents[0] : null));
    fill(perSeat, opponents.length < 2 ? null : opponents.map(seatField));
    fill(
      description,
      [...new Set(opponents)].flatMap((name) => {
        const opponent = options.opponents.find((each) => each.name === name);
        return [h("strong", {}, nameWords(name)), ` ${opponent.description}. `];
      }),
    );
  }

  return { all, elements: [perSeat, description], draw };
}

function stakeFields(state) {
  const { chosen } = state;
  const { stakes, stack } = state.variant();
  const amount = (title, value, set) =>
    field(
      title,
      h("input", {
        type: "number",
        min: 0,
        step: "any",
        value,
        required: true,
        oninput: (event) => set(Number(event.target.value)),
      }),
    );
  return [
    Object.entries(stakes)
      .filter(([name]) => name !== "straddle" || chosen.opponents.length > 1)
      .map(([name, usual]) =>
        amount(capitalised(name.replace("_", " ")), chosen.stakes[name] ?? usual, (value) => {
          chosen.stakes[name] = value;
          state.note();
        }),
      ),
    amount("Stack", chosen.stack ?? stack, (value) => {
      chosen.stack = value;
      state.note();
    }),
  ];
}

/** Create the choice of what happens to stacks between hands. */
function stackRules(state, words) {
  const { chosen } = state;
  const explanation = note();
  const choose = (rule) => {
    chosen.stacks = rule;
    state.note();
    explanation.textContent = `${capitalised(words[rule])}.`;
  };
  choose(chosen.stacks);
  return h(
    "fieldset",
    {},
    h("legend", {}, "Stacks"),
    choices("Stacks", STACK_RULES, chosen.stacks, choose),
    explanation,
  );
}
