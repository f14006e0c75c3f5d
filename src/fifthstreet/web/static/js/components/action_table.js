/** What a strategy does at a decision: a bar of shares, and a table with EVs. */

import { h } from "../dom.js";
import { percent } from "../format.js";
import { IN_CHIPS } from "../units.js";
import { numberCells, numberTitles, tableFrame } from "./plain_table.js";

/** Show the colour of an action. */
export function colourKey(colour) {
  return h("span", { class: "action-key", style: { background: colour } });
}

/** Show the shares of all actions as a bar, the last action first, as the cells of a grid do. */
export function shareBar(actions, shares) {
  const words = actions
    .map((action, place) => `${action.words} ${percent(shares[place])}`)
    .join(", ");
  return h(
    "div",
    { class: "share-bar", role: "img", "aria-label": words },
    actions
      .map((action, place) =>
        h("span", { style: { width: `${100 * shares[place]}%`, background: action.colour } }),
      )
      .reverse(),
  );
}

/** Show shares of actions as a bar; `actions` have `words`, `frequency` and `colour`. */
export function strategyBar(actions) {
  const known = actions.filter((each) => each.frequency > 0);
  const words = known.map((each) => `${each.words} ${percent(each.frequency)}`).join(", ");
  return h(
    "div",
    { class: "share-bar", role: "img", "aria-label": words || "no strategy known" },
    known.map((each) =>
      h("span", {
        title: `${each.words} ${percent(each.frequency)}`,
        style: { width: `${100 * each.frequency}%`, background: each.colour },
      }),
    ),
  );
}

/**
 * Show the actions of a decision: `{action, words, frequency, range_frequency, ev, colour}`.
 * `taken` and `best` are the actions that were done and that have the highest EV, `error` is
 * the error of a loss in chips, and `units` writes amounts, by default as chips.
 */
export function actionTable(
  actions,
  { taken, best, error = null, label = "Actions", units = IN_CHIPS },
) {
  const loss = (value) =>
    error === null || value === 0 ? units.number(value) : units.withError(value, error);
  const evs = actions.map((each) => each.ev).filter((ev) => ev !== null);
  const highest = evs.length ? Math.max(...evs) : null;
  const hasRange = actions.some((each) => each.range_frequency !== null);
  const rows = actions.map((each) =>
    h(
      "tr",
      { class: each.action === taken ? "is-chosen" : null },
      h(
        "th",
        { scope: "row" },
        colourKey(each.colour),
        each.words,
        each.action === taken ? h("span", { class: "tag" }, "taken") : null,
        each.action === best ? h("span", { class: "tag tag-best" }, "highest EV") : null,
      ),
      h("td", { class: "number" }, percent(each.frequency)),
      hasRange ? h("td", { class: "number range-share" }, percent(each.range_frequency)) : null,
      numberCells([
        units.number(each.ev),
        each.ev === null || highest === null ? "–" : loss(highest - each.ev),
      ]),
    ),
  );
  return tableFrame(
    label,
    h(
      "table",
      { class: "action-table" },
      h("caption", { class: "visually-hidden" }, label),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Action"),
          h("th", { scope: "col", class: "number" }, "Hand"),
          hasRange ? h("th", { scope: "col", class: "number range-share" }, "Range") : null,
          numberTitles(["EV", "EV loss"].map(units.title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}
