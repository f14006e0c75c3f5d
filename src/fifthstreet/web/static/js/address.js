/** The address of the page, which names the screen and what it shows. */

/**
 * Note what a screen shows in the address, as a new entry of the history if `isPushed`. If the user
 * has gone to another screen, which may not be there yet, its address stays.
 */
export function noteAddress(address, { isPushed = false } = {}) {
  const screenOf = (hash) => hash.split("?")[0];
  if (location.hash === address || screenOf(location.hash) !== screenOf(address)) return;
  if (isPushed) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
