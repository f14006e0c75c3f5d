/** The address of the page: a screen and what it shows, like "#/browse?solution=turn&path=r:k". */

/** An address that leads nowhere, with words that say why and links that lead on. */
export class AddressError extends Error {
  constructor(message, links = []) {
    super(message);
    this.links = links; // [address, words]
  }
}

/** Return what the address says: its text, the name of the screen, and the parts of the query. */
export function readAddress() {
  const { hash } = location;
  const [path, ...query] = hash.replace(/^#\/?/, "").split("?");
  return { hash, screen: path, parts: new URLSearchParams(query.join("?")) };
}

/** Return the address of a screen; parts that are null or undefined are left out. */
export function addressOf(screen, parts = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    for (const each of [value].flat())
      if (each !== null && each !== undefined) query.append(name, each);
  }
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  return `#/${screen}${text && `?${text}`}`;
}

/** Return an error that says that the library has nothing by a name of the address. */
export function missing(noun, name, links = []) {
  const words = `There is no ${noun} named “${name}”. It may have been renamed or deleted.`;
  return new AddressError(words, [...links, ["#/library", "Library"]]);
}

/** Return the reply to a request for what the address names; the error says if there is none. */
export async function openNamed(reply, noun, name, links = []) {
  try {
    return await reply;
  } catch (error) {
    if (error.status === 404) throw missing(noun, name, links);
    if (error.status >= 400 && error.status < 500) {
      const words = `This ${noun} cannot be opened: ${error.message}.`;
      throw new AddressError(words, [...links, ["#/library", "Library"]]);
    }
    throw error;
  }
}

/**
 * Check that a node has the path of the address: the server reads sizes that there are not as the
 * nearest ones. Lines as players write them, like "x/b33%", have no such path.
 */
export function checkPath(path, found, nearest, links = []) {
  if (found === path || !/^r(:|$)/.test(path)) return;
  throw new AddressError(`There is no line “${path}”.`, [
    [nearest, `Nearest line: ${found}`],
    ...links,
    ["#/library", "Library"],
  ]);
}

// Kinds of parts. `read(texts)` returns the value of what the address has, or undefined if it is
// not `accepted`; `write(value)` returns texts. The `initial` value is left out of the address.

const single = (read) => (texts) => (texts.length === 1 ? read(texts[0]) : undefined);

/** Any text. */
export function text(initial = "") {
  const read = single((value) => value);
  return { initial, accepted: "given once", read, write: (value) => value };
}

/** One of some texts, by default the first. */
export function oneOf(values, initial = values[0]) {
  const named = values.filter(Boolean);
  return {
    initial,
    accepted: named.length <= 12 ? `one of: ${named.join(", ")}` : "one that there is",
    read: single((value) => (values.includes(value) ? value : undefined)),
    write: (value) => value,
  };
}

/** Several texts, by default none; all of them are among `values` if these are given. */
export function severalOf(values = null, initial = []) {
  return {
    initial,
    accepted: values ? `some of: ${values.join(", ")}` : "some texts",
    read: (texts) => (!values || texts.every((each) => values.includes(each)) ? texts : undefined),
    write: (value) => value,
  };
}

/** A number within limits. */
export function numberWithin(low, high, initial) {
  return {
    initial,
    accepted: `a number from ${low} to ${high}`,
    read: single((value) => {
      const found = value.trim() === "" ? Number.NaN : Number(value);
      return found >= low && found <= high ? found : undefined;
    }),
    write: (value) => (value === null ? null : String(value)),
  };
}

/** Whether something holds; by default it does not. */
export function flag() {
  return {
    initial: false,
    accepted: "“yes”",
    read: single((value) => (value === "yes" ? true : undefined)),
    write: (value) => (value ? "yes" : null),
  };
}

/** The column that sorts a table; a minus sign means that large values are first. */
export function order(name = null, { isDescending = true, columns = null } = {}) {
  return {
    initial: { name, isDescending },
    accepted: columns ? `one of: ${columns.join(", ")}` : "the name of a column",
    read: single((value) => {
      const column = value.replace(/^-/, "");
      if (!column || (columns && !columns.includes(column))) return undefined;
      return { name: column, isDescending: value.startsWith("-") };
    }),
    write: (value) => (value.name === null ? null : (value.isDescending ? "-" : "") + value.name),
  };
}

/**
 * Return the state of a screen, which its address keeps. `fields` has the kind of each part.
 * `values` are the current ones, `given` the names of those that the address had, and `set(changes)`
 * changes values and the address.
 */
export function screenState({ hash, screen, parts }, fields) {
  const values = {};
  let own = hash; // as long as the address is this one, it belongs to the screen

  for (const name of parts.keys())
    if (!(name in fields)) throw new AddressError(`this screen has no “${name}”.`);
  for (const [name, field] of Object.entries(fields)) {
    const texts = parts.getAll(name);
    values[name] = texts.length ? field.read(texts) : structuredClone(field.initial);
    if (values[name] === undefined)
      throw new AddressError(`${name} must be ${field.accepted}; got “${texts.join(", ")}”.`);
  }

  function address() {
    const isUsual = ([name, field]) =>
      JSON.stringify(field.write(values[name])) === JSON.stringify(field.write(field.initial));
    const unusual = Object.entries(fields).filter((entry) => !isUsual(entry));
    return addressOf(
      screen,
      Object.fromEntries(unusual.map(([name, field]) => [name, field.write(values[name])])),
    );
  }

  /** Change values without the address, which `note` lets follow. */
  function note({ isReplaced = false } = {}) {
    const next = address();
    if (location.hash !== own || next === own) return; // the user has gone elsewhere meanwhile
    own = next;
    if (isReplaced) history.replaceState(null, "", next);
    else history.pushState(null, "", next);
  }

  return {
    values,
    given: new Set(parts.keys()),
    note,
    /** Change values: as a new entry of the history, or in place of the last one. */
    set(changes, options) {
      Object.assign(values, changes);
      note(options);
    },
    /** Return the options of a table whose order is a value. */
    sorting: (name) => ({
      order: values[name],
      onorder: (next) => {
        values[name] = next;
        note();
      },
    }),
  };
}
