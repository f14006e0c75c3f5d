/** Statistics of a session; every number has its 95% interval. */

import { lineChart } from "../components/chart.js";
import { fill, h } from "../dom.js";
import { number, signed } from "../format.js";

const SHARES = [
  ["vpip", "VPIP", "Hands with chips put in voluntarily on the first street"],
  ["pfr", "PFR", "Hands with a raise on the first street"],
  ["aggression", "Aggression", "Bets and raises, as a share of bets, raises and calls"],
  ["showdowns", "Showdowns", "Hands that went to showdown"],
  ["won_showdowns", "Won at showdown", "Showdowns in which no chips were lost"],
];

function share(value) {
  if (value.share === null) return "–";
  return `${number(100 * value.share, 0)}% (${number(100 * value.low, 0)}–${number(100 * value.high, 0)})`;
}

function mean(value) {
  if (!value.samples) return "–";
  const decimals = Math.abs(value.mean) >= 100 || value.half_width >= 100 ? 0 : 1;
  return `${signed(value.mean, decimals)} ± ${value.half_width === null ? "?" : number(value.half_width, decimals)}`;
}

/** Return cumulative sums, starting with 0: `[[hand, sum], ...]`. */
function sums(values) {
  const points = [[0, 0]];
  for (const value of values) points.push([points.length, points.at(-1)[1] + value]);
  return points;
}

/** Create the panel; `draw(data)` shows the statistics of a table. */
export function statisticsPanel(data, money) {
  let other = data.seats.length > 1 ? 1 : 0;
  let last = data;
  const body = h("tbody");
  const chart = h("div");
  const select = h(
    "select",
    {
      "aria-label": "Compare with",
      onchange: () => {
        other = Number(select.value);
        draw(last);
      },
    },
    data.seats.map((seat, index) =>
      index === data.person ? null : h("option", { value: index }, seat.name),
    ),
  );

  function row(title, help, show) {
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: help }, title),
      [data.person, other].map((seat) => h("td", { class: "number" }, show(last.statistics[seat]))),
    );
  }

  function draw(next) {
    last = next;
    const unit = next.unit_name === "big blind" ? "bb" : `${next.unit_name}s`;
    fill(
      body,
      row("Hands", "Hands played", (each) => String(each.hands)),
      row("Won", "Chips won or lost", (each) => money.signed(each.winnings)),
      row(`${unit}/100`, "Won per 100 hands, with a 95% interval", (each) => mean(each.per_hand)),
      row("Luck-adjusted", "Winnings with all-in equity instead of the cards dealt", (each) =>
        mean(each.luck_adjusted),
      ),
      SHARES.map(([name, title, help]) => row(title, help, (each) => share(each[name]))),
    );
    const results = next.results;
    fill(
      chart,
      results.length < 2
        ? null
        : lineChart(
            [
              { name: "won", points: sums(results.map(([won]) => won / next.unit)) },
              {
                name: "luck-adjusted",
                points: sums(results.map(([, adjusted]) => adjusted / next.unit)),
              },
            ],
            { xTitle: "hand", yTitle: unit, label: "Winnings" },
          ),
    );
  }

  draw(data);
  return {
    element: h(
      "section",
      { class: "panel stack", "aria-label": "Statistics" },
      h("h2", {}, "Session"),
      h(
        "div",
        { class: "table-frame" },
        h(
          "table",
          { class: "play-statistics" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("td"),
              h("th", { scope: "col", class: "number" }, data.seats[data.person].name),
              h("th", { scope: "col", class: "number" }, select),
            ),
          ),
          body,
        ),
      ),
      chart,
      h(
        "p",
        { class: "note" },
        "Intervals are 95%. Luck-adjusted winnings use the mean over all cards that could come after the last decision, instead of the dealt cards.",
      ),
    ),
    draw,
  };
}
