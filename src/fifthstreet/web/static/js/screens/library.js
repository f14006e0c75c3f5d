/** Library: what is on disk, with spot, size and exploitability; open, rename, export, delete. */

import { api, part } from "../api.js";
import { cardsElement } from "../cards.js";
import { field, fill, h } from "../dom.js";
import { bytes, chips, count, number, seconds, signed } from "../format.js";
import { watchJobs } from "../jobs.js";
import { fileSection } from "../library/file_section.js";

const TREE = {
  name: "tree",
  title: "Sizes",
  value: (row) => sizes(row.tree),
  show: (row) => h("span", { class: "file-tree", title: row.tree }, sizes(row.tree)),
};
const KINDS = [
  {
    title: "Solutions",
    noun: "solution",
    path: "/solutions",
    suffix: "solution",
    screen: (name) => `#/browse?solution=${part(name)}`,
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
      {
        name: "pot",
        title: "Pot",
        isNumber: true,
        value: (row) => row.pot,
        show: (row) => chips(row.pot),
      },
      {
        name: "stack",
        title: "Stack",
        isNumber: true,
        value: (row) => row.stack,
        show: (row) => chips(row.stack),
      },
      {
        name: "combos",
        title: "Combos",
        isNumber: true,
        value: (row) => row.combos[0] + row.combos[1],
        show: (row) => row.combos.map((each) => number(each, 0)).join(" v "),
      },
      {
        name: "exploitability",
        title: "Exploitability",
        isNumber: true,
        value: (row) => row.exploitability_pot_percent,
        show: (row) =>
          `${number(row.exploitability_pot_percent, 3)}%${row.stopped_early ? ", stopped early" : ""}`,
      },
    ],
    lastColumns: [
      {
        name: "iterations",
        title: "Iterations",
        isNumber: true,
        value: (row) => row.iterations,
        show: (row) => count(row.iterations),
      },
      {
        name: "seconds",
        title: "Time",
        isNumber: true,
        value: (row) => row.seconds,
        show: (row) => seconds(row.seconds),
      },
      {
        name: "locks",
        title: "Locks",
        isNumber: true,
        value: (row) => row.locks,
        show: (row) => (row.locks ? String(row.locks) : ""),
      },
      TREE,
    ],
  },
  {
    title: "Matchups on many flops",
    noun: "matchup",
    path: "/flops",
    suffix: "flops",
    screen: (name) => `#/flops?run=${part(name)}`,
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
      {
        name: "pot",
        title: "Pot",
        isNumber: true,
        value: (row) => row.pot,
        show: (row) => chips(row.pot),
      },
      {
        name: "stack",
        title: "Stack",
        isNumber: true,
        value: (row) => row.stack,
        show: (row) => chips(row.stack),
      },
      {
        name: "combos",
        title: "Combos",
        isNumber: true,
        value: (row) => row.combos[0] + row.combos[1],
        show: (row) => row.combos.map((each) => number(each, 0)).join(" v "),
      },
      {
        name: "target",
        title: "Target",
        isNumber: true,
        value: (row) => row.target,
        show: (row) => (row.target === null ? "–" : `${number(row.target, 2)}%`),
      },
    ],
    lastColumns: [TREE],
  },
  {
    title: "Matches",
    noun: "match",
    path: "/matches",
    suffix: "match",
    screen: (name) => `#/arena?match=${part(name)}`,
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
  },
];

/** Return the bet sizes of a tree, without the chips, which have columns of their own. */
function sizes(tree) {
  return tree.replace(/^tree: pot [^;]*; /, "");
}

function winningsText({ winnings, unit }) {
  const digits = unit.startsWith("mbb") ? 1 : 3;
  return `${signed(winnings.mean, digits)} ± ${number(winnings.half_width, digits)} ${unit}`;
}

/** Show the screen. */
export async function show(main) {
  let isEnded = false;
  let timer = 0;
  let files = KINDS.map(() => []);
  const search = h("input", { type: "search", placeholder: "part of a name", oninput: draw });
  const total = h("p", { class: "note", id: "library-size", "aria-live": "polite" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const sections = KINDS.map((kind) => fileSection(kind, load));

  async function load() {
    try {
      files = await Promise.all(KINDS.map((kind) => api.get(kind.path)));
      problem.hidden = true;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
    if (!isEnded) draw();
  }

  function draw() {
    const wanted = search.value.trim().toLowerCase();
    const all = files.flat();
    total.textContent = `${count(all.length)} files, ${bytes(all.reduce((sum, row) => sum + row.bytes, 0))} on disk`;
    for (const [at, section] of sections.entries()) {
      const found = files[at].filter((row) => row.name.toLowerCase().includes(wanted));
      section.draw(found, Boolean(wanted));
    }
  }

  function noteChange(job) {
    if (isEnded || !job || !["done", "failed", "cancelled"].includes(job.state)) return;
    clearTimeout(timer);
    timer = setTimeout(load, 300);
  }

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Library"),
      h("div", { class: "row" }, total, field("Search", search)),
    ),
    problem,
    sections.map((section) => section.element),
  );
  const end = watchJobs(noteChange);
  await load();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    end();
  };
}
