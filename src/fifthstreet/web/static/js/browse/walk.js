/** Where a key leads from a node. */

import { cardSymbols, cardText, parseCards } from "../cards.js";

/** Return the path that a key leads to; null if it leads nowhere. */
export function nextPath(node, key) {
  const line = node.line;
  const parent = line.length > 1 ? line[line.length - 2] : null;
  if (key === "ArrowLeft") return parent?.path ?? null;
  if (key === "ArrowRight") return childPath(node);
  if (key === "ArrowUp" || key === "ArrowDown")
    return parent && siblingPath(node, parent, key === "ArrowDown" ? 1 : -1);
  if (/^[1-9]$/.test(key) && node.actions[Number(key) - 1])
    return `${node.path}:${node.actions[Number(key) - 1].step}`;
  if (key === "Home") return "r";
  return null;
}

/** Return the paths that keys lead to, the most likely first. */
export function neighbours(node) {
  const keys = ["ArrowRight", ..."123456789", "ArrowDown", "ArrowUp"];
  const paths = keys.map((key) => nextPath(node, key)).filter(Boolean);
  return [...new Set(paths)];
}

function childPath(node) {
  if (node.actions.length) {
    const best = node.actions.reduce((one, two) =>
      (two.frequency ?? 0) > (one.frequency ?? 0) ? two : one,
    );
    return `${node.path}:${best.step}`;
  }
  if (node.kind !== "deal") return null;
  return `${node.path}:n${cardText(freeCards(node.board)[0])}`;
}

function siblingPath(node, parent, step) {
  if (parent.kind === "deal") {
    const board = parseCards(node.board);
    const last = board[board.length - 1];
    const cards = [...freeCards(node.board), last].sort((one, two) => one - two);
    const next = cards[(cards.indexOf(last) + step + cards.length) % cards.length];
    return `${parent.path}:n${cardText(next)}`;
  }
  const { steps } = parent;
  const place = steps.indexOf(parent.taken) + step + steps.length;
  return `${parent.path}:${steps[place % steps.length]}`;
}

function freeCards(board) {
  const gone = new Set(parseCards(board));
  return [...Array(52).keys()].filter((card) => !gone.has(card));
}

/** Say how a line gets to its node, like "OOP check, IP bet 59 (33%)". */
export function lineWords({ line }) {
  const words = line.filter(({ taken }) => taken).map(stepTaken);
  return words.length ? words.join(", ") : "first decision";
}

function stepTaken({ kind, player, steps, words, taken }) {
  if (kind === "deal") return cardSymbols(taken);
  return `${player.toUpperCase()} ${words[steps.indexOf(taken)]}`;
}
