/** A field for a line, like x/b33%/c/8c, which leads to its node. */

import { h } from "../dom.js";

/** Create the field; `go(line)` is called when Enter is pressed, with "r" for an empty field. */
export function lineInput(go) {
  const input = h("input", {
    placeholder: "x/b33%/c/8c",
    size: 18,
    spellcheck: "false",
    "aria-label": "Go to a line",
    onkeydown: (event) => {
      if (event.key === "Enter") go(input.value.trim() || "r");
    },
  });
  return input;
}
