/** A picker of lines before the flop, in words: each can be left out of the game. */

import { button, checkbox, fill, h } from "../dom.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1, Home: Number.NEGATIVE_INFINITY, End: Infinity };

/**
 * Create the picker of the paths that a text has. `onchange(text)` is called with the paths after
 * the user has changed them; `offer(lines)` shows the lines of a game, and `refuse(reason)` why
 * there are none.
 */
export function linePicker(title, text, onchange) {
  let offered = []; // lines of the game, each followed by the lines that continue it
  let problem = "reading the lines …"; // why none are shown
  let removed = readPaths(text);
  let current = null; // the path that Tab leads to
  const chosen = h("ul", { class: "changes" });
  const list = h("ul", { class: "line-picker", "aria-label": title, onkeydown: moveFocus });
  const summary = h("summary", {});
  const element = h("details", {}, summary, chosen, list);

  function change(next) {
    removed = next;
    draw();
    onchange(removed.join(", "));
  }

  /** Leave a line out, and forget what was left out after it. */
  function leaveOut(path) {
    change([...removed.filter((each) => !each.startsWith(`${path}:`)), path]);
  }

  function putBack(path) {
    change(removed.filter((each) => each !== path));
  }

  function draw() {
    const focused = focusedPath(list);
    const others = removed.filter((path) => !offered.some((line) => line.path === path));
    const shown = offered.filter(
      ({ path }) => !removed.some((each) => path.startsWith(`${each}:`)),
    );
    if (!shown.some(({ path }) => path === current)) current = shown[0]?.path;
    fill(summary, `${title}: ${summaryWords(removed, offered)}`);
    fill(
      chosen,
      others.map((path) => otherLine(path, () => putBack(path))),
    );
    chosen.hidden = !others.length;
    fill(list, problem ? h("li", { class: "note" }, problem) : shown.map(row));
    if (focused) boxOf(focused)?.focus();
  }

  /** Return whether all other actions of the decision are left out. */
  function isOnly(path) {
    const before = parentOf(path);
    return offered.every(
      (each) => each.path === path || parentOf(each.path) !== before || removed.includes(each.path),
    );
  }

  function row(line) {
    const { path } = line;
    const isOut = removed.includes(path);
    const label = lineLabel(line, isOut, !isOut && isOnly(path), (next) =>
      next ? leaveOut(path) : putBack(path),
    );
    const box = label.querySelector("input");
    box.tabIndex = path === current ? 0 : -1;
    box.addEventListener("focus", () => choose(path));
    return h("li", { style: { paddingLeft: `${1.3 * (path.split(":").length - 2)}rem` } }, label);
  }

  function choose(path) {
    current = path;
    for (const box of list.querySelectorAll("input"))
      box.tabIndex = box.dataset.path === path ? 0 : -1;
  }

  function boxOf(path) {
    return list.querySelector(`[data-path="${CSS.escape(path)}"]`);
  }

  draw();
  return {
    element,
    offer(lines) {
      offered = lines;
      problem = "";
      draw();
    },
    refuse(reason) {
      problem = reason;
      draw();
    },
    set(next) {
      removed = readPaths(next);
      draw();
    },
  };
}

/** Create the checkbox of a line; the only action left at a decision cannot be left out. */
function lineLabel({ path, title, words }, isOut, isOnly, onchange) {
  const label = checkbox(words, isOut, onchange, { class: isOut ? "inline left-out" : "inline" });
  const box = label.querySelector("input");
  box.dataset.path = path;
  box.setAttribute("aria-label", title);
  if (isOnly) {
    box.setAttribute("aria-disabled", "true"); // it stays a place for the keyboard
    box.addEventListener("click", (event) => event.preventDefault());
    label.title = "The only action left at this decision";
  }
  return label;
}

/** Move the focus among the checkboxes of a list with the arrows, Home and End. */
function moveFocus(event) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const boxes = [...event.currentTarget.querySelectorAll("input")];
  const at = boxes.indexOf(document.activeElement) + step;
  boxes[Math.min(Math.max(at, 0), boxes.length - 1)]?.focus();
}

function readPaths(text) {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function parentOf(path) {
  return path.slice(0, path.lastIndexOf(":"));
}

function focusedPath(list) {
  return list.contains(document.activeElement) ? document.activeElement.dataset.path : null;
}

function summaryWords(removed, offered) {
  if (!removed.length) return "none";
  const words = (path) => offered.find((line) => line.path === path)?.title ?? path;
  return removed.map(words).join("; ");
}

/** Show a line that the address names and the game does not offer. */
function otherLine(path, undo) {
  return h(
    "li",
    {},
    h("span", {}, "not before the flop of this game: ", h("code", {}, path)),
    button("undo", undo, { class: "quiet small", "aria-label": `Undo: leave out ${path}` }),
  );
}
