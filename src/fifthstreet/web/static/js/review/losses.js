/** Losses in big blinds as text, always with their error. */

import { number } from "../format.js";

/** Return a loss and the half width of its interval. */
export function lossText(bigBlinds, interval) {
  if (bigBlinds === null || bigBlinds === undefined) return "–";
  return interval ? `${number(bigBlinds)} ± ${number(interval[1] - bigBlinds)}` : number(bigBlinds);
}

/** Return the loss of a decision, marked ≈ if it is within error. */
export function decisionLoss(loss) {
  if (loss === null) return "–";
  const text = lossText(loss.big_blinds, loss.interval_big_blinds);
  return loss.within_error ? `≈ ${text}` : text;
}
