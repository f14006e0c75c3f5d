/** Set the mix of hands by numbers: a class, single hands, or hands by name. */

import { CLASS_NAMES, cardElement, HOLE_CARDS, holeText } from "../cards.js";
import { shareBar } from "../components/action_table.js";
import { mixFields } from "../components/mix_fields.js";
import { button, field, fill, h, note } from "../dom.js";
import { percent } from "../format.js";
import { meanShares, placesIn } from "./lock_grid.js";

/**
 * Create the fields of hands and their mix, and the tiles of the hands of a class. A click on a
 * tile paints it if `strategy()` returns something to paint, and otherwise chooses it.
 */
export function handForm(history, strategy) {
  let chosen = null; // class whose hands are shown
  const mix = mixFields(history.draft.actions);
  const text = h("input", { placeholder: "AQs, AhKh, top pair", spellcheck: "false", size: 24 });
  const tiles = h("div", { class: "lock-tiles" });

  function add(edit) {
    const hands = text.value.trim();
    if (hands) history.add({ hands, ...edit });
    else history.problem.show("Choose a hand class in the grid, or name hands.");
  }

  function set() {
    const shares = mix.read();
    if (shares) add({ strategy: shares });
    else history.problem.show("All shares are zero; enter more than 0% for at least one action.");
  }

  function load(name, places) {
    text.value = name;
    mix.write(meanShares(history.draft, places));
  }

  /** Show the hands of a class; while something is painted, the fields stay as they are. */
  function choose(place) {
    chosen = place;
    if (!strategy()) load(CLASS_NAMES[place], placesIn(history.draft, place));
    draw();
  }

  function pick(at) {
    const name = holeText(history.draft.hands[at]);
    const painted = strategy();
    if (painted) history.add({ hands: name, ...painted });
    else load(name, [at]);
  }

  function draw() {
    const places = chosen === null ? [] : placesIn(history.draft, chosen);
    fill(
      tiles,
      places.length
        ? places.map((at) => tile(history.draft, at, () => pick(at)))
        : note("Click a hand class to see its hands."),
    );
  }

  return {
    mix,
    tiles,
    choose,
    draw,
    element: h(
      "fieldset",
      { class: "stack" },
      h("legend", {}, "Mix of hands, in percent"),
      field("Hands", text),
      h("div", { class: "fields" }, mix.elements),
      h(
        "div",
        { class: "fields" },
        button("Set", set),
        button("As solved", () => add({})),
      ),
    ),
  };
}

function tile(draft, at, onclick) {
  const hole = draft.hands[at];
  const shares = draft.strategy.map((row) => row[at]);
  const words = draft.actions.map((action, row) => `${action.words} ${percent(shares[row], 0)}`);
  return button(
    [
      h("span", { class: "cards" }, HOLE_CARDS[hole].map(cardElement)),
      shareBar(draft.actions, shares),
    ],
    onclick,
    {
      class: "lock-tile",
      title: words.join(", "),
      "aria-label": `${holeText(hole)}: ${words.join(", ")}`,
    },
  );
}
