/** Hand histories as text or files, read by the server while they are entered. */

import { api } from "../api.js";
import { attempt, toast } from "../components/toast.js";
import { debounced, field, fill, h } from "../dom.js";
import { count, counted } from "../format.js";

const KEPT = "review-text"; // in this tab, for a reload
const MAX_CHARACTERS = 4_000_000;
const PLACEHOLDER =
  "Paste hands here, or drop files on this box: PHH, PokerStars and other sites, Open Hand " +
  "History, ACPC";

/** Create the input; `oncheck(facts)` is called with what was read, or null while it is nothing. */
export function handsInput(oncheck) {
  const found = h("div", { class: "small", role: "status", "aria-live": "polite" });
  const input = h("textarea", {
    id: "review-text",
    rows: 12,
    spellcheck: "false",
    maxlength: MAX_CHARACTERS,
    placeholder: PLACEHOLDER,
    oninput: () => {
      oncheck(null);
      check();
    },
  });
  const show = (facts, content) => {
    fill(found, content);
    oncheck(facts);
  };

  const check = debounced(async () => {
    const text = input.value;
    keepText(text);
    if (!text.trim()) {
      show(null, "");
      return;
    }
    try {
      const facts = await api.ask("/reviews/check", { text });
      if (input.value === text) show(facts, foundElements(facts));
    } catch (error) {
      show(null, h("span", { class: "problem" }, error.message));
    }
  }, 300);

  function add(files) {
    return attempt(async () => {
      const texts = await readFiles(files);
      if (!texts.length) return;
      input.value = joined([input.value.trim(), ...texts]);
      check();
    });
  }

  acceptDrops(input, add);
  input.value = sessionStorage.getItem(KEPT) ?? "";
  if (input.value) check();
  return {
    elements: [field("Hand histories", input), h("div", { class: "row" }, fileButton(add), found)],
    get text() {
      return input.value;
    },
  };
}

/** Keep the hands for a reload, if the browser can store them. */
function keepText(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    sessionStorage.removeItem(KEPT);
  }
}

function foundElements(facts) {
  const unread = facts.left_out.map((each) => h("li", {}, `${each.hand}: ${each.reason}`));
  return [
    `${counted(facts.hands, "hand")} with ${count(facts.decisions)} decisions.`,
    facts.left_out_count
      ? h(
          "details",
          {},
          h("summary", {}, `${facts.left_out_count} cannot be read`),
          h("ul", {}, unread),
        )
      : null,
  ];
}

/** Return the texts of files that are small enough. */
async function readFiles(files) {
  const texts = [];
  for (const file of files) {
    if (file.size > MAX_CHARACTERS)
      toast(`${file.name} is larger than 4 MB; use the command fifthstreet review`);
    else texts.push(await file.text());
  }
  return texts;
}

function joined(texts) {
  const text = texts.filter(Boolean).join("\n\n");
  if (text.length > MAX_CHARACTERS) throw new Error("The files together are larger than 4 MB.");
  return text;
}

function acceptDrops(input, add) {
  const mark = (isTarget) => input.classList.toggle("is-target", isTarget);
  input.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  input.addEventListener("dragleave", () => mark(false));
  input.addEventListener("drop", (event) => {
    mark(false);
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add(event.dataTransfer.files);
  });
}

function fileButton(add) {
  return h(
    "label",
    { class: "button" },
    "Open files",
    h("input", {
      type: "file",
      class: "visually-hidden",
      multiple: true,
      accept: ".txt,.log,.xml,.phh,.phhs,.ohh,.json,.hh",
      onchange: (event) => add(event.target.files),
    }),
  );
}
