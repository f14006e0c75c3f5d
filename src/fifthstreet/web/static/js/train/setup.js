/** The start of the trainer: what to practise, earlier sessions, and statistics over time. */

import { api } from "../api.js";
import { dataTable } from "../components/data_table.js";
import { choices, field, fill, h } from "../dom.js";
import { count, exploitability, number } from "../format.js";
import { gradeHelp } from "./grades.js";
import { meanLoss, statisticsPanel } from "./statistics.js";

const STREETS = ["flop", "turn", "river"];
const SHARP = 0.05; // exploitability in percent of the pot; losses of 0.5% are then beyond the error
const MODES = [
  ["hand", "Full hand"],
  ["street", "One street"],
  ["spot", "One spot"],
];
const MODE_NOTES = {
  hand: "Hands are dealt from both ranges, and you play each from the start of the solution to its end.",
  street: "Both players play the solution up to the street; you play all decisions on it.",
  spot: "The same decision again and again, with new hands. Enter a path as Browse shows it, or a line like x/b33%/c; where the path names no card, like the n in r:k:k:n, a card is drawn each time.",
};

function labelled(text, group) {
  return h("div", {}, h("div", { class: "muted small", "aria-hidden": "true" }, text), group);
}

function readDraft(query) {
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("drill") ?? "{}");
  } catch {
    /* a damaged draft is forgotten */
  }
  const draft = {
    solution: null,
    mode: "hand",
    seat: "oop",
    street: "river",
    path: "r",
    variety: 0,
    seed: "",
    ...saved,
  };
  if (query.solution) draft.solution = query.solution;
  if (query.path) Object.assign(draft, { path: query.path, mode: "spot" });
  return draft;
}

