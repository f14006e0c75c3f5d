/** The betting tree, level by level: lines can be added, removed and locked. */

import { api } from "../api.js";
import { promptDialog } from "../components/dialog.js";
import { fill, h } from "../dom.js";
import { chips } from "../format.js";
import { plainFields } from "./draft.js";
import { lockDialog } from "./lock_dialog.js";

/** Create the view; `onchange()` is called after lines or locks of the draft have changed. */
export function treeView(draft, onchange) {
  const list = h("div", { class: "tree-view" });
  const changes = h("div", { class: "stack" });
  const problem = h("p", { class: "problem small", role: "alert", hidden: true });
  const open = new Set(["r"]);

  async function load(path) {
    return api.post("/spots/tree", { spot: plainFields(draft), path, depth: 1 });
  }

  async function draw() {
    drawChanges();
    try {
      problem.hidden = true;
      fill(list, h("ul", { class: "tree" }, await branch("r", "Root")));
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  async function branch(path, words) {
    const node = await load(path);
    const below = h("ul");
    const isLeaf = !node.children?.length;
    const item = h(
      "li",
      {},
      h(
        "div",
        { class: "tree-row" },
        isLeaf
          ? h("span", { class: "tree-leaf" }, "·")
          : h(
              "button",
              {
                type: "button",
                class: "quiet tree-toggle",
                "aria-expanded": String(open.has(path)),
                "aria-label": `${words}: ${open.has(path) ? "hide" : "show"} what follows`,
                onclick: () => {
                  toggle(path);
                },
              },
              open.has(path) ? "▾" : "▸",
            ),
        h("span", {}, words),
        h("span", { class: "muted small" }, describe(node)),
        path === "r"
          ? null
          : h(
              "button",
              {
                type: "button",
                class: "quiet small",
                "aria-label": `Remove the line ${path}`,
                onclick: () => remove(path),
              },
              "remove",
            ),
        node.kind === "action"
          ? [
              h(
                "button",
                { type: "button", class: "quiet small", onclick: () => add(node) },
                "add a size",
              ),
              h(
                "button",
                { type: "button", class: "quiet small", onclick: () => lock(node) },
                "lock",
              ),
            ]
          : null,
      ),
      below,
    );
    if (open.has(path) && !isLeaf) {
      const names = node.kind === "deal" ? node.children.map(() => "any card") : node.words;
      below.append(
        ...(await Promise.all(
          node.children.map((child, place) => branch(child.path, names[place] ?? child.path)),
        )),
      );
    }
    return item;
  }

  function describe(node) {
    const who = node.player
      ? `${node.player.toUpperCase()} to act`
      : node.kind === "deal"
        ? "deal"
        : node.kind;
    return `${node.street}, ${who}, pot ${chips(node.pot)}`;
  }

  function toggle(path) {
    if (open.has(path)) open.delete(path);
    else open.add(path);
    draw();
  }

  function remove(path) {
    const added = draft.tree.added ?? [];
    if (added.includes(path)) draft.tree.added = added.filter((each) => each !== path);
    else draft.tree.removed = [...(draft.tree.removed ?? []), path];
    change();
  }

  async function add(node) {
    const text = await promptDialog(
      `Size of the bet at ${node.path}, in chips (for a raise: the player's total on this street)`,
      "",
      "Add",
    );
    if (!text) return;
    draft.tree.added = [...(draft.tree.added ?? []), `${node.path}:b${text.replace(/^b/, "")}`];
    change();
  }

  async function lock(node) {
    const found = await lockDialog(
      node,
      draft.lock.find((each) => each.path === node.path),
    );
    if (!found) return;
    draft.lock = [
      ...draft.lock.filter((each) => each.path !== found.path || each.hands !== found.hands),
      found,
    ];
    change();
  }

  function change() {
    draw();
    onchange();
  }

  function drawChanges() {
    const drop = (name, path) => () => {
      draft.tree[name] = draft.tree[name].filter((each) => each !== path);
      change();
    };
    const line = (words, path, undo) =>
      h(
        "li",
        {},
        h("span", {}, words, " ", h("code", {}, path)),
        h(
          "button",
          {
            type: "button",
            class: "quiet small",
            "aria-label": `Undo: ${words} ${path}`,
            onclick: undo,
          },
          "undo",
        ),
      );
    const items = [
      ...(draft.tree.added ?? []).map((path) => line("added", path, drop("added", path))),
      ...(draft.tree.removed ?? []).map((path) => line("removed", path, drop("removed", path))),
      ...draft.lock.map((lock) =>
        line(
          `locked${lock.hands ? ` (${lock.hands})` : ""}: ${Object.entries(lock.strategy)
            .map(([step, share]) => `${step} ${Math.round(100 * share)}%`)
            .join(", ")}`,
          lock.path,
          () => {
            draft.lock = draft.lock.filter((each) => each !== lock);
            change();
          },
        ),
      ),
    ];
    fill(changes, items.length ? h("ul", { class: "changes" }, items) : null);
  }

  const element = h(
    "details",
    {
      class: "panel",
      ontoggle: () => {
        if (element.open) draw();
      },
    },
    h("summary", {}, "Betting tree: add, remove and lock lines"),
    problem,
    changes,
    list,
  );
  return {
    element,
    draw: () => {
      if (element.open) draw();
      else drawChanges();
    },
  };
}
