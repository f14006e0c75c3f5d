/** Dialogs: confirm, ask for a text, show content. */

import { h } from "../dom.js";

function open(content, buttons) {
  return new Promise((resolve) => {
    const dialog = h("dialog", {}, content);
    const close = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.append(h("div", { class: "row" }, buttons(close)));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Ask whether to do something; resolve to true or false. */
export async function confirmDialog(question, action, { isDangerous = false } = {}) {
  const answer = await open(h("p", {}, question), (close) => [
    h("button", { type: "button", onclick: () => close(false) }, "Cancel"),
    h(
      "button",
      { type: "button", class: isDangerous ? "danger" : "primary", onclick: () => close(true) },
      action,
    ),
  ]);
  return answer === true;
}

/** Ask for a text; resolve to it, or to null. */
export function promptDialog(question, initial, action) {
  const input = h("input", { value: initial, maxlength: 80 });
  const content = h("label", {}, h("span", {}, question), input);
  return open(content, (close) => {
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") close(input.value.trim() || null);
    });
    setTimeout(() => {
      input.focus();
      input.select();
    });
    return [
      h("button", { type: "button", onclick: () => close(null) }, "Cancel"),
      h(
        "button",
        { type: "button", class: "primary", onclick: () => close(input.value.trim() || null) },
        action,
      ),
    ];
  });
}

/** Show content with a button to close it. */
export function showDialog(title, ...content) {
  return open([h("h2", {}, title), ...content], (close) => [
    h("button", { type: "button", class: "primary", onclick: () => close(null) }, "Close"),
  ]);
}
