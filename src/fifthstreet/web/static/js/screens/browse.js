/** Browse: walk through a solution. */

import { noteAddress } from "../address.js";
import { part } from "../api.js";
import { classNames, fetchNode, fetchResolved } from "../browse/node_data.js";
import { nodeView } from "../browse/node_view.js";
import { nextPath } from "../browse/walk.js";
import { showNoSolutions, solutionPicker } from "../components/solution_picker.js";
import { debounced, field, fill, h, isTyping, lastRequest, note } from "../dom.js";
import { exploitability } from "../format.js";

const RARE = "This line is almost never taken";
const KEYS =
  "Keys: → takes the most frequent action, ← goes back, ↑ and ↓ change the last action or " +
  "card, 1 to 9 choose an action, Home goes to the root.";

/** Show the screen at `query.solution` and `query.path`. */
export async function show(main, query) {
  const picker = solutionPicker("Solution", query.solution, (name) => {
    location.hash = `#/browse?solution=${part(name)}`;
  });
  const { name: solution, rows } = await picker.ready;
  if (!solution) {
    showNoSolutions(main, "Browse");
    return null;
  }
  const facts = rows.find((row) => row.name === solution);
  const stamp = String(facts.modified);
  const names = await classNames();
  const view = nodeView({ solution, names, mode: query.mode ?? "strategy", go });
  const begin = lastRequest();

  async function go(path, { isReplaced = false } = {}) {
    const isLast = begin();
    try {
      const node = await fetchNode(solution, path, stamp);
      if (!isLast()) return;
      view.problem.clear();
      showNode(node);
      follow(`#/browse?solution=${part(solution)}&path=${part(node.path)}`, !isReplaced);
      if (node.is_unreached) resolve(node, isLast);
    } catch (error) {
      if (isLast()) view.problem.show(error.message);
    }
  }

  function showNode(node) {
    main.dataset.path = node.path;
    view.show(node);
  }

  // Browsers take long to change the address, so it follows when the walk rests.
  const follow = debounced((address, isPushed) => {
    if (main.isConnected) noteAddress(address, { isPushed });
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
    const { node } = view.state;
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || !node) return;
    const path = nextPath(node, event.key);
    if (!path) return;
    event.preventDefault();
    go(path);
  }

  fill(
    main,
    h(
      "div",
      { class: "row spread" },
      h("h1", {}, "Browse"),
      h(
        "div",
        { class: "fields" },
        picker.element,
        field("Line", lineInput(go)),
        links(solution, view.state),
      ),
    ),
    note(`${facts.tree}; ${exploitability(facts)}`),
    view.elements,
    note(KEYS),
  );
  addEventListener("keydown", onKey);
  await go(query.path ?? "r", { isReplaced: true });
  return () => {
    removeEventListener("keydown", onKey);
    view.end();
  };
}

function lineInput(go) {
  const input = h("input", {
    placeholder: "x/b33%/c/8c",
    size: 18,
    spellcheck: "false",
    "aria-label": "Go to a line",
    onkeydown: (event) => {
      if (event.key === "Enter") go(input.value.trim() || "r");
    },
  });
  return input;
}

/** Return links to other screens with the solution; Train starts at the node that is shown. */
function links(solution, state) {
  const name = part(solution);
  const train = h(
    "a",
    {
      class: "button",
      href: `#/train?solution=${name}`,
      onclick: () => {
        const isSpot = state.node?.kind === "action" && state.node.path !== "r";
        const query = isSpot ? { solution, path: state.node.path } : { solution };
        train.href = `#/train?${new URLSearchParams(query)}`;
      },
    },
    "Train",
  );
  return [
    h("a", { class: "button", href: `#/compare?first=${name}` }, "Compare"),
    train,
    h("a", { class: "button", href: `#/solve?solution=${name}` }, "Edit the spot"),
  ];
}
