/** The last action of each seat on the street, which the table shows beside the stacks. */

import { actionLabel } from "./hand_log.js";

/** Create the labels: `note(frame)` adds an event, `of(seat)` returns what the seat did last. */
export function lastActions(money) {
  const labels = new Map();
  return {
    of: (seat) => labels.get(seat),
    clear: () => labels.clear(),
    note(frame) {
      if (["board", "collect"].includes(frame.kind)) {
        // Actions of the last street are over; folds stay.
        for (const [seat, label] of labels) if (label.kind !== "fold") labels.delete(seat);
      }
      const text = frame.seat === null ? null : actionLabel(frame, money);
      if (text) labels.set(frame.seat, { text, kind: frame.kind });
    },
  };
}
