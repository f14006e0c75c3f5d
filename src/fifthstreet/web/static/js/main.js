/** The frame of the page: navigation between screens, jobs, colours and the footer. */

import { api } from "./api.js";
import { installJobsPanel } from "./components/jobs_panel.js";
import { fill, h } from "./dom.js";
import { bytes } from "./format.js";
import { connectJobs } from "./jobs.js";

const SCREENS = [
  ["solve", "Solve"],
  ["browse", "Browse"],
  ["compare", "Compare"],
  ["flops", "Flops"],
  ["preflop", "Preflop"],
  ["train", "Train"],
  ["play", "Play"],
  ["review", "Review"],
  ["arena", "Arena"],
  ["library", "Library"],
  ["interface", "API"],
];
const THEMES = { system: "◐", light: "☀", dark: "☾" };
const main = document.getElementById("main");
let cleanUp = null;
let showing = 0;

function currentAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const name = SCREENS.some(([each]) => each === path) ? path : "solve";
  return [name, Object.fromEntries(new URLSearchParams(query ?? ""))];
}

async function showScreen() {
  const [name, query] = currentAddress();
  const number = ++showing;
  for (const link of document.querySelectorAll("#screens a")) {
    if (link.dataset.screen === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${SCREENS.find(([each]) => each === name)[1]} – fifthstreet`;
  loadStyle(name);
  if (cleanUp) {
    cleanUp();
    cleanUp = null;
  }
  try {
    const screen = await import(`./screens/${name}.js`);
    if (number !== showing) return;
    const place = h("div", { class: `screen screen-${name}` });
    fill(main, place);
    const end = await screen.show(place, query);
    if (number === showing) cleanUp = end ?? null;
    else end?.();
  } catch (error) {
    if (number === showing) fill(main, h("p", { class: "problem", role: "alert" }, error.message));
  }
}

function loadStyle(name) {
  if (document.querySelector(`link[data-screen="${name}"]`)) return;
  document.head.append(
    h("link", { rel: "stylesheet", href: `css/${name}.css`, "data-screen": name }),
  );
}

function applyTheme(theme) {
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  const button = document.getElementById("theme-button");
  button.textContent = THEMES[theme];
  button.setAttribute("aria-label", `Colours: ${theme}`);
}

function installTheme() {
  const saved = () =>
    localStorage.getItem("theme") in THEMES ? localStorage.getItem("theme") : "system";
  applyTheme(saved());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(saved()));
  document.getElementById("theme-button").addEventListener("click", () => {
    const names = Object.keys(THEMES);
    localStorage.setItem("theme", names[(names.indexOf(saved()) + 1) % names.length]);
    applyTheme(saved());
  });
}

async function showMachine() {
  const footer = document.getElementById("machine");
  try {
    const machine = await api.get("/machine");
    const parts = [
      machine.is_remote
        ? `Solving on ${machine.name} (another machine)`
        : `Solving on this machine (${machine.name})`,
      machine.gpu ?? machine.processor,
      `${machine.threads} threads`,
    ];
    if (machine.memory_available) parts.push(`${bytes(machine.memory_available)} of memory free`);
    parts.push(`version ${machine.version}`);
    footer.textContent = parts.join(" · ");
  } catch (error) {
    footer.textContent = error.message;
  }
}

installTheme();
fill(
  document.getElementById("screens"),
  SCREENS.map(([name, title]) => h("a", { href: `#/${name}`, "data-screen": name }, title)),
);
addEventListener("hashchange", showScreen);
showScreen();
installJobsPanel();
connectJobs();
showMachine();
