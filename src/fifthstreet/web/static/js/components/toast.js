/** Short messages in a corner of the page. */

import { h } from "../dom.js";

/** Show a message for a few seconds; `action` is a button that belongs to it. */
export function toast(message, { milliseconds = 6000, action = null } = {}) {
  const element = h("div", { class: "toast row spread" }, message, action);
  action?.addEventListener("click", () => element.remove());
  document.getElementById("toasts").append(element);
  setTimeout(() => element.remove(), milliseconds);
}

/** Do some work, and show a message if it goes wrong. */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    toast(error.message);
  }
}
