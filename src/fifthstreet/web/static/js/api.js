/** Requests to the server that serves this page; nothing goes anywhere else. */

import { serverBack } from "./server.js";

const BASE = "api/v1";
const MAX_ATTEMPTS = 3; // of a request that fails although the server answers others

/** A refused request, with one line that says why. */
class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const COLUMNS_TYPE = "application/vnd.fifthstreet.columns";
const LENGTH_BYTES = 4; // of the number of bytes of the text of a reply with columns
const COLUMNS = { float32: Float32Array, int8: Int8Array, int16: Int16Array, int32: Int32Array };

/** Return the data of a reply that has binary columns, with typed arrays; NaN is unknown. */
function withColumns(buffer) {
  const start = LENGTH_BYTES + new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, LENGTH_BYTES, start - LENGTH_BYTES));
  return JSON.parse(text, (_, value) => {
    const Column = value?.column && COLUMNS[value.column];
    return Column ? new Column(buffer, start + value.start, value.count) : value;
  });
}

/** Send a request; one that is `repeatable` is sent again once a server that is away is back. */
async function request(method, path, { query, body, signal, repeatable = false } = {}) {
  const address = new URL(BASE + path, document.baseURI);
  for (const [name, value] of Object.entries(query ?? {})) {
    // A list is sent as the same name several times.
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined) address.searchParams.append(name, each);
    }
  }
  const options = { method, signal, headers: {} };
  if (body !== undefined) {
    const isFile = body instanceof Blob;
    options.body = isFile ? body : JSON.stringify(body);
    options.headers["content-type"] = isFile ? "application/octet-stream" : "application/json";
  }
  const reply = await send(address, options, repeatable);
  if (!reply.ok) {
    const data = await reply.json().catch(() => ({}));
    throw new ApiError(
      data.detail ?? `the server answered with status ${reply.status}`,
      reply.status,
    );
  }
  if (reply.headers.get("content-type") === COLUMNS_TYPE)
    return withColumns(await reply.arrayBuffer());
  return reply.status === 204 ? null : reply.json();
}

async function send(address, options, repeatable) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, options);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      const back = serverBack();
      if (!repeatable || attempt === MAX_ATTEMPTS)
        throw new ApiError("the server does not answer; try again when it does", 0);
      await back;
    }
  }
}

export const api = {
  get: (path, query, options) => request("GET", path, { query, repeatable: true, ...options }),
  /** Post a question that changes nothing on the server. */
  ask: (path, body) => request("POST", path, { body, repeatable: true }),
  post: (path, body = {}, options) => request("POST", path, { body, ...options }),
  put: (path, body, query) => request("PUT", path, { body, query }),
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
