/** The frame of the page: navigation between screens, jobs, colours and the footer. */

import { api } from "./api.js";
import { installJobsPanel } from "./components/jobs_panel.js";
import { fill, h, ignoreHeldEnter } from "./dom.js";
import { bytes } from "./format.js";
import { installNavigation, markScreen, SCREENS } from "./frame/navigation.js";
import { icon } from "./icons.js";
import { connectJobs } from "./jobs.js";
import { answers, serverBack, watchServer } from "./server.js";

const THEMES = ["system", "light", "dark"];
const main = document.getElementById("main");
let cleanUp = null;
let showing = 0;

function currentAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const name = SCREENS.has(path) ? path : "home";
  return [name, Object.fromEntries(new URLSearchParams(query ?? ""))];
}

async function showScreen() {
  const [name, query] = currentAddress();
  const number = ++showing;
  markScreen(name);
  document.title = `${SCREENS.get(name)} – fifthstreet`;
  loadStyle(name);
  if (cleanUp) {
    cleanUp();
    cleanUp = null;
  }
  try {
    const screen = await importScreen(name);
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

/** Import the module of a screen; if the server is away, load the page again once it is back. */
async function importScreen(name) {
  try {
    return await import(`./screens/${name}.js`);
  } catch (error) {
    if (await answers()) throw error;
    await serverBack(); // browsers do not ask again for a module that could not be loaded
    location.reload();
    throw error;
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
  fill(button, icon("theme"), h("span", { class: "name" }, `Colours: ${theme}`));
}

function installTheme() {
  const saved = () => {
    const theme = localStorage.getItem("theme");
    return THEMES.includes(theme) ? theme : "system";
  };
  applyTheme(saved());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(saved()));
  document.getElementById("theme-button").addEventListener("click", () => {
    localStorage.setItem("theme", THEMES[(THEMES.indexOf(saved()) + 1) % THEMES.length]);
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
ignoreHeldEnter();
installNavigation();
addEventListener("hashchange", showScreen);
showScreen();
installJobsPanel();
connectJobs();
showMachine();
watchServer(main, showMachine);
