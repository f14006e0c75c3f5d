/** How well solutions can grade: figures, and a warning if they are too coarse. */

import { addressOf } from "../address.js";
import { h, note } from "../dom.js";
import { counted, number } from "../format.js";

const LIMITS = { inaccuracy: "inaccuracies", mistake: "mistakes" };

/** Show the accuracy of solutions to train, by the least accurate one. */
export function accuracyElement(rows) {
  const [worst] = [...rows].sort((one, two) => errorOf(two) - errorOf(one));
  if (!worst) return null;
  const { accuracy } = worst;
  const coarse = rows.filter((row) => row.accuracy.is_too_coarse);
  if (!coarse.length)
    return note(
      rows.length > 1 ? `Least accurate: ${worst.name}. ` : "",
      figures(accuracy),
      accuracy.is_sharp ? "" : " Smaller losses are graded as correct or within error.",
    );
  return h(
    "div",
    { class: "warning small stack tight", role: "note", "aria-label": "Accuracy of grades" },
    h("strong", {}, headline(rows, coarse)),
    h("p", {}, rows.length > 1 ? `The least accurate is ${worst.name}. ` : "", figures(accuracy)),
    h(
      "p",
      {},
      `Its error hides ${accuracy.lost_grades.map((grade) => LIMITS[grade]).join(" and ")}: `,
      "they are graded as within error. You can start anyhow, or ",
      h("a", { href: addressOf("solve", { solution: worst.name }) }, "solve it further"),
      `, to an exploitability below ${accuracy.too_coarse_pot_percent}% of the pot.`,
    ),
  );
}

/** Return whether one of the solutions is too coarse. */
export function isCoarse(rows) {
  return rows.some((row) => row.accuracy.is_too_coarse);
}

function headline(rows, coarse) {
  if (rows.length === 1) return "This solution is too coarse to grade every mistake.";
  const share = `${coarse.length} of ${counted(rows.length, "solution")}`;
  return `${share} ${coarse.length === 1 ? "is" : "are"} too coarse to grade every mistake.`;
}

function figures({
  exploitability_pot_percent: share,
  error_pot_percent: error,
  rare_error_pot_percent: rare,
}) {
  if (share === null) return "Its exploitability is unknown, and so is the error of its grades.";
  return (
    `Exploitability ${number(share, 3)}% of the pot: losses are known to ± ${number(error, 1)}% of ` +
    `the pot at the first decision, and to ± ${number(rare, 1)}% after a line that is played one ` +
    "time in ten."
  );
}

function errorOf({ accuracy }) {
  return accuracy.error_pot_percent ?? Number.POSITIVE_INFINITY;
}
