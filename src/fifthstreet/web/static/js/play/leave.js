/** Leave a table, which ends its session. */

import { confirmDialog } from "../components/dialog.js";

/** Ask whether to leave a table; resolve to true or false. */
export function confirmLeave() {
  return confirmDialog("Leave this table? Its session ends.", "Leave");
}
