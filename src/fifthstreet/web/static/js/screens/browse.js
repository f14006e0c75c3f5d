/** Browse: walk through a solution. */

import { AddressError, addressOf, checkPath, openNamed, screenState } from "../address.js";
import { furtherButton } from "../browse/further.js";
import { classNames, fetchNode, fetchResolved, keptNode } from "../browse/node_data.js";
import { nodeFields, nodeView } from "../browse/node_view.js";
import { neighbours, nextPath } from "../browse/walk.js";
import { lineInput } from "../components/line_input.js";
import { showNoSolutions, solutionPicker } from "../components/solution_picker.js";
import { debounced, field, fill, h, isTyping, lastRequest } from "../dom.js";

const RARE = "This line is almost never taken";
const KEYS =
  "Keys: → takes the most frequent action, ← goes back, ↑ and ↓ change the last action or " +
  "card, 1 to 9 choose an action, Home goes to the root.";

const FETCH_MILLISECONDS = 20; // after a node is drawn, before its neighbours are fetched

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the solution and the node that the address names; by default the first ones. */
export async function show(main, address) {
  const names = await classNames();
  const state = screenState(address, nodeFields(names));
  const picker = solutionPicker("Solution", state.values.solution, (name) => {
    location.hash = addressOf("browse", { solution: name });
  });
  const { name: solution, rows } = await picker.ready;
  if (!solution) {
    showNoSolutions(main, "Browse");
    return null;
  }
  const facts = rows.find((row) => row.name === solution);
  const stamp = String(facts.modified);
  const first = await firstNode(solution, state.values, stamp);
  const known = (path) => keptNode(solution, path, stamp);
  const view = nodeView({ solution, names, state, go, known });
  const begin = lastRequest();
  const further = furtherButton(solution, facts);

  async function go(path) {
    const isLast = begin();
    try {
      const node = await fetchNode(solution, path, stamp);
      if (!isLast()) return;
      view.problem.clear();
      walk(node, isLast);
      follow();
    } catch (error) {
      if (isLast()) view.problem.show(error.message);
    }
  }

  function walk(node, isLast) {
    state.values.path = node.path;
    showNode(node);
    if (node.is_unreached) resolve(node, isLast);
  }

  function showNode(node) {
    main.dataset.path = node.path;
    view.show(node);
    fetchAround(node);
  }

  // As soon as a node is drawn, its neighbours, one at a time so that a key never waits for more
  // than one; then the line, whose frequencies the bar shows.
  const fetchAround = debounced(async (node) => {
    const line = node.line.map(({ path }) => path).filter((path) => !known(path));
    for (const path of [...neighbours(node), ...line]) {
      if (!main.isConnected || view.shown.node !== node) return;
      await fetchNode(solution, path, stamp).catch(() => null); // requested again when it is needed
      if (line.includes(path) && view.shown.node === node) view.drawLine();
    }
  }, FETCH_MILLISECONDS);

  // Browsers take long to change the address, so it follows when the walk rests.
  const follow = debounced(() => {
    if (main.isConnected) state.note();
  }, 300);

  async function resolve(node, isLast) {
    view.tell(`${RARE}, so the solution is unreliable here: it is being re-solved …`);
    try {
      const found = await fetchResolved(solution, node.path, stamp);
      if (!isLast()) return;
      showNode(found);
      view.tell(
        `${RARE}. What you see was re-solved, with a little reach for every hand of both players.`,
      );
    } catch (error) {
      if (isLast()) view.tell(`${RARE}, and it could not be re-solved: ${error.message}`);
    }
  }

  function onKey(event) {
    const { node } = view.shown;
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || !node) return;
    const path = nextPath(node, event.key);
    if (!path) return;
    event.preventDefault();
    go(path);
  }

  fill(
    main,
    head([
      picker.element,
      field("Line", lineInput(go)),
      links(solution, view.shown),
      further.element,
    ]),
    view.elements,
    h("p", { class: "note keys" }, KEYS),
  );
  addEventListener("keydown", onKey);
  walk(first, begin());
  state.set({ solution }, { isReplaced: true });
  return () => {
    removeEventListener("keydown", onKey);
    view.end();
    further.end();
  };
}

/** Return the node that the address names; the error says if the solution has none. */
async function firstNode(solution, { path, action }, stamp) {
  const links = [[addressOf("browse", { solution }), "First decision"]];
  const node = await openNamed(fetchNode(solution, path, stamp), "line", path, links);
  checkPath(path, node.path, addressOf("browse", { solution, path: node.path }), links);
  if (action && !node.actions.some(({ step }) => step === action))
    throw new AddressError(`The decision at ${path} has no action “${action}”.`, [
      ...links,
      ["#/library", "Library"],
    ]);
  return node;
}

function head(controls) {
  return h(
    "div",
    { class: "row spread browse-head" },
    h("h1", { class: "screen-name" }, "Browse"),
    h("div", { class: "fields" }, controls),
  );
}

/** Return links to other screens with the solution; Train starts at the node that is shown. */
function links(solution, shown) {
  const train = h(
    "a",
    {
      class: "button",
      href: addressOf("train", { solution }),
      onclick: () => {
        const isSpot = shown.node?.kind === "action" && shown.node.path !== "r";
        train.href = addressOf("train", { solution, path: isSpot ? shown.node.path : null });
      },
    },
    "Train",
  );
  return [
    h("a", { class: "button", href: addressOf("compare", { first: solution }) }, "Compare"),
    train,
    h("a", { class: "button", href: addressOf("solve", { solution }) }, "Edit the spot"),
  ];
}
