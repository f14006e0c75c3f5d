/** Line charts as SVG, with a table for those who cannot see them. */

import { h } from "../dom.js";
import { colourKey } from "./action_table.js";

// Units of the drawing: on a phone fewer, so that its text is not scaled below what can be read.
const [WIDE, NARROW] = [560, 330];
const HEIGHT = 260;
const PHONE = matchMedia("(max-width: 720px)");
const MARGIN = { left: 52, right: 12, top: 10, bottom: 30 };

/**
 * Draw curves: `[{name, points: [[x, y], ...], low: [y...], high: [y...]}]`; `low` and `high` draw
 * a band. Options: `xTitle`, `yTitle`, `isLog` (both axes), `isLogY`, `target` (a horizontal line),
 * `format(y)`, `label`, `caption`.
 */
export function lineChart(
  curves,
  {
    xTitle = "",
    yTitle = "",
    isLog = false,
    isLogY = isLog,
    target = null,
    format = shortNumber,
    label = yTitle,
    caption = null,
  } = {},
) {
  const usable = curves.map((curve, place) => ({
    colour: `var(--curve-${(place % 5) + 1})`,
    ...curve,
    points: curve.points.filter(
      ([x, y]) =>
        Number.isFinite(x) && Number.isFinite(y) && (!isLog || x > 0) && (!isLogY || y > 0),
    ),
  }));
  const points = usable.flatMap((curve) => [...curve.points, ...bandPoints(curve)]);
  if (!points.length) return h("p", { class: "muted small" }, "No data yet.");
  const width = PHONE.matches ? NARROW : WIDE;
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [bottom, top] = [HEIGHT - MARGIN.bottom, MARGIN.top];
  const heights = [...points.map((point) => point[1]), ...(target === null ? [] : [target])];
  const x = axis(
    points.map((point) => point[0]),
    isLog,
    left,
    right,
  );
  const y = axis(heights, isLogY, bottom, top);
  const svg = h(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: "img",
      "aria-label": `${label}: ${usable.map((curve) => summary(curve, format)).join("; ")}`,
    },
    y.ticks.map((tick) => [
      levelLine("axis", y.at(tick), left, right),
      h("text", { x: left - 6, y: y.at(tick) + 4, "text-anchor": "end" }, format(tick)),
    ]),
    x.ticks.map((tick) =>
      h("text", { x: x.at(tick), y: bottom + 14, "text-anchor": "middle" }, shortNumber(tick)),
    ),
    h("text", { x: right, y: HEIGHT - 3, "text-anchor": "end" }, xTitle),
    target === null ? null : levelLine("target", y.at(target), left, right),
    usable.map((curve) => curveElements(curve, x, y)),
  );
  return h(
    "figure",
    {},
    usable.length > 1 ? legend(usable) : null,
    svg,
    h("figcaption", {}, caption ?? [yTitle, xTitle && `by ${xTitle}`].filter(Boolean).join(" ")),
  );
}

function levelLine(name, height, left, right) {
  return h("line", { class: name, x1: left, x2: right, y1: height, y2: height });
}

function curveElements({ points, low, high, colour }, x, y) {
  const edge = low && [
    ...points.map(([at], place) => [at, high[place]]),
    ...points.map(([at], place) => [at, low[place]]).reverse(),
  ];
  return [
    edge && h("polygon", { class: "band", points: text(edge, x, y), style: { fill: colour } }),
    h("polyline", { class: "curve", points: text(points, x, y), style: { stroke: colour } }),
    points.length === 1 &&
      h("circle", {
        cx: x.at(points[0][0]),
        cy: y.at(points[0][1]),
        r: 3,
        style: { fill: colour },
      }),
  ];
}

function legend(curves) {
  return h(
    "div",
    { class: "row small" },
    curves.map((curve) => h("span", {}, colourKey(curve.colour), curve.name)),
  );
}

function bandPoints(curve) {
  if (!curve.low) return [];
  return curve.points.flatMap(([x], place) => [
    [x, curve.low[place]],
    [x, curve.high[place]],
  ]);
}

function text(points, x, y) {
  return points
    .map(([across, up]) => `${x.at(across).toFixed(1)},${y.at(up).toFixed(1)}`)
    .join(" ");
}

function summary(curve, format) {
  if (!curve.points.length) return `${curve.name}: nothing yet`;
  const [first, last] = [curve.points[0][1], curve.points[curve.points.length - 1][1]];
  return `${curve.name} from ${format(first)} to ${format(last)}`;
}

function axis(values, isLog, start, end) {
  const scale = isLog ? Math.log10 : (value) => value;
  let [low, high] = [Math.min(...values.map(scale)), Math.max(...values.map(scale))];
  if (low === high) {
    low -= isLog ? 0.5 : Math.abs(low) / 2 || 0.5;
    high += isLog ? 0.5 : Math.abs(high) / 2 || 0.5;
  }
  return {
    at: (value) => start + ((scale(value) - low) / (high - low)) * (end - start),
    ticks: isLog ? logTicks(low, high) : evenTicks(low, high),
  };
}

function evenTicks(low, high) {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step)
    ticks.push(Math.abs(tick) < step / 1e6 ? 0 : tick);
  return ticks;
}

function logTicks(low, high) {
  const ticks = [];
  const factors = high - low < 1.5 ? [1, 2, 5] : [1];
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
    for (const factor of factors) {
      const tick = factor * 10 ** power;
      if (Math.log10(tick) >= low - 1e-9 && Math.log10(tick) <= high + 1e-9) ticks.push(tick);
    }
  }
  return ticks;
}

function shortNumber(value) {
  const size = Math.abs(value);
  if (size >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (size >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return String(+value.toPrecision(3));
}
