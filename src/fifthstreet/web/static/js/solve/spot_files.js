/** Spot files: open one, or save the spot as one. */

import { api } from "../api.js";
import { attempt, toast } from "../components/toast.js";
import { button, h, saveText } from "../dom.js";
import { plainFields } from "./draft.js";

/** Create the buttons; `useSpot(fields)` takes the spot of a file. */
export function spotFiles(draft, useSpot) {
  async function read(event) {
    const [file] = event.target.files;
    if (!file) return;
    try {
      useSpot(await api.post("/spots/read", { text: await file.text() }));
      toast(`Read ${file.name}`);
    } catch (error) {
      toast(`${file.name}: ${error.message}`);
    }
    event.target.value = "";
  }

  function write() {
    return attempt(async () => {
      const { text } = await api.post("/spots/write", plainFields(draft));
      saveText(text, `${draft.board}.toml`);
    });
  }

  return h(
    "div",
    { class: "row tools" },
    h(
      "label",
      { class: "button" },
      "Open a spot file …",
      h("input", { type: "file", accept: ".toml", class: "visually-hidden", onchange: read }),
    ),
    button("Save as a spot file", write),
  );
}
