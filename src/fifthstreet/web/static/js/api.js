/** Requests to the server that serves this page; nothing goes anywhere else. */

const BASE = "api/v1";

/** A refused request, with one line that says why. */
class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function request(method, path, { query, body, signal } = {}) {
  const address = new URL(BASE + path, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {})) {
    // A list is sent as the same name several times.
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined) address.searchParams.append(name, each);
    }
  }
  const options = { method, signal, headers: {} };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers["content-type"] = "application/json";
  }
  let reply;
  try {
    reply = await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("the server does not answer; is it still running?", 0);
  }
  if (!reply.ok) {
    const data = await reply.json().catch(() => ({}));
    throw new ApiError(
      data.detail ?? `the server answered with status ${reply.status}`,
      reply.status,
    );
  }
  return reply.status === 204 ? null : reply.json();
}

export const api = {
  get: (path, query, options) => request("GET", path, { query, ...options }),
  post: (path, body = {}, options) => request("POST", path, { body, ...options }),
  put: (path, body) => request("PUT", path, { body }),
  delete: (path) => request("DELETE", path),
  /** Return the address of a file to download. */
  link: (path, query = {}) => {
    const address = new URL(BASE + path, document.baseURI);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  },
  socket: (path) => {
    const address = new URL(BASE + path, document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address);
  },
};

/** Encode a name as a part of a path. */
export const part = encodeURIComponent;
