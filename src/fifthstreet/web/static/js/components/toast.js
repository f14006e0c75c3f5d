/** Short messages in a corner of the page. */

import { h } from "../dom.js";

/** Show a message for a few seconds. */
export function toast(message, milliseconds = 6000) {
  const element = h("div", { class: "toast" }, message);
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
