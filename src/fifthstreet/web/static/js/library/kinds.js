/** The kinds of files in the library: their columns, exports and screens. */

import { addressOf } from "../address.js";
import { cardsElement } from "../cards.js";
import { numberColumn } from "../components/data_table.js";
import { h } from "../dom.js";
import { count, number, seconds, signed } from "../format.js";
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
const TREE = {
  name: "tree",
  title: "Sizes",
  value: (row) => sizes(row.tree),
  show: (row) => h("span", { class: "file-tree", title: row.tree }, sizes(row.tree)),
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
      show: ({ exploitability_pot_percent: share, stopped_early: isEarly }) =>
        `${number(share, 3)}%${isEarly ? ", stopped early" : ""}`,
    },
  ],
  lastColumns: [
    numberColumn("iterations", "Iterations", (row) => row.iterations, count),
    numberColumn("seconds", "Time", (row) => row.seconds, seconds),
    numberColumn(
      "locks",
      "Locks",
      (row) => row.locks,
      (value) => (value ? String(value) : ""),
    ),
    TREE,
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
  lastColumns: [TREE],
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
    { name: "agents", title: "Agents", value: (row) => row.agents.join(", ") },
    {
      name: "hands",
      title: "Hands",
      isNumber: true,
      value: (row) => row.hands,
      show: (row) => `${count(row.hands)} of ${count(row.hands_wanted)}`,
    },
    { name: "leader", title: "Leader", value: (row) => row.leader },
    {
      name: "winnings",
      title: "Winnings",
      isNumber: true,
      value: (row) => row.winnings?.mean ?? null,
      show: (row) => (row.winnings ? winningsText(row) : "–"),
    },
  ],
  lastColumns: [],
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
  lastColumns: [numberColumn("iterations", "Iterations", (row) => row.iterations, count)],
};

/** The kinds, in the order of the screen. */
export const KINDS = [SOLUTIONS, MATCHUPS, STRATEGIES, MATCHES];

/** Return the bet sizes of a tree, without the chips, which have columns of their own. */
function sizes(tree) {
  return tree.replace(/^tree: pot [^;]*; /, "");
}

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
