/** What is shown instead of a screen if its address leads nowhere. */

import { fill, h } from "../dom.js";

/** Show why an address leads nowhere, and links that lead on. */
export function showNoPage(main, title, words, links) {
  fill(
    main,
    h(
      "div",
      { class: "stack" },
      h("h1", {}, title),
      h("p", { class: "problem", role: "alert" }, words),
      h(
        "nav",
        { class: "row", "aria-label": "Where to go" },
        links.map(([href, text]) => h("a", { class: "button", href }, text)),
      ),
    ),
  );
}
