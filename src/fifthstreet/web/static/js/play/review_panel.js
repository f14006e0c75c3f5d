/** After a hand: what the solution would have done, and what each decision cost. */

import { api } from "../api.js";
import { cardsElement } from "../cards.js";
import { jobWords, progressBar } from "../components/jobs_panel.js";
import { field, fill, h } from "../dom.js";
import { number, percent, signed } from "../format.js";
import { commandJob, jobOf, noteJob, watchJobs } from "../jobs.js";

const KEPT = "play-review"; // whether every hand is reviewed
const MATCHES = {
  good: "good match with the tree",
  poor: "poor match with the tree",
  lost: "too far from the tree",
  outside: "not in the tree",
};

/** Return an action like "b12" in words. */
function actionWords(action, toCall) {
  if (action === null) return "not possible here";
  if (action[0] === "b") return `${toCall ? "raise to" : "bet"} ${action.slice(1)}`;
  return { f: "fold", k: "check", c: "call", a: "all-in" }[action] ?? action;
}

function lossText(loss) {
  if (!loss) return ["cost unknown", "unknown"];
  const interval = loss.interval_big_blinds;
  const half = interval ? interval[1] - loss.big_blinds : null;
  const size = `${number(loss.big_blinds, 2)} ± ${half === null ? "?" : number(half, 2)} bb`;
  return loss.within_error ? [`within error: ${size}`, "fine"] : [`lost ${size}`, "lost"];
}

function divergenceText(decision) {
  const parts = Object.entries(decision.divergence ?? {})
    .filter(([, share]) => share)
    .map(([name, share]) => `${name === "spr" ? "SPR" : name} ${percent(share)} apart`);
  return [MATCHES[decision.match], ...parts].join(", ");
}

function basisText(decision) {
  const { basis } = decision;
  if (!basis) return null;
  const parts = [basis.kind === "preflop" ? "preflop strategy" : basis.kind];
  if (decision.exploitability_pot_percent !== null)
    parts.push(
      `exploitability ${number(decision.exploitability_pot_percent, 2)}% of the starting pot`,
    );
  if (basis.iterations) parts.push(`${basis.iterations} iterations`);
  if (basis.stopped_early) parts.push("stopped early: EVs may be far off");
  return [parts.join(", "), basis.tree, ...(basis.range_names ?? [])].join(" · ");
}

function decisionElement(decision) {
  const [text, kind] = lossText(decision.ev_loss);
  const best = decision.best;
  const rows = decision.actions.map((action) =>
    h(
      "tr",
      { class: action.action === decision.taken ? "is-chosen" : null },
      h(
        "th",
        { scope: "row" },
        action.action === decision.taken ? "▸ " : "",
        actionWords(action.real ?? action.action, decision.to_call),
        action.action === best ? " ★" : "",
      ),
      h("td", { class: "number" }, percent(action.frequency, 0)),
      h("td", { class: "number" }, percent(action.range_frequency, 0)),
      h("td", { class: "number" }, signed(action.ev)),
    ),
  );
  const basis = basisText(decision);
  return h(
    "article",
    { class: "decision-review" },
    h(
      "div",
      { class: "row spread" },
      h(
        "span",
        {},
        h("strong", {}, decision.street),
        " ",
        decision.board ? cardsElement(decision.board) : null,
        ` you ${actionWords(decision.action, decision.to_call)}`,
      ),
      h("span", { class: `loss loss-${kind}` }, text),
    ),
    decision.actions.length
      ? h(
          "table",
          { class: "small" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["action", "your hand", "range", "EV"].map((title, place) =>
                h("th", { scope: "col", class: place ? "number" : null }, title),
              ),
            ),
          ),
          h("tbody", {}, rows),
        )
      : null,
    h(
      "p",
      { class: "note" },
      [divergenceText(decision), decision.reason].filter(Boolean).join("; "),
    ),
    basis
      ? h(
          "details",
          {},
          h("summary", { class: "small" }, "Solution and ranges used"),
          h("p", { class: "note" }, basis),
        )
      : null,
  );
}

