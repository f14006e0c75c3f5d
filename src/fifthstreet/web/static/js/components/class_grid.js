/**
 * The 13x13 grid of hand classes: one widget for ranges, strategies and values.
 *
 * A canvas has the picture. The cells above it are empty elements, with words for screen readers,
 * for the pointer and the keyboard: they are laid out once, however often the picture changes.
 */

import { CLASS_NAMES } from "../cards.js";
import { h } from "../dom.js";
import { cellCanvas } from "./cell_canvas.js";

/**
 * Create a grid. `label` names it for screen readers; `onpick(place, event)` is called when a cell
 * is clicked or Enter is pressed; `onhover(place)` when the pointer or the focus moves.
 * `draw(describe)` shows `describe(place)` in each cell: `{segments: [[colour, share], ...],
 * weight, value, words}`; without segments the cell is empty. The weight is the height of the
 * colours. `name(label)` gives the grid another name.
 */
export function classGrid(label, { onpick, onhover } = {}) {
  const cells = [];
  const rows = [];
  const picture = cellCanvas();
  let focused = 0;
  for (let row = 0; row < 13; row += 1) {
    const line = h("div", { role: "row" });
    for (let column = 0; column < 13; column += 1) {
      const place = 13 * row + column;
      const cell = h("div", {
        role: "gridcell",
        class: "class-cell",
        tabindex: place ? -1 : 0,
        "aria-label": CLASS_NAMES[place],
        "data-class": CLASS_NAMES[place],
        onfocus: () => onhover?.(place),
        onclick: (event) => {
          if (onpick) onpick(place, event);
        },
        onpointerenter: () => onhover?.(place),
      });
      cells.push(cell);
      line.append(cell);
    }
    rows.push(line);
  }
  const grid = h(
    "div",
    { class: "class-grid", role: "grid", "aria-label": label, onkeydown: move },
    picture.element,
    rows,
  );

  function move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 13, ArrowUp: -13 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      focusCell(Math.min(Math.max(focused + step, 0), 168));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onpick?.(focused, event);
    }
  }

  function focusCell(place) {
    cells[focused].tabIndex = -1;
    focused = place;
    cells[place].tabIndex = 0;
    cells[place].focus();
  }

  grid.addEventListener("focusin", (event) => {
    const place = cells.indexOf(event.target);
    if (place >= 0 && place !== focused) {
      cells[focused].tabIndex = -1;
      focused = place;
      cells[place].tabIndex = 0;
    }
  });

  const described = [...CLASS_NAMES]; // the words of each cell, so that only changes are written
  let chosen = null;

  function draw(describe) {
    const shown = CLASS_NAMES.map((_, place) => describe(place));
    picture.show(shown);
    shown.forEach(({ words }, place) => {
      const text = words ? `${CLASS_NAMES[place]}: ${words}` : CLASS_NAMES[place];
      if (described[place] === text) return;
      described[place] = text;
      cells[place].setAttribute("aria-label", text);
    });
  }

  function choose(place) {
    if (place === chosen) return;
    cells[chosen]?.classList.remove("is-chosen");
    cells[place]?.classList.add("is-chosen");
    chosen = place;
  }

  return {
    element: grid,
    cells,
    draw,
    choose,
    name: (text) => grid.setAttribute("aria-label", text),
  };
}

/** Return a background of colours side by side, each as wide as its share. */
export function gradient(segments) {
  const stops = [];
  let start = 0;
  for (const [colour, share] of segments) {
    const end = start + 100 * share;
    stops.push(`${colour} ${start.toFixed(2)}% ${end.toFixed(2)}%`);
    start = end;
  }
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
