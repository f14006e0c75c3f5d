/** The rail of screens, in groups, and the menu that it is on phones. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";

// Groups of screens: the address and the name of each.
const GROUPS = [
  ["", [["home", "Home"]]],
  [
    "Study",
    [
      ["solve", "Solve"],
      ["browse", "Browse"],
      ["compare", "Compare"],
      ["flops", "Flops"],
      ["preflop", "Preflop"],
      ["abstraction", "Abstraction"],
    ],
  ],
  [
    "Practise",
    [
      ["train", "Train"],
      ["play", "Play"],
    ],
  ],
  [
    "Analyse",
    [
      ["review", "Review"],
      ["match", "Match"],
      ["equity", "Equity"],
    ],
  ],
  [
    "More",
    [
      ["library", "Library"],
      ["arena", "Arena"],
      ["interface", "API"],
    ],
  ],
];

/** Screens by address, with their names. */
export const SCREENS = new Map(GROUPS.flatMap(([, screens]) => screens));

const rail = document.getElementById("rail");
const menuButton = document.getElementById("menu-button");

/** Draw the rail. */
export function installNavigation() {
  fill(document.getElementById("screens"), GROUPS.map(groupOf));
  menuButton.append(icon("menu"));
  menuButton.addEventListener("click", () => openMenu(true));
  const close = document.getElementById("menu-close");
  close.prepend(icon("close"));
  close.addEventListener("click", () => {
    openMenu(false);
    menuButton.focus();
  });
  rail.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && rail.classList.contains("is-open")) close.click();
  });
}

function groupOf([title, screens]) {
  return [
    title && h("h2", {}, title),
    h(
      "ul",
      {},
      screens.map(([name, text]) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `#/${name}`, "data-screen": name, title: text, onclick: () => openMenu(false) },
            icon(name),
            h("span", { class: "name" }, text),
          ),
        ),
      ),
      title === "More" && h("li", {}, helpLink()),
    ),
  ];
}

/** Return the link to the documentation, which opens beside the page. */
function helpLink() {
  return h(
    "a",
    {
      href: "help/",
      target: "_blank",
      rel: "noopener",
      title: "Help",
      onclick: () => openMenu(false),
    },
    icon("help"),
    h("span", { class: "name" }, "Help"),
  );
}

function openMenu(isOpen) {
  rail.classList.toggle("is-open", isOpen);
  menuButton.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) rail.querySelector("nav a").focus();
}

/** Mark the screen that is shown. */
export function markScreen(name) {
  for (const link of rail.querySelectorAll("nav a")) {
    if (link.dataset.screen === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.getElementById("screen-name").textContent = SCREENS.get(name) ?? "";
}
