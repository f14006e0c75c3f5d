/** Symbols of screens and buttons: lines on a square of 24 units. */

import { h } from "./dom.js";

const PATHS = {
  home: ["M4 11 12 4l8 7", "M6 10v10h12V10", "M10 20v-6h4v6"],
  solve: ["M5 4h14v16H5z", "M9 8h6", "M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h3"],
  browse: ["M12 5v4", "M12 9H6v4M12 9h6v4", "M4 13h4v5H4zM16 13h4v5h-4z", "M10 3h4v3h-4z"],
  compare: ["M12 4v16", "M4 8h5M4 12h5M4 16h3", "M15 8h5M15 12h3M15 16h5"],
  flops: ["M4 7h5v10H4zM9.5 5h5v12h-5zM15 7h5v10h-5z"],
  preflop: ["M4 4h16v16H4z", "M4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16"],
  abstraction: ["M5 9h14l-2 11H7z", "M8 9a4 4 0 0 1 8 0", "M9 13v4M12 13v4M15 13v4"],
  library: ["M4 6a2 2 0 0 1 2-2h4l2 3h6a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z"],
  train: ["M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z", "M12 16a4 4 0 1 1 0-8 4 4 0 0 1 0 8z"],
  play: [
    "M12 5c5 0 9 3.1 9 7s-4 7-9 7-9-3.1-9-7 4-7 9-7z",
    "M12 9c2.8 0 5 1.3 5 3s-2.2 3-5 3-5-1.3-5-3 2.2-3 5-3z",
  ],
  review: ["M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13z", "m15.5 15.5 5 5"],
  match: ["M4 8h9M10 5l3 3-3 3", "M20 16h-9M14 13l-3 3 3 3"],
  equity: ["M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z", "M12 12V3M12 12l7.5 5"],
  arena: [
    "M7 4h10v5a5 5 0 0 1-10 0z",
    "M7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5",
    "M12 14v6M8 20h8",
  ],
  interface: ["m8 8-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12"],
  help: [
    "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z",
    "M9.2 9.5a2.8 2.8 0 1 1 4.3 2.4c-1 .6-1.5 1.1-1.5 2.1",
    "M12 17h.01",
  ],
  jobs: ["M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z", "M12 7v5l3.5 2"],
  amounts: [
    "M12 7a6 2.5 0 1 0 0-5 6 2.5 0 0 0 0 5z",
    "M6 4.5v15c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5v-15",
    "M6 12c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5",
  ],
  theme: ["M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18z", "M12 3v18M12 7h4M12 11h6M12 15h5.5"],
  menu: ["M4 7h16M4 12h16M4 17h16"],
  close: ["m6 6 12 12M18 6 6 18"],
};

/** Show a symbol; it says nothing to screen readers. */
export function icon(name) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    PATHS[name].map((d) => h("path", { d })),
  );
}
