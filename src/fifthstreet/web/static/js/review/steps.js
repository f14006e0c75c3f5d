/** Actions of a betting tree in words. */

const PLAIN = { f: "fold", k: "check", c: "call", a: "all-in" };

/** Return the words of an action like `b94`, or of a chart; `isRaise`: a bet is a raise. */
export function stepWords(step, isRaise) {
  if (step === "b") return isRaise ? "raise" : "bet"; // charts have no amounts
  if (step.includes(" ")) return step; // "fold or limp" is one action of charts
  return PLAIN[step] ?? `${isRaise ? "raise to" : "bet"} ${step.slice(1)}`;
}
