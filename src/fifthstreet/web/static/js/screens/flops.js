/** Flops: a matchup on many flops, updated while it is solved; click one to browse it. */

import { api, part } from "../api.js";
import { shareBar } from "../browse/hand_panel.js";
import { cardsElement } from "../cards.js";
import { dataTable } from "../components/data_table.js";
import { jobButtons, jobWords, progressBar } from "../components/jobs_panel.js";
import { toast } from "../components/toast.js";
import { choices, field, fill, h } from "../dom.js";
import { groupTable } from "../flops/group_table.js";
import { startForm } from "../flops/start_form.js";
import { textureFilter } from "../flops/texture_filter.js";
import { chips, count, number, percent } from "../format.js";
import { allJobs, jobOf, noteJob, watchJobs } from "../jobs.js";

const REFRESH_MILLISECONDS = 1000;
const ERROR_WORDS =
  "± is the half-width of the 95% interval, because some flops are not solved or not in the sample. Error is the mean exploitability in % of the pot.";

/** Show the screen; `query.run` names a matchup, `query.decision` the path of a decision. */
export async function show(main, query) {
  let runs = await api.get("/flops");
  let name = query.run ?? runs[0]?.name ?? null;
  let data = null;
  let isEnded = false;
  let opening = null; // the job that solves the flop that was clicked
  let refreshTimer = 0;
  let loading = 0; // number of the last request
  let decision = query.decision ?? null; // whose frequencies are shown; by default the first one
  let drawn = { name: null, decision: null }; // what the table has columns for

  const picker = h("select", { onchange: () => choose(picker.value) });
  const pickerField = field("Matchup", picker);
  const status = h("div", { class: "stack", "aria-live": "polite" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const summary = h("div", { class: "stack" });
  const decisions = h("div", {});
  const subsetNote = h("p", { class: "note" });
  const subsetWords = new Map(); // by name of a matchup: a promise of its note
  const filter = textureFilter(load);
  const table = dataTable("Flops", [], { onpick: (row) => openFlop(row.board), sortBy: "share" });
  const fresh = h(
    "div",
    { hidden: runs.length > 0 },
    startForm((title) => {
      toggleForm(false);
      choose(title);
    }),
  );
  const freshButton = h(
    "button",
    {
      type: "button",
      "aria-expanded": String(!fresh.hidden),
      onclick: () => toggleForm(fresh.hidden),
    },
    "New matchup …",
  );
  const body = h("div", { class: "stack" });

  function toggleForm(isOpen) {
    fresh.hidden = !isOpen;
    freshButton.setAttribute("aria-expanded", String(isOpen));
  }

  function noteAddress() {
    history.replaceState(
      null,
      "",
      `#/flops?run=${part(name)}${decision ? `&decision=${part(decision)}` : ""}`,
    );
  }

  function drawPicker() {
    pickerField.hidden = !runs.length;
    if (document.activeElement === picker && picker.value === name) return; // it may be open
    fill(
      picker,
      runs.map((run) =>
        h(
          "option",
          { value: run.name },
          run.error ? `${run.name}: damaged` : `${run.name}: ${run.solved} of ${run.flops}`,
        ),
      ),
    );
    picker.value = name ?? "";
  }

  function drawDecisions() {
    fill(
      decisions,
      data.decisions.length < 2
        ? null
        : choices(
            "Decision",
            data.decisions.map(({ path, player }) => [path, decisionWords(path, player)]),
            decision ?? data.decisions[0].path,
            (path) => {
              decision = path;
              noteAddress();
              load();
            },
          ),
    );
  }

  function choose(next) {
    name = next;
    fill(subsetNote);
    decision = null;
    noteAddress();
    load();
  }

  async function load() {
    if (isEnded) return;
    const request = ++loading;
    runs = await api.get("/flops").catch(() => runs);
    if (isEnded || request !== loading) return;
    drawPicker();
    problem.hidden = true;
    const job = currentJob();
    if (!runs.some((run) => run.name === name)) {
      data = null;
      body.hidden = true;
      drawStatus(job);
      return;
    }
    try {
      const reply = await api.get(`/flops/${part(name)}`, { ...filter.query, decision });
      if (isEnded || request !== loading) return; // something else was chosen meanwhile
      data = reply;
    } catch (error) {
      if (request !== loading) return;
      data = null;
      problem.textContent = error.message;
      problem.hidden = false;
      body.hidden = true;
      drawStatus(job);
      return;
    }
    draw();
  }

  function currentJob() {
    return allJobs().find((job) => job.kind === "flops" && job.title === name) ?? null;
  }

  function drawStatus(job) {
    const isActive = job && ["queued", "running", "paused"].includes(job.state);
    const isMissing = data && data.solved < data.flops;
    const focused = status.contains(document.activeElement)
      ? document.activeElement.dataset.command
      : null;
    fill(
      status,
      isActive
        ? h(
            "div",
            { class: "row flops-job" },
            h("div", { class: "grow" }, progressBar(job)),
            jobButtons(job).filter((button) => button.dataset.command !== "cancel"),
          )
        : null,
      job && (isActive || job.error)
        ? h("p", { class: job.error ? "problem small" : "note" }, jobWords(job))
        : null,
      !isActive && isMissing
        ? h(
            "div",
            { class: "row" },
            h(
              "span",
              { class: "note" },
              `${count(data.flops - data.solved)} of ${count(data.flops)} flops are not solved.`,
            ),
            h("button", { type: "button", onclick: resume }, "Solve the rest"),
          )
        : null,
      opening
        ? h(
            "p",
            { class: "note", id: "opening" },
            `Solving ${opening.board} to browse it: ${jobWords(jobOf(opening.id) ?? { state: "queued", progress: {} })}`,
          )
        : null,
    );
    if (focused) status.querySelector(`[data-command="${focused}"]`)?.focus();
  }

  async function resume() {
    try {
      noteJob(await api.post(`/flops/${part(name)}/resume`));
      await load();
    } catch (error) {
      toast(error.message);
    }
  }

  function draw() {
    body.hidden = false;
    const { facts } = data;
    drawStatus(currentJob());
    if (drawn.name !== name) drawDecisions();
    if (drawn.name !== name || drawn.decision !== decision) table.setColumns(columns(data));
    drawn = { name, decision };
    table.setRows(data.rows);
    fill(
      summary,
      h(
        "p",
        { class: "note" },
        `pot ${chips(facts.pot)}, stack ${chips(facts.stack)}, ${number(facts.combos[0], 0)} against ${number(facts.combos[1], 0)} combos; ${facts.tree}`,
      ),
      data.groups.length
        ? [legend(data), groupTable(data, facts.pot), h("p", { class: "note" }, ERROR_WORDS)]
        : h(
            "p",
            { class: "muted" },
            data.solved ? "No solved flop passes the filter." : "No flop is solved yet.",
          ),
    );
    if (facts.dealt === "subset") drawSubset(name);
    else fill(subsetNote);
  }

  /** Ask once how well the flops of a subset represent all: the answer takes a second. */
  async function drawSubset(of) {
    if (!subsetWords.has(of))
      subsetWords.set(
        of,
        api.get(`/flops/${part(of)}/subset`).then(
          (reply) => reply.text,
          () => null,
        ),
      );
    const text = await subsetWords.get(of);
    if (of === name && text && !isEnded) fill(subsetNote, text);
  }

  async function openFlop(board) {
    try {
      const found = await api.post(`/flops/${part(name)}/open`, { board });
      if (found.solution) location.hash = `#/browse?solution=${part(found.solution)}`;
      else {
        opening = { id: found.job, board };
        drawStatus(currentJob());
      }
    } catch (error) {
      toast(error.message);
    }
  }

  function noteChange(job) {
    if (isEnded || !job) return;
    if (opening && job.id === opening.id) {
      if (job.result?.solution) {
        location.hash = `#/browse?solution=${part(job.result.solution)}`;
        return;
      }
      if (job.error) {
        toast(job.error);
        opening = null;
      }
    }
    if (job.kind === "flops" && job.title === name && !refreshTimer) {
      refreshTimer = setTimeout(() => {
        refreshTimer = 0;
        load();
      }, REFRESH_MILLISECONDS);
    }
    drawStatus(currentJob());
  }

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Flops"),
      h(
        "div",
        { class: "row" },
        pickerField,
        h("a", { class: "button", href: "#/library" }, "Files"),
        freshButton,
      ),
    ),
    fresh,
    status,
    problem,
    fill(
      body,
      filter.element,
      decisions,
      h(
        "div",
        { class: "flops-layout" },
        h("section", { class: "panel", "aria-label": "All flops" }, table.element),
        h(
          "section",
          { class: "panel stack", "aria-label": "Means" },
          h("h2", {}, "Means"),
          summary,
          subsetNote,
        ),
      ),
    ),
  );

  body.hidden = true;
  const end = watchJobs(noteChange);
  await load();
  return () => {
    isEnded = true;
    clearTimeout(refreshTimer);
    end();
  };
}

