/** Actions of a betting tree in words. */

const PLAIN = { f: "fold", k: "check", c: "call", a: "all-in" };

/** Return the words of an action like `b94`; `isRaise` says whether a bet is a raise. */
export function stepWords(step, isRaise) {
  return PLAIN[step] ?? `${isRaise ? "raise to" : "bet"} ${step.slice(1)}`;
}
