/** How large the game of a spot is: exactly, with each reduction, and as a solve stores it. */

import { api } from "../api.js";
import { numberRow, tableFrame, tableHead } from "../components/plain_table.js";
import { button, fill, h, note, panel } from "../dom.js";
import { bytes, capitalised, count, number, seconds } from "../format.js";

const EXACT = 1e9; // below, counts are shown in full
const MAX_NAMED = 1e18; // bytes, for which units have names
const TARGET = 0.5; // percent of the pot
const COUNTS = ["Information sets", "Nodes", "Tables"];

/** Show the sizes that the server returned; `spot()` returns the fields to measure. */
export function sizePanel(sizes, spot) {
  return [
    waysPanel(sizes, spot),
    panel(
      "Size of the game",
      h("h2", {}, "Size of the game"),
      stepTable("Each reduction alone", sizes.alone),
      stepTable("One after the other", sizes.together),
      note(
        "Counts are exact; with buckets (≤) they are upper limits. Nodes are histories: deals, ",
        "runouts and betting. Tables have two numbers for each action of each information set.",
      ),
      [...new Set(sizes.alone.filter((each) => each.problem).map(problemWords))].map((words) =>
        note(words),
      ),
    ),
  ];
}

function problemWords({ name, problem }) {
  return `${capitalised(name)}: ${problem}.`;
}

function stepTable(title, steps) {
  const row = (step) => {
    const limit = step.is_upper_limit ? "≤ " : "";
    const cells = [step.information_sets, step.nodes].map((value) => [limit, bigNumber(value)]);
    return numberRow(step.name, [...cells, [limit, bigBytes(step.bytes)]], {
      "data-step": step.name,
    });
  };
  return tableFrame(
    title,
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, title),
      tableHead(title, COUNTS),
      h("tbody", {}, steps.map(row)),
    ),
  );
}

/** Show what a solve stores with buckets on the river, and on request its time and error. */
function waysPanel({ ways, memory_available: free }, spot) {
  const places = ways.map(() => [h("span", {}, "–"), h("span", {}, "–")]);
  const rows = ways.map((way, at) =>
    numberRow(
      wayName(way),
      [
        `${way.is_lower_bound ? "at least " : ""}${count(way.information_sets)}`,
        bytes(way.bytes.float32),
        bytes(way.bytes.int16),
        ...places[at],
      ],
      { "data-way": way.river_buckets ?? "all" },
    ),
  );
  const measure = button("Measure time and error", async () => {
    measure.disabled = true;
    for (const [at, way] of ways.entries()) await measureWay(way, places[at], spot);
    measure.disabled = false;
  });
  return panel(
    "Ways to solve it",
    h("h2", {}, "Ways to solve it"),
    tableFrame(
      "Ways to solve the spot",
      h(
        "table",
        {},
        h("caption", { class: "visually-hidden" }, "Ways to solve the spot"),
        tableHead("Hands", ["Information sets", "32 bits", "16 bits", "Time", "Error, % of pot"]),
        h("tbody", {}, rows),
      ),
    ),
    h("div", { class: "row" }, measure, free ? note(`${bytes(free)} of memory free.`) : null),
    note(
      `Time to ${TARGET}% of the pot with 32 bits, with its range. The error is ${TARGET}% and what `,
      "the buckets add to it, measured on a part of the spot; a solve measures it exactly at the end.",
    ),
  );
}

function wayName({ river_buckets: buckets }) {
  return buckets === null ? "all hands" : `${buckets} buckets on each river`;
}

async function measureWay(way, [time, error], spot) {
  fill(time, "measuring …");
  try {
    const found = await api.ask("/spots/time", {
      spot: spot(),
      river_buckets: way.river_buckets,
      target: TARGET,
    });
    const [low, high] = found.seconds_range;
    fill(time, `${seconds(found.seconds)} (${seconds(low)} to ${seconds(high)})`);
    const added = found.bucket_pot_percent;
    fill(error, added ? `about ${number(TARGET + added, 1)}` : number(TARGET, 1));
  } catch (problem) {
    fill(time, h("span", { class: "problem small" }, problem.message));
  }
}

/** Return a count in full, or with a power of ten. */
function bigNumber(value) {
  if (value === null) return "–";
  if (value < EXACT) return count(value);
  const [mantissa, power] = value.toExponential(2).split("e+");
  return h("span", {}, `${mantissa} × 10`, h("sup", {}, power));
}

function bigBytes(value) {
  if (value === null) return "–";
  return value < MAX_NAMED ? bytes(value) : h("span", {}, bigNumber(value), " bytes");
}