function columns(data) {
  const { pot } = data.facts;
  const actionColumns = data.actions.map((action, at) => ({
    name: action.step,
    title: action.words,
    isNumber: true,
    value: (row) => row.frequencies[at],
    show: (row) => percent(row.frequencies[at]),
  }));
  return [
    {
      name: "board",
      title: "Flop",
      value: (row) => row.board,
      show: (row) => cardsElement(row.board),
    },
    {
      name: "bar",
      title: "Decision",
      value: (row) => row.frequencies[row.frequencies.length - 1],
      show: (row) => shareBar(data.actions, row.frequencies),
    },
    ...actionColumns,
    {
      name: "equity",
      title: "Equity",
      isNumber: true,
      value: (row) => row.equity,
      show: (row) => percent(row.equity),
    },
    {
      name: "ev",
      title: "EV of OOP",
      isNumber: true,
      value: (row) => row.ev[0],
      show: (row) => number(row.ev[0], 1),
    },
    {
      name: "ip",
      title: "EV of IP",
      isNumber: true,
      value: (row) => row.ev[1],
      show: (row) => number(row.ev[1], 1),
    },
    {
      name: "eqr",
      title: "EQR",
      isNumber: true,
      value: (row) => (row.equity ? row.ev[0] / (row.equity * pot) : null),
      show: (row) => number(row.equity ? row.ev[0] / (row.equity * pot) : null, 3),
    },
    {
      name: "share",
      title: "Dealt",
      isNumber: true,
      value: (row) => row.share,
      show: (row) => percent(row.share, 2),
    },
    {
      name: "texture",
      title: "Texture",
      value: (row) => Object.values(row.texture).join(" "),
      show: (row) => textureWords(row.texture),
    },
    {
      name: "error",
      title: "Error",
      isNumber: true,
      value: (row) => row.exploitability_pot_percent,
      show: (row) => `${number(row.exploitability_pot_percent, 2)}%`,
    },
  ];
}

function decisionWords(path, player) {
  if (path === "r") return "OOP first to act";
  return path === "r:k" ? "IP after a check" : `${player.toUpperCase()} at ${path}`;
}

function textureWords(texture) {
  const parts = [texture.suits];
  if (texture.pairs !== "no pair") parts.push(texture.pairs);
  if (texture.straights !== "no straight draw") parts.push(texture.straights);
  return parts.join(", ");
}

function legend(data) {
  return h(
    "div",
    { class: "row small" },
    data.actions.map((action) =>
      h(
        "span",
        {},
        h("span", { class: "action-key", style: { background: action.colour } }),
        action.words,
      ),
    ),
  );
}
