/** Which hands of a range fall into which bucket on a board: a coloured grid and a table. */

import { numberWithin, oneOf } from "../address.js";
import { heat } from "../browse/modes.js";
import { CLASS_HANDS, CLASS_NAMES, cardsElement } from "../cards.js";
import { colourKey } from "../components/action_table.js";
import { classGrid } from "../components/class_grid.js";
import { numberCells, tableFrame } from "../components/plain_table.js";
import { choices, debounced, dropdown, field, fill, h, listOptions, note, panel } from "../dom.js";
import { counted, number, percent } from "../format.js";

const METHODS = {
  lossless: "Exact: hands that differ only in suits",
  ehs: "Equal widths of strength",
  "ehs-percentile": "Equal numbers of hands by strength",
  ehs2: "Equal numbers by squared strength",
  emd: "Histograms of strength, earth mover's distance",
  "histogram-l2": "Histograms of strength, Euclidean distance",
  ochs: "Equities against groups of hands",
  "potential-aware": "Buckets of the next street",
  "warm-up": "Values of a short solve",
};
const PLAYERS = [
  ["oop", "OOP"],
  ["ip", "IP"],
];
const WEAKEST = 0.25; // heat of the first bucket
const MAX_NAMES = 12; // classes of a bucket that the table shows

/** Return the parts of an address for the panel. */
export function bucketFields() {
  return {
    player: oneOf(PLAYERS.map(([name]) => name)),
    method: oneOf(Object.keys(METHODS).concat("tiny", "small", "medium"), "ehs"),
    buckets: numberWithin(1, 1326, 8),
    class: oneOf(["", ...CLASS_NAMES]),
  };
}

/**
 * Create the panel, whose state has the values of `bucketFields`; `onchange(name)` is called when
 * one changes. `draw(found, board)` shows the buckets that the server returned.
 */
export function bucketPanel(state, onchange) {
  const { values } = state;
  let found = null;
  const set = (name) => (value) => {
    state.set({ [name]: value });
    onchange(name);
  };
  const method = dropdown([], null, set("method"));
  const setCount = debounced(set("buckets"), 300);
  const countInput = h("input", {
    type: "number",
    min: 1,
    max: 1326,
    step: 1,
    required: true,
    value: values.buckets,
    oninput: () => {
      if (countInput.checkValidity()) setCount(Number(countInput.value));
    },
  });
  const title = h("h2", {}, "Buckets of hands");
  const summary = h("p", { class: "note", "aria-live": "polite" });
  const detail = h("div", { class: "bucket-hands", "aria-live": "polite" });
  const table = h("div", {});
  const grid = classGrid("Buckets by hand class", {
    onhover: (place) => showClass(place),
    onpick: (place) => {
      state.set({ class: CLASS_NAMES[place] });
      grid.choose(place);
      showClass(place);
    },
  });

  function showClass(place) {
    if (found) fill(detail, classElements(found, place));
  }

  return {
    element: panel(
      "Buckets of hands",
      title,
      h(
        "div",
        { class: "fields" },
        choices("Player", PLAYERS, values.player, set("player")),
        field("Method", method),
        field("Number of buckets", countInput),
      ),
      summary,
      h("div", { class: "bucket-layout" }, grid.element, h("div", { class: "stack" }, table)),
      detail,
    ),
    draw(next, board) {
      found = byClass(next);
      fill(
        method,
        listOptions(
          next.methods.map((name) => [name, METHODS[name] ?? `Card abstraction “${name}”`]),
          values.method,
        ),
      );
      fill(title, "Buckets of hands on ", cardsElement(board));
      const made = counted(next.facts.length, "bucket");
      const error = `${percent(next.ehs_error)} of equity`;
      summary.textContent = `${made} of ${counted(next.hands.length, "hand")}; hands are ${error} from the mean of their bucket (RMS).`;
      grid.draw((place) => cell(found, place));
      fill(table, bucketTable(found));
      const chosen = CLASS_NAMES.indexOf(values.class);
      if (chosen >= 0) grid.choose(chosen);
      showClass(Math.max(chosen, 0));
    },
  };
}

/** Return the reply with the places of its hands by class. */
function byClass(reply) {
  const at = new Map(reply.hands.map((hole, place) => [hole, place]));
  const classes = CLASS_HANDS.map((holes) =>
    holes.filter((hole) => at.has(hole)).map((hole) => at.get(hole)),
  );
  return { ...reply, classes };
}

/** Return the colour of a bucket: the stronger, the hotter; the weakest differs from no hand. */
function colour(found, bucket) {
  const share = found.facts.length > 1 ? (bucket - 1) / (found.facts.length - 1) : 0.5;
  return heat(WEAKEST + (1 - WEAKEST) * share);
}

function cell(found, place) {
  const places = found.classes[place];
  if (!places.length) return { words: "not in the range" };
  const shares = new Map();
  for (const each of places) {
    const bucket = found.buckets[each];
    shares.set(bucket, (shares.get(bucket) ?? 0) + 1 / places.length);
  }
  const buckets = [...shares.keys()].sort((one, two) => one - two);
  return {
    segments: buckets.map((bucket) => [colour(found, bucket), shares.get(bucket)]),
    value: buckets.length > 2 ? `${buckets[0]}–${buckets.at(-1)}` : buckets.join("/"),
    words: buckets.map((bucket) => `bucket ${bucket} ${percent(shares.get(bucket), 0)}`).join(", "),
  };
}

function bucketTable(found) {
  const names = found.facts.map(() => new Set());
  found.classes.forEach((places, place) => {
    for (const each of places) names[found.buckets[each] - 1].add(CLASS_NAMES[place]);
  });
  const row = ({ bucket, combos, ehs, ehs_error: error }) =>
    h(
      "tr",
      { "data-bucket": bucket },
      h("th", { scope: "row" }, colourKey(colour(found, bucket)), String(bucket)),
      numberCells([number(combos, 1), `${percent(ehs)} ± ${percent(error)}`]),
      h("td", { class: "bucket-names" }, shortened([...names[bucket - 1]])),
    );
  return tableFrame(
    "Buckets, from weak to strong",
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, "Buckets, from weak to strong"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Bucket"),
          h("th", { scope: "col", class: "number" }, "Combos"),
          h("th", { scope: "col", class: "number" }, "Strength"),
          h("th", { scope: "col" }, "Hand classes"),
        ),
      ),
      h("tbody", {}, found.facts.map(row)),
    ),
  );
}

function shortened(names) {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function classElements(found, place) {
  const hands = found.classes[place];
  return [
    h("h3", {}, CLASS_NAMES[place]),
    hands.length
      ? h(
          "ul",
          { class: "hand-buckets" },
          hands.map((each) =>
            h(
              "li",
              {},
              cardsElement(found.names[each]),
              colourKey(colour(found, found.buckets[each])),
              `bucket ${found.buckets[each]}, strength ${percent(found.strengths[each])}`,
            ),
          ),
        )
      : note("This hand class is not in the range."),
  ];
}
