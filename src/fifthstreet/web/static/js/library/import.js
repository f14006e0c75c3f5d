/** Import files into the library: dropped anywhere on the screen or chosen, sent in pieces. */

import { api, part } from "../api.js";
import { button, fill, h } from "../dom.js";
import { bytes, percent } from "../format.js";
import { NOUNS } from "./kinds.js";

const SUFFIXES = Object.keys(NOUNS).map((kind) => `.${kind}`);

/**
 * Create the import: `button` opens files, and `element` lists what was imported or refused. Files
 * can be dropped anywhere on `screen`; `onimport()` is called after each file.
 */
export function fileImport(screen, onimport) {
  const list = h("ul", { class: "imports", "aria-live": "polite" });
  const element = h("section", { class: "panel", "aria-label": "Imported files", hidden: true });
  const clear = button("Clear the list", () => {
    for (const row of [...list.children]) if (row.dataset.state !== "running") row.remove();
    element.hidden = !list.children.length;
  });
  fill(element, h("div", { class: "row spread" }, h("h2", {}, "Imported files"), clear), list);

  async function add(files) {
    for (const file of files) {
      const row = importRow(file);
      list.append(row.element);
      element.hidden = false;
      await row.send();
      await onimport();
    }
  }

  acceptDrops(screen, add);
  const input = h("input", {
    type: "file",
    class: "visually-hidden",
    multiple: true,
    accept: SUFFIXES.join(","),
    onchange: async () => {
      await add([...input.files]);
      input.value = "";
    },
  });
  return { element, button: h("label", { class: "button" }, "Import files", input) };
}

/** Create the line of a file; `send()` sends it and shows how it goes. */
function importRow(file) {
  const bar = h("span", {});
  const progress = h(
    "div",
    { class: "progress", role: "progressbar", "aria-label": `progress of ${file.name}` },
    bar,
  );
  const words = h("span", { class: "small" }, "sending …");
  const element = h(
    "li",
    { "data-state": "running", "data-file": file.name },
    h("div", { class: "row spread" }, h("strong", {}, file.name), words),
    progress,
  );

  function show(sent) {
    const share = file.size ? sent / file.size : 1;
    bar.style.width = percent(share);
    progress.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    words.textContent = sent < file.size ? `${bytes(sent)} of ${bytes(file.size)}` : "checking …";
  }

  function end(state, content) {
    element.dataset.state = state;
    progress.remove();
    words.className = state === "failed" ? "problem small" : "small";
    fill(words, content);
  }

  async function send() {
    try {
      const { kind, name } = await sendFile(file, show);
      end("done", `imported as the ${NOUNS[kind]} “${name}”, ${bytes(file.size)}`);
    } catch (error) {
      end("failed", `not imported: ${error.message}`);
    }
  }

  return { element, send };
}

/** Send a file in pieces; `onprogress(bytes)` is called with what was sent so far. */
async function sendFile(file, onprogress) {
  if (!file.size) throw new Error("the file is empty");
  const upload = await api.post("/library/uploads", { name: file.name, bytes: file.size });
  const path = `/library/uploads/${part(upload.id)}`;
  try {
    for (let offset = 0; offset < file.size; offset += upload.max_piece) {
      onprogress(offset);
      await api.put(path, file.slice(offset, offset + upload.max_piece), { offset });
    }
  } catch (error) {
    await api.delete(path).catch(() => null);
    throw error;
  }
  onprogress(file.size);
  return api.post(`${path}/finish`);
}

/** Let files be dropped anywhere on an element, which is marked meanwhile. */
function acceptDrops(screen, add) {
  const hasFiles = (event) => [...event.dataTransfer.types].includes("Files");
  const mark = (isTarget) => screen.classList.toggle("is-target", isTarget);
  screen.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  screen.addEventListener("dragleave", (event) => {
    if (!screen.contains(event.relatedTarget)) mark(false);
  });
  screen.addEventListener("drop", (event) => {
    mark(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  });
}
