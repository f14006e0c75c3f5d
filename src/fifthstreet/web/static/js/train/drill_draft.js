/** The drill that is being set up, kept in this browser. */

import { storedObject } from "../dom.js";

const KEPT = "drill";

/** Return the last drill; `query.solution` and `query.path` are filled in. */
export function readDraft(query) {
  const draft = {
    solution: null,
    mode: "hand",
    seat: "oop",
    street: "river",
    path: "r",
    variety: 0,
    seed: "",
    ...storedObject(KEPT),
  };
  if (query.solution) draft.solution = query.solution;
  if (query.path) Object.assign(draft, { path: query.path, mode: "spot" });
  return draft;
}

/** Keep a drill, except for its seed. */
export function keepDraft(draft) {
  localStorage.setItem(KEPT, JSON.stringify({ ...draft, seed: "" }));
}

/** Return what to post. */
export function drillRequest({ solution, mode, seat, street, path, variety, seed }) {
  return {
    solution,
    mode,
    variety: Number(variety),
    seat: mode === "spot" ? null : seat,
    street: mode === "street" ? street : null,
    path: mode === "spot" ? path.trim() : null,
    seed: seed === "" ? null : Number(seed),
  };
}
