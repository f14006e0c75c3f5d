/** The fields of a preflop game: games to start from, and what the server reads. */

/** Games to start from; the first is the one of a new form. */
export const GAMES = [
  {
    title: "10 big blinds, all-in or fold: seconds",
    fields: {
      stack: "10",
      blinds: "0.5, 1",
      ante: "0",
      flops: "184",
      preflop: "a",
      flop: "",
      turn: "",
      river: "",
      raises: "",
      max_raises: "2, 0, 0, 0",
      removed: "r:c",
      rake: "0",
      cap: "",
    },
  },
  {
    title: "20 big blinds, raises to 2, bets on flop and turn: minutes",
    fields: {
      stack: "20",
      blinds: "0.5, 1",
      ante: "0",
      flops: "10",
      preflop: "2x, a",
      flop: "50%",
      turn: "75%",
      river: "",
      raises: "",
      max_raises: "2, 1, 1, 0",
      removed: "r:b2:b4, r:c:b2:b4",
      rake: "0",
      cap: "",
    },
  },
  {
    title: "100 big blinds, 49 flops: for a GPU",
    fields: {
      stack: "100",
      blinds: "0.5, 1",
      ante: "0",
      flops: "49",
      preflop: "2.5x, 3x",
      flop: "66%",
      turn: "66%",
      river: "75%",
      raises: "",
      max_raises: "3, 1, 1, 1",
      removed: "",
      rake: "0",
      cap: "",
    },
  },
];
const STREETS = ["flop", "turn", "river"];

/** Return the game of the form as the server reads it; what is not a number stays text. */
export function gameRequest(values) {
  const list = (text) => text.split(/[\s,;]+/).filter(Boolean);
  const number = (text) => (text.trim() === "" ? null : toNumber(text));
  const sizes = { preflop: { raise: values.preflop } };
  for (const street of STREETS) sizes[street] = { bet: values[street], raise: values.raises };
  const rate = number(values.rake);
  const game = {
    stack: number(values.stack),
    blinds: list(values.blinds).map(toNumber),
    ante: number(values.ante) ?? 0,
    flops: Number(values.flops),
    sizes,
    max_raises: list(values.max_raises).map(toNumber),
    removed: list(values.removed),
  };
  if (rate) game.rake = { rate: rate / 100, cap: number(values.cap) };
  return game;
}

function toNumber(text) {
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
}
