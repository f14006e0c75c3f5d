/** The start of a review: hands as text or files, and what to compare them with. */

import { api } from "../api.js";
import { dataTable } from "../components/data_table.js";
import { confirmDialog } from "../components/dialog.js";
import { toast } from "../components/toast.js";
import { choices, debounced, field, fill, h } from "../dom.js";
import { count, date } from "../format.js";
import { lossText } from "./losses.js";

const MAX_CHARACTERS = 4_000_000;
const BASES = [
  ["solution", "A solution"],
  ["solve", "Solve the hands"],
  ["preflop", "Preflop strategy"],
  ["blueprint", "A blueprint"],
];
const BASIS_NOTES = {
  solution:
    "Hands on the board of a solution of the library, up to suits, are matched with its tree.",
  solve:
    "Hands are solved one after the other, as a job, each from the first street that only two players reach, with its own pot, stacks and bets.",
  preflop:
    "Heads-up decisions before the flop are compared with a strategy that comes with the package.",
  blueprint:
    "Whole hands are compared with a strategy from the library's folder “blueprints”: frequencies, but no EVs.",
};

/** Show the form and the earlier reviews. */
export async function showForm(main) {
  const [bases, reviews] = await Promise.all([api.get("/reviews/bases"), api.get("/reviews")]);
  const draft = {
    kind: bases.solutions.length ? "solution" : "solve",
    solution: bases.solutions[0] ?? null,
    preflop: "hu100",
    blueprint: bases.blueprints[0] ?? null,
    solve: {
      oop: "",
      ip: "",
      preflop: "",
      first_street: "flop",
      bets: "66%",
      raises: "60%",
      target: 0.5,
      seconds: 60,
      total_seconds: 600,
      keep_solutions: false,
    },
  };
  const text = h("textarea", {
    id: "review-text",
    rows: 12,
    spellcheck: "false",
    maxlength: MAX_CHARACTERS,
    placeholder:
      "Paste hands here, or drop files on this box: PHH, PokerStars and other sites, Open Hand History, ACPC",
    oninput: () => {
      start.disabled = true;
      check();
    },
  });
  const found = h("div", { class: "small", role: "status", "aria-live": "polite" });
  const player = h("select", { id: "review-player" }, h("option", { value: "" }, "all players"));
  const options = h("div", { class: "stack" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const start = h("button", { type: "submit", class: "primary", disabled: true }, "Review");

  const check = debounced(async () => {
    const value = text.value;
    if (!value.trim()) {
      fill(found, "");
      start.disabled = true;
      return;
    }
    try {
      const facts = await api.post("/reviews/check", { text: value });
      if (text.value !== value) return;
      const chosen = player.value;
      fill(
        player,
        h("option", { value: "" }, "all players"),
        facts.players.map((name) => h("option", { value: name, selected: name === chosen }, name)),
      );
      fill(
        found,
        `${facts.hands === 1 ? "1 hand" : `${count(facts.hands)} hands`} with ${count(facts.decisions)} decisions.`,
        facts.left_out_count
          ? h(
              "details",
              {},
              h("summary", {}, `${facts.left_out_count} cannot be read`),
              h(
                "ul",
                {},
                facts.left_out.map((each) => h("li", {}, `${each.hand}: ${each.reason}`)),
              ),
            )
          : null,
      );
      start.disabled = false;
    } catch (error) {
      fill(found, h("span", { class: "problem" }, error.message));
      start.disabled = true;
    }
  }, 300);

  async function readFiles(files) {
    const parts = [];
    for (const file of files) {
      if (file.size > MAX_CHARACTERS) {
        toast(`${file.name} is larger than 4 MB; use the command fifthstreet review`);
        continue;
      }
      parts.push(await file.text());
    }
    if (!parts.length) return;
    const joined = [text.value.trim(), ...parts].filter(Boolean).join("\n\n");
    if (joined.length > MAX_CHARACTERS) {
      toast("The files together are larger than 4 MB.");
      return;
    }
    text.value = joined;
    check();
  }

  text.addEventListener("dragover", (event) => {
    event.preventDefault();
    text.classList.add("is-target");
  });
  text.addEventListener("dragleave", () => text.classList.remove("is-target"));
  text.addEventListener("drop", (event) => {
    text.classList.remove("is-target");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    readFiles(event.dataTransfer.files).catch((error) => toast(error.message));
  });

  function select(title, name, values, { id, empty } = {}) {
    if (!values.length) return h("p", { class: "warning small" }, empty);
    return field(
      title,
      h(
        "select",
        {
          id,
          onchange: (event) => {
            draft[name] = event.target.value;
          },
        },
        values.map((value) => h("option", { value, selected: value === draft[name] }, value)),
      ),
    );
  }

  function solveOptions() {
    const { solve } = draft;
    const input = (title, name, attributes = {}) =>
      field(
        title,
        h("input", {
          value: solve[name],
          ...attributes,
          oninput: (event) => {
            solve[name] =
              attributes.type === "number" ? Number(event.target.value) : event.target.value;
          },
        }),
      );
    return [
      h(
        "div",
        { class: "fields" },
        field(
          "First street to solve",
          h(
            "select",
            {
              onchange: (event) => {
                solve.first_street = event.target.value;
              },
            },
            ["flop", "turn", "river"].map((each) =>
              h("option", { value: each, selected: each === solve.first_street }, each),
            ),
          ),
        ),
        field(
          "Ranges from preflop actions",
          h(
            "select",
            {
              onchange: (event) => {
                solve.preflop = event.target.value;
              },
            },
            [
              ["", "bundled ranges"],
              ...bases.preflop.map((each) => [each, `strategy ${each}`]),
            ].map(([value, words]) =>
              h("option", { value, selected: value === solve.preflop }, words),
            ),
          ),
        ),
        input("Target exploitability, % of the pot", "target", {
          type: "number",
          min: 0.01,
          max: 100,
          step: "any",
        }),
        input("Time limit per hand, seconds", "seconds", {
          type: "number",
          min: 1,
          max: 86400,
          step: 1,
        }),
        input("Total time limit, seconds", "total_seconds", {
          type: "number",
          min: 1,
          max: 86400,
          step: 1,
        }),
      ),
      h(
        "label",
        { class: "inline" },
        h("input", {
          type: "checkbox",
          checked: solve.keep_solutions,
          onchange: (event) => {
            solve.keep_solutions = event.target.checked;
          },
        }),
        "Keep the solutions in the library, to browse them",
      ),
      h(
        "details",
        {},
        h("summary", {}, "Ranges and bet sizes"),
        h(
          "div",
          { class: "fields" },
          input("Range out of position (empty: from actions)", "oop", { spellcheck: "false" }),
          input("Range in position (empty: from actions)", "ip", { spellcheck: "false" }),
          input("Bet sizes in addition to the hand's", "bets"),
          input("Raise sizes in addition to the hand's", "raises"),
        ),
      ),
    ];
  }

  function drawOptions() {
    const byKind = {
      solution: () =>
        select("Solution", "solution", bases.solutions, {
          id: "review-solution",
          empty: "The library has no solutions yet.",
        }),
      preflop: () => select("Strategy", "preflop", bases.preflop),
      blueprint: () =>
        select("Blueprint", "blueprint", bases.blueprints, {
          empty:
            "There are none: put a file written by `fifthstreet train --strategy` into the folder “blueprints” of the library.",
        }),
      solve: solveOptions,
    };
    fill(options, h("p", { class: "note" }, BASIS_NOTES[draft.kind]), byKind[draft.kind]());
  }

  function basis() {
    if (draft.kind !== "solve") return { kind: draft.kind, name: draft[draft.kind] };
    const { solve } = draft;
    return {
      kind: "solve",
      ...solve,
      oop: solve.oop.trim() || null,
      ip: solve.ip.trim() || null,
      preflop: solve.preflop || null,
    };
  }

  async function submit(event) {
    event.preventDefault();
    problem.hidden = true;
    start.disabled = true;
    try {
      const { review, job } = await api.post("/reviews", {
        text: text.value,
        basis: basis(),
        player: player.value || null,
      });
      location.hash = `#/review?${new URLSearchParams(job ? { name: review, job: job.id } : { name: review })}`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      start.disabled = false;
    }
  }

  const table = dataTable(
    "Earlier reviews",
    [
      {
        name: "name",
        title: "Name",
        value: (row) => row.name,
        show: (row) =>
          row.error
            ? `${row.name}: ${row.error}`
            : h("a", { href: `#/review?${new URLSearchParams({ name: row.name })}` }, row.name),
      },
      {
        name: "hands",
        title: "Hands",
        isNumber: true,
        value: (row) => row.hands,
        show: (row) => count(row.hands),
      },
      {
        name: "loss",
        title: "bb lost",
        isNumber: true,
        value: (row) => row.loss_big_blinds,
        show: (row) =>
          row.valued ? lossText(row.loss_big_blinds, row.loss_interval_big_blinds) : "–",
      },
      { name: "basis", title: "Compared with", value: (row) => row.basis ?? "" },
      {
        name: "created",
        title: "Created",
        value: (row) => row.created,
        show: (row) => date(row.created),
      },
      {
        name: "delete",
        title: "Delete",
        value: () => "",
        show: (row) =>
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": `Delete ${row.name}`,
              onclick: () => remove(row.name),
            },
            "×",
          ),
      },
    ],
    { sortBy: "created" },
  );
  const list = h("div", { class: "panel stack" });
  const drawList = (rows) => {
    fill(
      list,
      h("h2", {}, "Earlier reviews"),
      rows.length ? table.element : h("p", { class: "muted" }, "None yet."),
    );
    table.setRows(rows);
  };

  async function remove(name) {
    if (!(await confirmDialog(`Delete the review “${name}”?`, "Delete", { isDangerous: true })))
      return;
    try {
      await api.delete(`/reviews/${encodeURIComponent(name)}`);
      drawList(await api.get("/reviews"));
    } catch (error) {
      toast(error.message);
    }
  }

  fill(
    main,
    h(
      "div",
      { class: "side" },
      h(
        "form",
        { class: "panel stack", "aria-label": "New review", onsubmit: submit },
        h("h1", {}, "Review"),
        h(
          "p",
          { class: "muted" },
          "What the decisions of real hands cost, compared with an equilibrium.",
        ),
        field("Hand histories", text),
        h(
          "div",
          { class: "row" },
          h(
            "label",
            { class: "button" },
            "Open files",
            h("input", {
              type: "file",
              class: "visually-hidden",
              multiple: true,
              accept: ".txt,.log,.xml,.phh,.phhs,.ohh,.json,.hh",
              onchange: (event) =>
                readFiles(event.target.files).catch((error) => toast(error.message)),
            }),
          ),
          found,
        ),
        h(
          "div",
          {},
          h("div", { class: "muted small", "aria-hidden": "true" }, "Compare with"),
          choices("Compare with", BASES, draft.kind, (value) => {
            draft.kind = value;
            drawOptions();
          }),
        ),
        options,
        h("div", { class: "fields" }, field("Player", player), start),
        problem,
      ),
      list,
    ),
  );
  drawOptions();
  drawList(reviews);
}
