/** Graphs of a session: winnings over hands, and the win rate with its 95% interval. */

import { lineChart } from "../components/chart.js";
import { h, note } from "../dom.js";
import { count } from "../format.js";

const FIRST_HAND = 10; // of the win rate: intervals of fewer hands say nothing
const NORMAL = 1.959964; // 97.5% of a normal distribution are below

/** Draw the graphs of a table's results; `unit` is what results are counted in, like "bb". */
export function sessionGraphs({ results, unit: size, statistics, person }, unit) {
  if (results.length < 2) return null;
  const [won, adjusted] = [0, 1].map((which) => results.map((result) => result[which] / size));
  const left = statistics[person].hands - results.length;
  return h(
    "div",
    { class: "stack" },
    lineChart(
      [
        { name: "won", points: sums(won) },
        { name: "luck-adjusted", points: sums(adjusted) },
      ],
      { xTitle: "hand", yTitle: unit, label: "Winnings", caption: `Winnings in ${unit}` },
    ),
    won.length < FIRST_HAND ? null : winRateChart(won, adjusted, unit),
    left > 0 ? note(`Graphs show the last ${count(results.length)} hands.`) : null,
  );
}

function winRateChart(won, adjusted, unit) {
  const band = winRates(adjusted);
  const line = ({ hand, mean }) => [hand, mean];
  return lineChart(
    [
      { name: "won", points: winRates(won).map(line) },
      {
        name: "luck-adjusted, 95% interval",
        points: band.map(line),
        low: band.map((each) => each.mean - each.half),
        high: band.map((each) => each.mean + each.half),
      },
    ],
    {
      xTitle: "hand",
      yTitle: `${unit}/100`,
      label: "Win rate",
      target: 0,
      caption: `${unit} per 100 hands so far, from hand ${firstHand(won.length)} on`,
    },
  );
}

/** Return cumulative sums, starting with 0: `[[hand, sum], ...]`. */
function sums(values) {
  const points = [[0, 0]];
  for (const value of values) points.push([points.length, points.at(-1)[1] + value]);
  return points;
}

/** Return the first hand of the win rate, so that the first hands do not flatten the others. */
function firstHand(hands) {
  return Math.max(FIRST_HAND, Math.ceil(hands / 10));
}

/** Return the mean per 100 hands after each hand, with half its interval. */
function winRates(values) {
  const rates = [];
  const first = firstHand(values.length);
  let [mean, squares] = [0, 0]; // Welford's sums
  values.forEach((value, place) => {
    const hand = place + 1;
    const apart = value - mean;
    mean += apart / hand;
    squares += apart * (value - mean);
    if (hand < first) return;
    const error = Math.sqrt(squares / (hand - 1) / hand);
    rates.push({ hand, mean: 100 * mean, half: 100 * error * student(hand - 1) });
  });
  return rates;
}

/** Return the quantile of Student's distribution (Cornish and Fisher), from 9 degrees of freedom. */
function student(freedom) {
  const z = NORMAL;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
  return z + (z ** 3 + z) / (4 * freedom) + second;
}
