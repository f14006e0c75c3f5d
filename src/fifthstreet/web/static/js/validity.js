/** Input that is not understood: the error beside its field, and actions that wait for it. */

import { allow, h, newId } from "./dom.js";

const lines = new WeakMap(); // by control: the line of its error
const REFUSAL = /^(?:spot\.|basis\.)?(?:tree\.)?([a-z_]+(?:\.[a-z_]+)*)(: | must )/;

/** Show what is wrong with a control beside it; an empty message means that nothing is. */
export function setProblem(control, message) {
  control.setCustomValidity(message);
  mark(control, message);
  control.dispatchEvent(new Event("validity", { bubbles: true }));
}

/** Say that a control is being read, which its watchers wait for. */
export function setWaiting(control, isWaiting) {
  control.toggleAttribute("data-waiting", isWaiting);
  control.dispatchEvent(new Event("validity", { bubbles: true }));
}

/** Return whether all input below an element is read and understood. */
export function isUnderstood(root) {
  return !root.querySelector(":invalid, [data-waiting]");
}

/** Call a function whenever input below an element is changed, read or not understood. */
export function watchInput(root, onchange) {
  const check = ({ target }) => {
    if (target.type === "number" && !target.validity.customError) mark(target, numberWords(target));
    onchange(isUnderstood(root));
  };
  for (const kind of ["input", "change", "validity"]) root.addEventListener(kind, check);
}

/** Disable actions while input below an element is not understood. */
export function guardActions(root, ...controls) {
  watchInput(root, (isRight) => {
    for (const control of controls) allow(control, isRight);
  });
}

/**
 * Show a refusal of the server beside the field it names, like "pot must be …" beside the element
 * with `data-field="pot"`. Return that element; null if there is none.
 */
export function showRefusal(root, message) {
  const match = REFUSAL.exec(message);
  if (!match) return null;
  const [start, name, end] = match;
  // Sizes of both players are named once: "sizes.flop.bet".
  const names = [name, name.replace(/^(sizes\.\w+)\.(\w+)$/, "$1.oop.$2")];
  const control = names.map((each) => root.querySelector(`[data-field="${each}"]`)).find(Boolean);
  if (!control) return null;
  setProblem(control, end === ": " ? message.slice(start.length) : message);
  return control;
}

function mark(control, message) {
  if (!message && !lines.has(control)) {
    control.setAttribute("aria-invalid", "false");
    return;
  }
  const line = lines.get(control) ?? problemOf(control);
  line.textContent = message;
  line.hidden = !message;
  control.setAttribute("aria-invalid", String(Boolean(message)));
}

function problemOf(control) {
  const line = h("span", { class: "problem small", role: "alert", id: newId("problem") });
  lines.set(control, line);
  control.setAttribute("aria-describedby", line.id);
  const title = control.closest("label")?.querySelector("span");
  if (title) {
    // The line stands in the label, but is no part of the field's name.
    title.id ||= newId("title");
    control.setAttribute("aria-labelledby", title.id);
  }
  control.after(line);
  return line;
}

function numberWords({ validity, min, max }) {
  if (validity.badInput || validity.valueMissing) return "Enter a number";
  if (validity.rangeUnderflow) return `Enter at least ${min}`;
  if (validity.rangeOverflow) return `Enter at most ${max}`;
  return validity.stepMismatch ? "Enter a whole number" : "";
}