/** Show the form; `query.solution` and `query.path` are filled in. */
export async function showSetup(main, query) {
  const [solutions, sessions, data] = await Promise.all([
    api.get("/solutions"),
    api.get("/trainer/sessions"),
    api.get("/trainer/statistics"),
  ]);
  const usable = solutions.filter((each) => !each.error);
  const draft = readDraft(query);
  if (!usable.some((each) => each.name === draft.solution))
    draft.solution = usable[0]?.name ?? null;
  const details = h("div", { class: "stack" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const statistics = statisticsPanel("All sessions");
  statistics.draw(data);

  const chosen = () => usable.find((each) => each.name === draft.solution);

  function drawDetails() {
    const facts = chosen();
    const streets = STREETS.slice(
      STREETS.indexOf(facts.street),
      STREETS.indexOf(facts.last_street) + 1,
    );
    if (!streets.includes(draft.street)) [draft.street] = streets;
    const seat = () =>
      labelled(
        "Your seat",
        choices(
          "Your seat",
          [
            ["oop", "Out of position"],
            ["ip", "In position"],
          ],
          draft.seat,
          (value) => {
            draft.seat = value;
          },
        ),
      );
    const byMode = {
      hand: () => [seat()],
      street: () => [
        labelled(
          "Street",
          choices(
            "Street",
            streets.map((each) => [each, each]),
            draft.street,
            (value) => {
              draft.street = value;
            },
          ),
        ),
        seat(),
      ],
      spot: () => [
        field(
          "Path or line of the decision",
          h("input", {
            id: "drill-path",
            value: draft.path,
            maxlength: 500,
            spellcheck: "false",
            autocomplete: "off",
            oninput: (event) => {
              draft.path = event.target.value;
            },
          }),
        ),
      ],
    };
    fill(
      details,
      h(
        "p",
        { class: "note" },
        `${facts.board}, pot ${facts.pot}, stack ${facts.stack}; ${exploitability(facts)}.`,
      ),
      facts.exploitability_pot_percent > SHARP
        ? h(
            "p",
            { class: "warning small" },
            `At its first decision, this solution cannot distinguish losses below ${number(10 * facts.exploitability_pot_percent, 1)}% of the pot from no loss. Solve to ${SHARP}% or less for accurate grades.`,
          )
        : null,
      h("div", { class: "fields" }, byMode[draft.mode]()),
      h("p", { class: "note" }, MODE_NOTES[draft.mode]),
    );
  }

  async function start() {
    problem.hidden = true;
    const { solution, mode, seat, street, path, variety, seed } = draft;
    localStorage.setItem("drill", JSON.stringify({ ...draft, seed: "" }));
    const question = {
      solution,
      mode,
      variety: Number(variety),
      seat: mode === "spot" ? null : seat,
      street: mode === "street" ? street : null,
      path: mode === "spot" ? path.trim() : null,
      seed: seed === "" ? null : Number(seed),
    };
    try {
      const { session } = await api.post("/trainer/sessions", question);
      location.hash = `#/train?session=${session.session}`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  const varietyText = h("output", {}, `${Math.round(100 * draft.variety)}%`);
  const form = h(
    "form",
    {
      class: "panel stack",
      "aria-label": "New drill",
      onsubmit: (event) => {
        event.preventDefault();
        start();
      },
    },
    h("h1", {}, "Train"),
    h("p", { class: "muted" }, "Decisions from a solution, graded by what they cost."),
    usable.length
      ? [
          field(
            "Solution",
            h(
              "select",
              {
                id: "drill-solution",
                onchange: (event) => {
                  draft.solution = event.target.value;
                  drawDetails();
                },
              },
              usable.map((each) =>
                h(
                  "option",
                  { value: each.name, selected: each.name === draft.solution },
                  each.name,
                ),
              ),
            ),
          ),
          labelled(
            "What to practise",
            choices("What to practise", MODES, draft.mode, (value) => {
              draft.mode = value;
              drawDetails();
            }),
          ),
          details,
          h(
            "details",
            {},
            h("summary", {}, "More options"),
            h(
              "div",
              { class: "fields" },
              labelled(
                "Random opponent actions",
                h(
                  "span",
                  { class: "row" },
                  h("input", {
                    type: "range",
                    min: 0,
                    max: 1,
                    step: 0.05,
                    value: draft.variety,
                    "aria-label": "Random opponent actions",
                    oninput: (event) => {
                      draft.variety = event.target.value;
                      varietyText.textContent = `${Math.round(100 * draft.variety)}%`;
                    },
                  }),
                  varietyText,
                ),
              ),
              field(
                "Seed (empty: random)",
                h("input", {
                  type: "number",
                  min: 0,
                  step: 1,
                  max: 2 ** 32,
                  value: draft.seed,
                  oninput: (event) => {
                    draft.seed = event.target.value;
                  },
                }),
              ),
            ),
            h(
              "p",
              { class: "note" },
              "In this share of the decisions, the opponent picks any action with equal probability, so that you also practise rare lines.",
            ),
          ),
          problem,
          h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Start")),
        ]
      : h(
          "p",
          { class: "warning" },
          "The library has no solutions yet. ",
          h("a", { href: "#/solve" }, "Solve a spot first."),
        ),
  );
  if (usable.length) drawDetails();

  const table = dataTable(
    "Earlier sessions",
    [
      {
        name: "started",
        title: "Started",
        value: (row) => row.started,
        show: (row) =>
          h(
            "a",
            { href: `#/train?session=${row.session}` },
            new Date(row.started).toLocaleString("en-GB", {
              dateStyle: "medium",
              timeStyle: "short",
            }),
          ),
      },
      { name: "solution", title: "Solution", value: (row) => row.solution },
      {
        name: "mode",
        title: "Drill",
        value: (row) => row.mode,
        show: (row) =>
          [row.mode, row.street ?? row.path, row.seat?.toUpperCase()].filter(Boolean).join(", "),
      },
      {
        name: "decisions",
        title: "Decisions",
        isNumber: true,
        value: (row) => row.total.decisions,
        show: (row) => count(row.total.decisions),
      },
      {
        name: "loss",
        title: "% of the pot lost",
        isNumber: true,
        value: (row) => (row.total.decisions ? row.total.loss_pot_percent.mean : null),
        show: (row) => meanLoss(row.total.loss_pot_percent),
      },
      {
        name: "error",
        title: "Exploitability",
        isNumber: true,
        value: (row) => row.exploitability_pot_percent,
        show: (row) => `${number(row.exploitability_pot_percent, 3)}%`,
      },
    ],
    { sortBy: "started" },
  );
  table.setRows(sessions);
  fill(
    main,
    h(
      "div",
      { class: "side" },
      h(
        "div",
        { class: "stack" },
        form,
        h(
          "div",
          { class: "panel stack" },
          h("h2", {}, "Earlier sessions"),
          sessions.length ? table.element : h("p", { class: "muted" }, "None yet."),
        ),
      ),
      h("div", { class: "stack" }, statistics.element, h("div", { class: "panel" }, gradeHelp())),
    ),
  );
}
