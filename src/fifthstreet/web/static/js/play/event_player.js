/** Show the events of a hand one by one, at a speed that the person chooses. */

import { dropdown } from "../dom.js";

// Milliseconds that an event is shown before the next one, at normal speed.
const PAUSES = {
  ante: 60,
  blind: 120,
  deal: 45,
  board: 550,
  collect: 250,
  show: 500,
  muck: 300,
  win: 600,
  discard: 350,
};
const USUAL_PAUSE = 420;
const SPEEDS = { slow: 2, normal: 1, fast: 0.35, instant: 0 };
const KEPT = "play-speed";

/** Create the player; `show(frame, reply)` shows an event of a reply. */
export function eventPlayer(show) {
  const kept = localStorage.getItem(KEPT);
  let speed = kept in SPEEDS ? kept : "normal";
  let isLoading = true; // what happened before the page was loaded is shown at once
  let isEnded = false;
  let next = 0; // number of the next event
  let hand = null;

  function pause(frame) {
    const milliseconds = isLoading ? 0 : (PAUSES[frame.kind] ?? USUAL_PAUSE) * SPEEDS[speed];
    return milliseconds ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : null;
  }

  return {
    element: dropdown(
      Object.keys(SPEEDS),
      speed,
      (value) => {
        speed = value;
        localStorage.setItem(KEPT, speed);
      },
      { "aria-label": "Speed" },
    ),
    get hand() {
      return hand;
    },
    get next() {
      return next;
    },
    /** Begin a hand. */
    begin(number) {
      hand = number;
      next = 0;
    },
    /** Show the new events of a reply; return whether the table is still shown. */
    async play(reply) {
      for (const frame of reply.frames) {
        if (isEnded) return false;
        if (frame.number < next) continue;
        next = frame.number + 1;
        show(frame, reply);
        await pause(frame);
      }
      return !isEnded;
    },
    /** Wait after each event from now on. */
    slowDown() {
      isLoading = false;
    },
    end() {
      isEnded = true;
    },
  };
}
