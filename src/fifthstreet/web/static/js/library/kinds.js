/** The kinds of files in the library: their columns, exports and screens. */

import { addressOf } from "../address.js";
import { cardsElement } from "../cards.js";
import { numberColumn } from "../components/data_table.js";
import { count, counted, nameWords, number, seconds, signed, sizesText } from "../format.js";
import { amounts, chosenUnit, IN_CHIPS } from "../units.js";

/** Names of the kinds of files, by suffix. */
export const NOUNS = {
  solution: "solution",
  flops: "matchup",
  match: "match",
  preflop: "preflop strategy",
  blueprint: "blueprint",
};

const POT = amountColumn("pot", "Pot");
const STACK = amountColumn("stack", "Stack");
const COMBOS = {
  name: "combos",
  title: "Combos",
  isNumber: true,
  value: (row) => row.combos[0] + row.combos[1],
  show: (row) => row.combos.map((each) => number(each, 0)).join(" v "),
};
const SOLUTIONS = {
  title: "Solutions",
  noun: "solution",
  part: "solutions", // of the address: the order of the table
  path: "/solutions",
  suffix: "solution",
  screen: (name) => addressOf("browse", { solution: name }),
  exports: [
    ["solution", "The file itself"],
    ["csv", "CSV, first street"],
    ["json", "JSON, first street"],
  ],
  empty: "No solutions yet.",
  columns: [
    {
      name: "board",
      title: "Board",
      value: (row) => row.board,
      show: (row) => cardsElement(row.board),
    },
    POT,
    STACK,
    COMBOS,
    {
      name: "exploitability",
      title: "Exploitability",
      isNumber: true,
      value: (row) => row.exploitability_pot_percent,
      show: (row) => `${number(row.exploitability_pot_percent, 3)}%`,
    },
  ],
  details: (row) => [
    row.stopped_early ? "stopped early" : "",
    `${counted(row.iterations, "iteration")} in ${seconds(row.seconds)}`,
    row.locks ? counted(row.locks, "lock") : "",
    sizesText(row.tree),
  ],
};

const MATCHUPS = {
  title: "Matchups on many flops",
  noun: "matchup",
  part: "matchups",
  path: "/flops",
  suffix: "flops",
  screen: (name) => addressOf("flops", { run: name }),
  exports: [
    ["flops", "The file itself"],
    ["csv", "CSV"],
    ["json", "JSON"],
  ],
  empty: "No matchups yet.",
  columns: [
    {
      name: "solved",
      title: "Flops",
      isNumber: true,
      value: (row) => row.solved,
      show: (row) => `${count(row.solved)} of ${count(row.flops)}`,
    },
    { name: "dealt", title: "Flops dealt", value: (row) => row.dealt },
    POT,
    STACK,
    COMBOS,
    numberColumn(
      "target",
      "Target",
      (row) => row.target,
      (value) => (value === null ? "–" : `${number(value, 2)}%`),
    ),
  ],
  details: (row) => [sizesText(row.tree)],
};

const MATCHES = {
  title: "Matches",
  noun: "match",
  part: "matches",
  path: "/matches",
  suffix: "match",
  screen: (name) => addressOf("arena", { match: name }),
  exports: [
    ["match", "The file itself"],
    ["csv", "CSV"],
    ["json", "JSON"],
    ["svg", "Picture (SVG)"],
  ],
  empty: "No matches yet.",
  columns: [
    { name: "game", title: "Game", value: (row) => row.game },
    { name: "agents", title: "Agents", value: (row) => row.agents.map(nameWords).join(", ") },
    {
      name: "hands",
      title: "Hands",
      isNumber: true,
      value: (row) => row.hands,
      show: (row) => `${count(row.hands)} of ${count(row.hands_wanted)}`,
    },
    { name: "leader", title: "Leader", value: (row) => nameWords(row.leader ?? "–") },
    {
      name: "winnings",
      title: "Winnings",
      isNumber: true,
      value: (row) => row.winnings?.mean ?? null,
      show: (row) => (row.winnings ? winningsText(row) : "–"),
    },
  ],
  details: () => [],
};

const STRATEGIES = {
  title: "Preflop strategies",
  noun: "preflop strategy",
  part: "strategies",
  path: "/preflop/files",
  suffix: "preflop",
  screen: (name) => addressOf("preflop", { source: "solved", strategy: name }),
  exports: [["preflop", "The file itself"]],
  empty: "No preflop strategies yet; the bundled ones are in Preflop.",
  columns: [
    numberColumn("stack", "Stack, bb", (row) => row.stack, IN_CHIPS.text),
    numberColumn("flops", "Flops", (row) => row.flops, count),
    numberColumn(
      "exploitability",
      "Exploitability",
      (row) => row.exploitability_pot_percent,
      (share) => `${number(share, 3)}% of the blinds`,
    ),
  ],
  details: (row) => [counted(row.iterations, "iteration")],
};

/** The kinds, in the order of the screen. */
export const KINDS = [SOLUTIONS, MATCHUPS, STRATEGIES, MATCHES];

function winningsText({ winnings, unit }) {
  const digits = unit.startsWith("mbb") ? 1 : 3;
  return `${signed(winnings.mean, digits)} ± ${number(winnings.half_width, digits)} ${unit}`;
}

/** Create a column of amounts, in big blinds if the page shows them, otherwise in chips. */
function amountColumn(name, title) {
  const units = (row) => (chosenUnit() === "bb" ? amounts(row) : IN_CHIPS);
  return {
    name,
    title,
    isNumber: true,
    value: (row) => row[name],
    show: (row) => units(row).text(row[name]),
  };
}
