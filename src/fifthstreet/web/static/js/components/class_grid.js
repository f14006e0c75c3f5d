/** The 13x13 grid of hand classes: one widget for ranges, strategies and values. */

import { CLASS_NAMES } from "../cards.js";
import { h } from "../dom.js";

/**
 * Create a grid. `label` names it for screen readers; `onpick(place, event)` is called when a cell
 * is clicked or Enter is pressed; `onhover(place)` when the pointer or the focus moves.
 * `draw(describe)` shows `describe(place)` in each cell: `{segments: [[colour, share], ...],
 * weight, value, words}`; without segments the cell is empty. The weight is the height of the
 * colours.
 */
export function classGrid(label, { onpick, onhover } = {}) {
  const cells = [];
  const rows = [];
  let focused = 0;
  for (let row = 0; row < 13; row += 1) {
    const line = h("div", { role: "row" });
    for (let column = 0; column < 13; column += 1) {
      const place = 13 * row + column;
      const cell = h(
        "div",
        {
          role: "gridcell",
          class: "class-cell",
          tabindex: place ? -1 : 0,
          "data-class": CLASS_NAMES[place],
          onfocus: () => onhover?.(place),
          onclick: (event) => {
            if (onpick) onpick(place, event);
          },
          onpointerenter: () => onhover?.(place),
        },
        h("span", { class: "name" }, CLASS_NAMES[place]),
        h("span", { class: "value" }),
      );
      cells.push(cell);
      line.append(cell);
    }
    rows.push(line);
  }
  const grid = h(
    "div",
    { class: "class-grid", role: "grid", "aria-label": label, onkeydown: move },
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

  const drawn = Array(169).fill(null); // what each cell shows, so that only changes are drawn

  function draw(describe) {
    cells.forEach((cell, place) => {
      const { segments = [], weight = 1, value = "", words = "" } = describe(place);
      const background = segments.length ? gradient(segments) : "none";
      const height = `100% ${(100 * Math.min(weight, 1)).toFixed(1)}%`;
      const key = `${background}|${height}|${value}|${words}`;
      if (drawn[place] === key) return;
      drawn[place] = key;
      cell.classList.toggle("is-empty", !segments.length);
      cell.style.backgroundImage = background;
      cell.style.backgroundSize = height;
      cell.lastChild.textContent = value;
      cell.setAttribute("aria-label", `${CLASS_NAMES[place]}${words ? `: ${words}` : ""}`);
    });
  }

  return {
    element: grid,
    cells,
    draw,
    choose: (place) => {
      for (const [at, cell] of cells.entries()) cell.classList.toggle("is-chosen", at === place);
    },
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
