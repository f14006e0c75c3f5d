/** Whether the server answers: while it does not, the page says so and asks again. */

const [FIRST_PAUSE, LAST_PAUSE] = [500, 5000]; // milliseconds between two attempts
const ADDRESS = "api/v1/machine";
const watchers = new Set();
let waiting = null; // a promise while the server does not answer

/** Return whether the server answers now. */
export async function answers() {
  try {
    await fetch(new URL(ADDRESS, document.baseURI), { cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** Wait until the server answers; a line at the top says so meanwhile. */
export function serverBack() {
  waiting ??= waitForServer().finally(() => {
    waiting = null;
  });
  return waiting;
}

/** Call a function whenever the server answers again, as long as an element is on the page. */
export function watchServer(element, listener) {
  watchers.add({ element, listener });
}

async function waitForServer() {
  if (await answers()) return;
  const line = document.getElementById("server-away");
  line.hidden = false;
  let pause = FIRST_PAUSE;
  do {
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(2 * pause, LAST_PAUSE);
  } while (!(await answers()));
  line.hidden = true;
  for (const watcher of [...watchers]) {
    if (watcher.element.isConnected) watcher.listener();
    else watchers.delete(watcher);
  }
}
