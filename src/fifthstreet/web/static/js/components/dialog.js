/** Dialogs: confirm, ask for a text, or ask for something else. */

import { button, field, h } from "../dom.js";

/**
 * Open a dialog; resolve to the value it is closed with, or to null. `buttons(close)` returns its
 * buttons, which call `close(value)`; Enter in a field presses the primary one.
 */
export function openDialog(content, buttons, attributes = {}) {
  return new Promise((resolve) => {
    const dialog = h("dialog", attributes, content);
    const close = (value) => {
      if (!dialog.open) return;
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(h("div", { class: "row" }, buttons(close)));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(null);
    });
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input") || event.defaultPrevented) return;
      event.preventDefault(); // the button that opened the dialog gets the focus, but not the key
      dialog.querySelector("button.primary")?.click();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Ask whether to do something that cannot be undone; resolve to true or false. */
export async function confirmDialog(question, action) {
  const answer = await openDialog(h("p", {}, question), (close) => [
    button("Cancel", () => close(false)),
    button(action, () => close(true), { class: "danger" }),
  ]);
  return answer === true;
}

/** Ask for a text; resolve to it, or to null. It may only be empty if this is allowed. */
export function promptDialog(question, initial, action, { maxlength = 80, isEmpty = false } = {}) {
  const input = h("input", { value: initial, maxlength });
  return openDialog(field(question, input), (close) => {
    const accept = () => close(input.value.trim() || (isEmpty ? "" : null));
    setTimeout(() => {
      input.focus();
      input.select();
    });
    return [button("Cancel", () => close(null)), button(action, accept, { class: "primary" })];
  });
}
