/** Train: decisions dealt from a solution, graded by what they cost. */

import { showSession } from "../train/session.js";
import { showSetup } from "../train/setup.js";

/** Show the form, or the session `query.session`. */
export async function show(main, query) {
  return query.session ? showSession(main, query.session) : showSetup(main, query);
}
