/** A canvas with a picture of 13 times 13 cells: colours, a name and a value in each. */

import { CLASS_NAMES } from "../cards.js";
import { h } from "../dom.js";

const SIDE = 13;
const NARROW = 400; // CSS pixels: below, there is no space for values
const SHADE = "rgb(0 0 0 / 60%)"; // around letters, so that they can be read on any colour

const painters = new Set(); // of the canvases that are shown, painted again if colours change
const tokens = new Map(); // values of the style's variables, by name

new MutationObserver(() => {
  tokens.clear();
  for (const paint of painters) paint();
}).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** Return a colour of the style without variables, which a canvas cannot read. */
function plain(colour) {
  return colour.replace(/var\((--[\w-]+)\)/g, (_, name) => {
    if (!tokens.has(name)) {
      const style = getComputedStyle(document.documentElement);
      tokens.set(name, style.getPropertyValue(name).trim());
    }
    return tokens.get(name);
  });
}

/**
 * Create a canvas that fills its parent: `element`, and `show(cells)` with `{segments, weight,
 * value}` of each cell, as `classGrid` describes them.
 */
export function cellCanvas() {
  const element = h("canvas", { class: "class-canvas", "aria-hidden": "true" });
  const pen = element.getContext("2d", { alpha: false });
  let cells = [];
  let width = 0; // CSS pixels

  function paint() {
    if (width) paintCells(pen, cells, element.width / width, width);
  }

  // The size is never read while painting, which would lay out the whole page.
  new ResizeObserver(([entry]) => {
    width = entry.contentRect.width;
    if (!width) {
      painters.delete(paint); // hidden, or no longer on the page
      return;
    }
    painters.add(paint);
    const exact = entry.devicePixelContentBoxSize?.[0];
    element.width = exact?.inlineSize ?? Math.round(width * devicePixelRatio);
    element.height = exact?.blockSize ?? Math.round(entry.contentRect.height * devicePixelRatio);
    paint();
  }).observe(element);
  document.fonts.ready.then(paint);

  return {
    element,
    show(next) {
      cells = next;
      paint();
    },
  };
}

/** Paint all cells; `scale` is the number of pixels of a CSS pixel. */
function paintCells(pen, cells, scale, cssWidth) {
  const { width, height } = pen.canvas;
  const line = Math.max(1, Math.round(scale));
  const edge = (size, at) => Math.round((size * at) / SIDE);
  pen.fillStyle = plain("var(--surface)");
  pen.fillRect(0, 0, width, height);
  const boxes = CLASS_NAMES.map((_, place) => {
    const [row, column] = [Math.floor(place / SIDE), place % SIDE];
    const [left, top] = [edge(width, column), edge(height, row)];
    return [left, top, edge(width, column + 1) - left - line, edge(height, row + 1) - top - line];
  });
  boxes.forEach((box, place) => {
    fillCell(pen, box, cells[place]);
  });

  // Sizes as in the style of the page: at least 10 pixels.
  const nameSize = Math.min(Math.max(10, 0.024 * cssWidth), 13.3);
  const valueSize = Math.max(10, 0.85 * nameSize);
  const isNarrow = cssWidth <= NARROW;
  const [indent, drop] = isNarrow ? [1, 0] : [3, 2];
  const nameAt = (drop + 0.92 * nameSize) * scale;
  writeLine(pen, cells, boxes, {
    text: (place) => CLASS_NAMES[place],
    font: `${nameSize * scale}px ${plain("var(--font)")}`,
    at: [indent * scale, nameAt],
    scale,
  });
  if (isNarrow) return;
  writeLine(pen, cells, boxes, {
    text: (place) => cells[place]?.value,
    font: `${valueSize * scale}px ${plain("var(--font)")}`,
    at: [indent * scale, nameAt + 1.1 * valueSize * scale],
    scale,
  });
}

/** Fill a cell with colours side by side, from the bottom up to its weight. */
function fillCell(pen, [left, top, width, height], { segments = [], weight = 1 } = {}) {
  pen.fillStyle = plain("var(--cell)");
  pen.fillRect(left, top, width, height);
  const held = Math.round(height * Math.min(weight, 1));
  let share = 0;
  for (const [colour, part] of segments) {
    const start = Math.round(width * share);
    share = Math.min(share + part, 1);
    pen.fillStyle = plain(colour);
    pen.fillRect(left + start, top + height - held, Math.round(width * share) - start, held);
  }
}

/** Write a text into every cell, white with a shade on colours, and faint where there are none. */
function writeLine(pen, cells, boxes, { text, font, at, scale }) {
  pen.font = font;
  pen.textBaseline = "alphabetic";
  pen.lineJoin = "round";
  pen.lineWidth = 2.5 * scale;
  pen.strokeStyle = SHADE;
  const [ink, faint] = [plain("var(--cell-ink)"), plain("var(--cell-faint)")];
  boxes.forEach(([left, top], place) => {
    const words = text(place);
    if (!words) return;
    const isHeld = Boolean(cells[place]?.segments?.length);
    if (isHeld) pen.strokeText(words, left + at[0], top + at[1]);
    pen.fillStyle = isHeld ? ink : faint;
    pen.fillText(words, left + at[0], top + at[1]);
  });
}
