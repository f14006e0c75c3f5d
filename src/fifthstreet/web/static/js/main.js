/** The frame of the page: navigation between screens, jobs, colours and the footer. */

import { AddressError, addressOf, readAddress } from "./address.js";
import { api } from "./api.js";
import { installJobsPanel } from "./components/jobs_panel.js";
import { showNoPage } from "./components/no_page.js";
import { fill, h, ignoreHeldEnter } from "./dom.js";
import { bytes, counted } from "./format.js";
import { installNavigation, markScreen, SCREENS } from "./frame/navigation.js";
import { icon } from "./icons.js";
import { connectJobs } from "./jobs.js";
import { answers, serverBack, watchServer } from "./server.js";
import { chooseNextUnit, chosenUnit, UNITS } from "./units.js";

const HOME = "home";
const NO_PAGE = "No such page";
const SCREEN_LINKS = [...SCREENS].map(([name, title]) => [addressOf(name), title]);
let shown = null; // the module of the screen
const THEMES = ["system", "light", "dark"];
const main = document.getElementById("main");
let cleanUp = null;
let showing = 0;

async function showScreen() {
  const address = readAddress();
  const name = address.screen || HOME;
  const title = SCREENS.get(name);
  const number = ++showing;
  markScreen(name);
  document.title = `${title ?? NO_PAGE} – fifthstreet`;
  cleanUp?.();
  cleanUp = null;
  if (!title) {
    showNoPage(main, NO_PAGE, `There is no screen “${name}”. These are the screens:`, SCREEN_LINKS);
    return;
  }
  loadStyle(name);
  const place = h("div", { class: `screen screen-${name}` });
  try {
    const screen = await importScreen(name);
    if (number !== showing) return;
    shown = screen;
    fill(main, place);
    const end = await screen.show(place, { ...address, screen: name });
    if (number === showing) cleanUp = end ?? null;
    else end?.();
  } catch (error) {
    if (number === showing) showFailure(place, title, error);
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

/** Show why a screen cannot be shown; an address that leads nowhere has links that lead on. */
function showFailure(place, title, error) {
  fill(main, place);
  if (!(error instanceof AddressError))
    fill(place, h("p", { class: "problem", role: "alert" }, error.message));
  else if (error.links.length) showNoPage(place, title, error.message, error.links);
  else showNoPage(place, title, `The address is not right: ${error.message}`, SCREEN_LINKS);
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

/** Let the button of the rail change the unit of all amounts. */
function installUnits() {
  const control = document.getElementById("unit-button");
  const draw = () =>
    fill(
      control,
      icon("amounts"),
      h("span", { class: "name" }, `Amounts: ${UNITS.get(chosenUnit())}`),
    );
  draw();
  control.addEventListener("click", () => {
    chooseNextUnit();
    draw();
    if (shown?.showsAmounts) showScreen();
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
      counted(machine.threads, "thread"),
    ];
    if (machine.memory_available) parts.push(`${bytes(machine.memory_available)} of memory free`);
    parts.push(`version ${machine.version}`);
    footer.textContent = parts.join(" · ");
  } catch (error) {
    footer.textContent = error.message;
  }
}

installTheme();
installUnits();
ignoreHeldEnter();
installNavigation();
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address belongs to the screens
  main.focus();
});
addEventListener("hashchange", showScreen);
showScreen();
installJobsPanel();
connectJobs();
showMachine();
watchServer(main, showMachine);
