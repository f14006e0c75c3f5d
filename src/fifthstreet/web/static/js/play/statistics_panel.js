/** Statistics of a session; every number has its 95% interval. */

import { numberCells, numberTitles } from "../components/plain_table.js";
import { dropdown, fill, h, note, panel } from "../dom.js";
import { number, signed } from "../format.js";
import { sessionGraphs } from "./session_graphs.js";

const SHARES = [
  ["vpip", "VPIP", "Hands with chips put in voluntarily on the first street"],
  ["pfr", "PFR", "Hands with a raise on the first street"],
  ["aggression", "Aggression", "Bets and raises, as a share of bets, raises and calls"],
  ["showdowns", "Showdowns", "Hands that went to showdown"],
  ["won_showdowns", "Won at showdown", "Showdowns in which no chips were lost"],
];

function share(value) {
  if (value.share === null) return "–";
  const [middle, low, high] = [value.share, value.low, value.high].map((each) =>
    number(100 * each, 0),
  );
  return `${middle}% (${low}–${high})`;
}

function mean(value) {
  if (!value.samples) return "–";
  const decimals = Math.abs(value.mean) >= 100 || value.half_width >= 100 ? 0 : 1;
  if (value.half_width === null) return `${signed(value.mean, decimals)} (too few hands)`;
  return `${signed(value.mean, decimals)} ± ${number(value.half_width, decimals)}`;
}

/** Create the panel, whose state has `against`; `draw(data)` shows the statistics of a table. */
export function statisticsPanel(data, money, state) {
  let last = data;
  const body = h("tbody");
  const chart = h("div");
  const others = data.seats
    .map((seat, index) => [index, seat.name])
    .filter(([index]) => index !== data.person);
  const usual = others[0][0];
  const other = () => (state.values.against === null ? usual : state.values.against - 1);
  const compared = dropdown(
    others,
    other(),
    (index) => {
      state.set({ against: Number(index) === usual ? null : Number(index) + 1 });
      draw(last);
    },
    { "aria-label": "Compare with" },
  );

  function draw(next) {
    last = next;
    const shown = [data.person, other()].map((seat) => next.statistics[seat]);
    fill(body, statisticsRows(shown, unitName(next), money));
    fill(chart, sessionGraphs(next, unitName(next)));
  }

  draw(data);
  const titles = numberTitles([data.seats[data.person].name, compared]);
  return {
    element: panel(
      "Statistics",
      h("h2", {}, "Session"),
      h(
        "div",
        { class: "table-frame" },
        h(
          "table",
          { class: "play-statistics" },
          h("thead", {}, h("tr", {}, h("td"), titles)),
          body,
        ),
      ),
      chart,
      note(
        "Intervals are 95%. Luck-adjusted winnings use the mean over all cards that could come " +
          "after the last decision, instead of the dealt cards.",
      ),
    ),
    draw,
  };
}

function unitName({ unit_name: name }) {
  return name === "big blind" ? "bb" : `${name}s`;
}

/** Show the statistics of players side by side. */
function statisticsRows(players, unit, money) {
  const row = (title, help, show) =>
    h("tr", {}, h("th", { scope: "row", title: help }, title), numberCells(players.map(show)));
  return [
    row("Hands", "Hands played", (each) => String(each.hands)),
    row("Won", "Chips won or lost", (each) => money.signed(each.winnings)),
    row(`${unit}/100`, "Won per 100 hands, with a 95% interval", (each) => mean(each.per_hand)),
    row("Luck-adjusted", "Winnings with all-in equity instead of the cards dealt", (each) =>
      mean(each.luck_adjusted),
    ),
    SHARES.map(([name, title, help]) => row(title, help, (each) => share(each[name]))),
  ];
}
