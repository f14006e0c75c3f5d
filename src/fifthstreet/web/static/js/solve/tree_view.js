/** The betting tree, level by level: lines can be added, removed and locked. */

import { api } from "../api.js";
import { promptDialog } from "../components/dialog.js";
import { button, fill, h, problemLine } from "../dom.js";
import { chips } from "../format.js";
import { plainFields } from "./draft.js";
import { lockDialog, lockWords } from "./lock_dialog.js";

/** Create the view; `onchange()` is called after lines or locks of the draft have changed. */
export function treeView(draft, onchange) {
  const list = h("div", { class: "tree-view" });
  const changes = h("div", { class: "stack" });
  const problem = problemLine({ class: "problem small" });
  const open = new Set(["r"]); // paths whose children are shown
  const edits = treeEdits(draft, () => {
    draw();
    onchange();
  });

  async function draw() {
    fill(changes, changeList(draft, edits));
    try {
      problem.clear();
      fill(list, h("ul", { class: "tree" }, await branch("r", "Root")));
    } catch (error) {
      problem.show(error.message);
      fill(list); // it is the tree of an earlier spot
    }
  }

  async function branch(path, words) {
    const node = await api.ask("/spots/tree", { spot: plainFields(draft), path, depth: 1 });
    const children = node.children ?? [];
    const isOpen = open.has(path);
    const toggler = children.length
      ? button(isOpen ? "▾" : "▸", () => toggle(path), {
          class: "quiet tree-toggle",
          "aria-expanded": String(isOpen),
          "aria-label": `${words}: ${isOpen ? "hide" : "show"} what follows`,
        })
      : h("span", { class: "tree-leaf" }, "·");
    const names = node.kind === "deal" ? children.map(() => "any card") : node.words;
    const below = (isOpen ? children : []).map((child, place) =>
      branch(child.path, names[place] ?? child.path),
    );
    return h(
      "li",
      {},
      h(
        "div",
        { class: "tree-row" },
        toggler,
        h("span", {}, words),
        h("span", { class: "muted small" }, describe(node)),
        editButtons(path, node, edits),
      ),
      h("ul", {}, await Promise.all(below)),
    );
  }

  function toggle(path) {
    if (!open.delete(path)) open.add(path);
    draw();
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
      else fill(changes, changeList(draft, edits));
    },
  };
}

/** Return what can be done to the tree of a draft; `change()` is called after it was done. */
function treeEdits(draft, change) {
  const set = (name, paths) => {
    draft.tree[name] = paths;
    change();
  };
  const setLocks = (locks) => {
    draft.lock = locks;
    change();
  };
  const without = (name, path) => (draft.tree[name] ?? []).filter((each) => each !== path);
  return {
    remove(path) {
      if (draft.tree.added?.includes(path)) set("added", without("added", path));
      else set("removed", [...(draft.tree.removed ?? []), path]);
    },
    async add(node) {
      const unit = "in chips (for a raise: the player's total on this street)";
      const text = await promptDialog(`Size of the bet at ${node.path}, ${unit}`, "", "Add");
      if (!text) return;
      const path = `${node.path}:b${text.replace(/^b/, "")}`;
      set("added", [...(draft.tree.added ?? []), path]);
    },
    async lock(node) {
      const known = draft.lock.find((each) => each.path === node.path);
      const found = await lockDialog(node, known);
      if (!found) return;
      const isOther = (each) => each.path !== found.path || each.hands !== found.hands;
      setLocks([...draft.lock.filter(isOther), found]);
    },
    undo: (name, path) => set(name, without(name, path)),
    unlock: (lock) => setLocks(draft.lock.filter((each) => each !== lock)),
  };
}

function describe(node) {
  const who = node.player ? `${node.player.toUpperCase()} to act` : node.kind;
  return `${node.street}, ${who}, pot ${chips(node.pot)}`;
}

function editButtons(path, node, edits) {
  const small = { class: "quiet small" };
  return [
    path === "r"
      ? null
      : button("remove", () => edits.remove(path), {
          ...small,
          "aria-label": `Remove the line ${path}`,
        }),
    node.kind === "action"
      ? [
          button("add a size", () => edits.add(node), small),
          button("lock", () => edits.lock(node), small),
        ]
      : null,
  ];
}

/** List what was changed in the tree, with buttons that undo it. */
function changeList(draft, edits) {
  const line = (words, path, undo) =>
    h(
      "li",
      {},
      h("span", {}, words, " ", h("code", {}, path)),
      button("undo", undo, { class: "quiet small", "aria-label": `Undo: ${words} ${path}` }),
    );
  const lines = (name) =>
    (draft.tree[name] ?? []).map((path) => line(name, path, () => edits.undo(name, path)));
  const locks = draft.lock.map((lock) =>
    line(`locked${lock.hands ? ` (${lock.hands})` : ""}: ${lockWords(lock)}`, lock.path, () =>
      edits.unlock(lock),
    ),
  );
  const items = [...lines("added"), ...lines("removed"), ...locks];
  return items.length ? h("ul", { class: "changes" }, items) : null;
}
