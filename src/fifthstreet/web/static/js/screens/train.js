/** Train: decisions dealt from a solution, graded by what they cost. */

import { showSession } from "../train/session.js";
import { showSetup } from "../train/setup.js";

/** Whether the screen is shown again when the unit of amounts changes. */
export const showsAmounts = true;

/** Show the session that the address names, or the form. */
export async function show(main, address) {
  return address.parts.has("session") ? showSession(main, address) : showSetup(main, address);
}
