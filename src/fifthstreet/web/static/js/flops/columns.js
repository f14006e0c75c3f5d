/** The columns of the table of flops. */

import { cardsElement } from "../cards.js";
import { shareBar } from "../components/action_table.js";
import { numberColumn } from "../components/data_table.js";
import { number, percent } from "../format.js";
import { amounts } from "../units.js";

/** Return the columns of a matchup. */
export function flopColumns({ facts, actions }) {
  const units = amounts(facts);
  const amount = (value) => units.number(value, 1);
  const realisation = (row) => (row.equity ? row.ev[0] / (row.equity * facts.pot) : null);
  return [
    {
      name: "board",
      title: "Flop",
      value: (row) => row.board,
      show: (row) => cardsElement(row.board),
    },
    {
      name: "bar",
      title: "Decision",
      value: (row) => row.frequencies[row.frequencies.length - 1],
      show: (row) => shareBar(actions, row.frequencies),
    },
    ...actions.map((action, at) =>
      numberColumn(action.step, action.words, (row) => row.frequencies[at], percent),
    ),
    numberColumn("equity", "Equity", (row) => row.equity, percent),
    numberColumn("ev", units.title("EV of OOP"), (row) => row.ev[0], amount),
    numberColumn("ip", units.title("EV of IP"), (row) => row.ev[1], amount),
    numberColumn("eqr", "EQR", realisation, (value) => number(value, 3)),
    numberColumn(
      "share",
      "Dealt",
      (row) => row.share,
      (value) => percent(value, 2),
    ),
    {
      name: "texture",
      title: "Texture",
      value: (row) => Object.values(row.texture).join(" "),
      show: (row) => textureWords(row.texture),
    },
    numberColumn(
      "error",
      "Error",
      (row) => row.exploitability_pot_percent,
      (value) => `${number(value, 2)}%`,
    ),
  ];
}

function textureWords(texture) {
  const parts = [texture.suits];
  if (texture.pairs !== "no pair") parts.push(texture.pairs);
  if (texture.straights !== "no straight draw") parts.push(texture.straights);
  return parts.join(", ");
}
