/** What Arena and Flops share: files that jobs fill, one of which is shown, and a form for more. */

import { missing } from "../address.js";
import { api } from "../api.js";
import { button, h } from "../dom.js";
import { isActive } from "../jobs.js";
import { jobButtons, jobWords, progressBar } from "./jobs_panel.js";

/** Check that there is a file by a name of the address, or a job of a kind that creates it. */
export async function checkRun(files, name, noun, kind) {
  if (name === null || files.some((file) => file.name === name)) return;
  const jobs = await api.get("/jobs");
  if (!jobs.some((job) => job.kind === kind && job.title === name && isActive(job)))
    throw missing(noun, name);
}

/** Create a form that a button shows and hides. */
export function foldedForm(text, isOpen, form) {
  const element = h("div", { hidden: !isOpen }, form);
  const opener = button(text, () => toggle(element.hidden), { "aria-expanded": String(isOpen) });

  function toggle(isShown) {
    element.hidden = !isShown;
    opener.setAttribute("aria-expanded", String(isShown));
  }

  return { element, opener, close: () => toggle(false) };
}

/** Create the first line of the screen: its title, the list of files, and the form's button. */
export function runHead(title, picker, opener) {
  const files = h("a", { class: "button", href: "#/library" }, "Files");
  return h(
    "div",
    { class: "row spread" },
    h("h1", { class: "screen-name" }, title),
    h("div", { class: "row" }, picker, files, opener),
  );
}

/** Show the progress of the job that fills the file, or why it failed; null shows nothing. */
export function runStatus(job, name) {
  if (!job || !(isActive(job) || job.error)) return null;
  return [
    isActive(job)
      ? h(
          "div",
          { class: `row ${name}` },
          h("div", { class: "grow" }, progressBar(job)),
          jobButtons(job).filter((each) => each.dataset.command !== "cancel"),
        )
      : null,
    h("p", { class: job.error ? "problem small" : "note" }, jobWords(job)),
  ];
}

/** Show that a part is missing, with a button that resumes the work. */
export function resumeLine(words, text, resume) {
  return h("div", { class: "row" }, h("span", { class: "note" }, words), button(text, resume));
}
