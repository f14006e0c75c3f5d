/** Notes of the server on a decision, with symbols for cards and words for the files of charts. */

import { cardsElement } from "../cards.js";

const CARDS = /(?<!\w)((?:[2-9TJQKA][cdhs]){2,7})(?!\w)/;
const CHARTS = /\b(heads_up|six_max|nine_max)_(\d+)\.toml/g;
const TABLES = { heads_up: "two players", six_max: "six players", nine_max: "nine players" };

/** Return the parts of a note: text and cards. */
export function noteParts(text) {
  const plain = text.replace(CHARTS, (_, table, depth) => `for ${TABLES[table]}, ${depth} bb`);
  return plain.split(CARDS).map((part, place) => (place % 2 ? cardsElement(part) : part));
}