function totalText(total) {
  if (!total?.valued) return "No decision has a known cost.";
  const interval = total.ev_loss_interval_big_blinds;
  const range = interval ? ` (${number(interval[0], 2)} to ${number(interval[1], 2)})` : "";
  return `Lost ${number(total.ev_loss_big_blinds, 2)}${range} bb in ${total.valued} decisions of known cost; ${total.within_error} of those are within error and not counted.`;
}

/** Create the panel for a table; `setHand(number)` offers the review of a finished hand. */
export function reviewPanel(table) {
  let hand = null;
  let job = null;
  const source = h("select", {}, h("option", { value: "" }, "Solve the hand"));
  const time = h(
    "select",
    {},
    [
      [20, "20 seconds"],
      [60, "1 minute"],
      [300, "5 minutes"],
    ].map(([value, text]) => h("option", { value, selected: value === 60 }, text)),
  );
  const raises = h(
    "select",
    {},
    [
      [1, "one bet per street"],
      [2, "two bets or raises"],
      [3, "three bets or raises"],
    ].map(([value, text]) => h("option", { value }, text)),
  );
  const start = h(
    "button",
    { type: "button", class: "primary", onclick: () => review() },
    "Review this hand",
  );
  const always = h("input", {
    type: "checkbox",
    checked: localStorage.getItem(KEPT) === "true",
    onchange: () => localStorage.setItem(KEPT, String(always.checked)),
  });
  const output = h("div", { class: "stack", "aria-live": "polite" });
  const element = h(
    "section",
    { class: "panel stack", "aria-label": "Review", hidden: true },
    h("h2", {}, "Review"),
    h(
      "div",
      { class: "fields" },
      field("Compare with", source),
      field("Time limit", time),
      field("Tree", raises),
    ),
    h("div", { class: "row" }, start, h("label", { class: "inline" }, always, "review every hand")),
    output,
  );
  api
    .get("/solutions")
    .then((list) =>
      source.append(
        ...list
          .filter((each) => !each.error)
          .map((each) => h("option", { value: each.name }, each.name)),
      ),
    )
    .catch(() => {});
  source.addEventListener("change", () => {
    time.disabled = raises.disabled = source.value !== "";
  });

  async function review() {
    start.disabled = true;
    try {
      job = await api.post(`/tables/${table}/review`, {
        hand,
        solution: source.value || null,
        seconds: Number(time.value),
        max_raises: Number(raises.value),
      });
      noteJob(job);
    } catch (error) {
      fill(output, h("p", { class: "problem" }, error.message));
    } finally {
      start.disabled = false;
    }
  }

  function draw() {
    const current = job && (jobOf(job.id) ?? job);
    if (!current || (current.result?.hand !== undefined && current.result.hand !== hand)) return;
    if (current.state === "done") {
      const { decisions, total, left_out: leftOut } = current.result;
      fill(
        output,
        h("p", {}, h("strong", {}, totalText(total))),
        decisions.map(decisionElement),
        leftOut.map((each) => h("p", { class: "note" }, each.reason)),
      );
    } else if (["failed", "cancelled"].includes(current.state)) {
      fill(
        output,
        h("p", { class: current.error ? "problem" : "muted" }, current.error ?? "Cancelled."),
      );
    } else {
      fill(
        output,
        progressBar(current),
        h(
          "div",
          { class: "row spread" },
          h("span", { class: "muted small" }, jobWords(current)),
          h(
            "button",
            { type: "button", class: "danger", onclick: () => commandJob(current.id, "cancel") },
            "Cancel",
          ),
        ),
      );
    }
  }

  const end = watchJobs((changed) => {
    if (job && changed?.id === job.id) draw();
  });
  return {
    element,
    setHand(number) {
      hand = number;
      job = null;
      fill(output);
      element.hidden = number === null;
      if (number !== null && always.checked) review();
    },
    end,
  };
}
