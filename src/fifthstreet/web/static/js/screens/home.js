/** Home: three ways to begin, what is running, and what was solved last. */

import { screenState } from "../address.js";
import { api, part } from "../api.js";
import { cardsElement } from "../cards.js";
import { jobElement, refillJobs } from "../components/jobs_panel.js";
import { fill, h, panel, problemLine } from "../dom.js";
import { date, number } from "../format.js";
import { icon } from "../icons.js";
import { allJobs, isActive, watchJobs } from "../jobs.js";
import { amounts, chosenUnit, IN_CHIPS } from "../units.js";

const MAX_SHOWN = 6; // solutions

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the screen. */
export async function show(main, address) {
  screenState(address, {});
  const start = h("div", { class: "starts" });
  const running = h("div", { class: "stack" });
  const runningPanel = panel("Running", h("h2", {}, "Running"), running);
  const solved = h("ul", { class: "solved" });
  const problem = problemLine();
  fill(
    main,
    h("h1", { class: "screen-name" }, "Home"),
    start,
    problem,
    runningPanel,
    h("section", { class: "stack", "aria-label": "Solved" }, solvedHeading(), solved),
  );
  const drawJobs = () => {
    const jobs = allJobs().filter(isActive);
    runningPanel.hidden = !jobs.length;
    refillJobs(running, jobs.map(jobElement));
  };
  drawJobs();
  const unwatch = watchJobs(drawJobs);
  try {
    const rows = (await api.get("/solutions")).filter((row) => !row.error);
    rows.sort((one, two) => two.modified - one.modified);
    fill(start, startLinks(rows));
    fill(solved, solvedList(rows));
  } catch (error) {
    problem.show(error.message);
  }
  return unwatch;
}

function startLinks(rows) {
  const latest = rows[0];
  const first = latest
    ? startLink(
        "browse",
        `browse?solution=${part(latest.name)}`,
        "Look at a solution",
        `${latest.name}: what each hand does, and what it is worth`,
      )
    : startLink(
        "library",
        "library",
        "Open a solution",
        "Bring a file of a solution into the library",
      );
  return [
    first,
    startLink(
      "solve",
      "solve",
      "Solve a spot",
      "Choose a board, two ranges and bet sizes, or a template",
    ),
    startLink(
      "review",
      "review",
      "Review your hands",
      "Paste hand histories: what each decision cost, with its error",
    ),
  ];
}

function startLink(symbol, address, title, words) {
  return h(
    "a",
    { class: "start", href: `#/${address}` },
    icon(symbol),
    h("span", { class: "start-words" }, h("strong", {}, title), h("span", {}, words)),
  );
}

function solvedHeading() {
  return h(
    "div",
    { class: "row spread" },
    h("h2", {}, "Solved"),
    h("a", { href: "#/library" }, "All files in the library"),
  );
}

function solvedList(rows) {
  if (!rows.length)
    return h("li", { class: "muted" }, "Nothing yet: solve a spot, and it is here.");
  return rows.slice(0, MAX_SHOWN).map((row) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "solved-link", href: `#/browse?solution=${part(row.name)}` },
        cardsElement(row.board),
        h(
          "span",
          { class: "solved-name" },
          h("strong", {}, row.name),
          h("span", { class: "muted small" }, factsText(row)),
        ),
        h(
          "span",
          { class: "muted small" },
          `± ${number(row.exploitability_pot_percent, 2)}% of the pot · ${date(row.modified)}`,
        ),
      ),
      h(
        "a",
        {
          class: "button small",
          href: `#/train?solution=${part(row.name)}`,
          "aria-label": `Train ${row.name}`,
        },
        "Train",
      ),
    ),
  );
}

function factsText(row) {
  const { text } = chosenUnit() === "bb" ? amounts(row) : IN_CHIPS;
  const [oop, ip] = row.combos.map((each) => number(each, 0));
  return `${row.street}, pot ${text(row.pot)}, stack ${text(row.stack)}, ${oop} against ${ip} combos`;
}
