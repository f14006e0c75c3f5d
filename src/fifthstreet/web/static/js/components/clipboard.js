/** Copy and paste text, also where the browser does not share its clipboard with the page. */

import { toast } from "./toast.js";

let copied = null; // on this page, for browsers that do not let it read the clipboard

/** Copy a text. */
export async function copyText(text) {
  copied = text;
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    toast("Copied for this page; the browser does not let it write to the clipboard");
  }
}

/** Return the text of the clipboard, or the one that was copied on this page. */
export async function pastedText() {
  try {
    return await navigator.clipboard.readText();
  } catch {
    if (copied !== null) return copied;
    throw new Error("The browser does not let the page read the clipboard: paste into the text.");
  }
}
