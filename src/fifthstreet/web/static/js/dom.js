/** Small helpers to build the page; data never passes through HTML text. */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "g",
  "path",
  "line",
  "text",
  "rect",
  "circle",
  "polyline",
  "polygon",
  "title",
  "tspan",
]);

/**
 * Create an element: `h("button", {class: "primary", onclick: run}, "Solve")`.
 * Attributes that are null or false are left out; children may be nodes, text, lists or null.
 */
export function h(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag)
    ? document.createElementNS(SVG, tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(element.style, value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(element, child);
    else element.append(child);
  }
}

/** Replace all children of an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Return a debounced function: it is called after a pause, with the last arguments. */
export function debounced(call, milliseconds = 250) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), milliseconds);
  };
}

/** Return a function that calls once after a pause for all requests meanwhile, with `cancel()`. */
export function paced(call, milliseconds) {
  let timer = 0;
  const request = () => {
    timer ||= setTimeout(() => {
      timer = 0;
      call();
    }, milliseconds);
  };
  request.cancel = () => clearTimeout(timer);
  return request;
}

/** Return a function that begins a request and returns a test whether it is still the last one. */
export function lastRequest() {
  let last = 0;
  return () => {
    const own = ++last;
    return () => own === last;
  };
}

/** Let the browser save a text as a file. */
export function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Return the object that `localStorage` holds under a key; an empty one if there is none. */
export function storedObject(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

let lastId = 0;
/** Return an id that no other element has. */
export function newId(prefix = "e") {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** Create a labelled field: the label's text, then the control. */
export function field(text, control, attributes = {}) {
  return h("label", attributes, h("span", {}, text), control);
}

/** Create a section with a frame; `label` names it for screen readers. */
export function panel(label, ...children) {
  return h("section", { class: "panel stack", "aria-label": label }, ...children);
}

/** Create a paragraph of small explanatory text. */
export function note(...children) {
  return h("p", { class: "note" }, ...children);
}

/** Create a button. */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/** Create a checkbox with its text; `onchange` gets whether it is checked. */
export function checkbox(text, isChecked, onchange, attributes = {}) {
  const box = h("input", {
    type: "checkbox",
    checked: isChecked,
    onchange: () => onchange(box.checked),
  });
  return h("label", { class: "inline", ...attributes }, box, text);
}

/** Create the options of a list: `[value, text]`, or a text that is its own value. */
export function listOptions(entries, chosen) {
  return entries.map((entry) => {
    const [value, text] = Array.isArray(entry) ? entry : [entry, entry];
    return h("option", { value, selected: value === chosen }, text);
  });
}

/** Create a list to choose from; `onchange` gets the chosen value. */
export function dropdown(entries, chosen, onchange, attributes = {}) {
  const list = h(
    "select",
    { ...attributes, onchange: () => onchange?.(list.value) },
    listOptions(entries, chosen),
  );
  return list;
}

/** Create a line for errors, hidden while there is none: `show(message)` and `clear()`. */
export function problemLine(attributes = {}) {
  const line = h("p", { class: "problem", role: "alert", hidden: true, ...attributes });
  line.show = (message) => {
    line.textContent = message;
    line.hidden = false;
  };
  line.clear = () => {
    line.hidden = true;
  };
  return line;
}

/** Do some work while its button is disabled, and show what goes wrong in a problem line. */
export async function submit(control, problem, work) {
  problem.clear();
  control.isBusy = true;
  control.disabled = true;
  try {
    await work();
  } catch (error) {
    problem.show(error.message);
  } finally {
    control.isBusy = false;
    control.disabled = Boolean(control.isRefused);
  }
}

/** Allow or refuse an action; while it is under way, its button stays disabled. */
export function allow(control, isAllowed) {
  control.isRefused = !isAllowed;
  control.disabled = control.isRefused || Boolean(control.isBusy);
}

/** Create a radio-like group of buttons; `onchange` gets the chosen value. */
export function choices(label, options, chosen, onchange) {
  const group = h("div", { class: "choices", role: "radiogroup", "aria-label": label });
  const select = (value, focus) => {
    for (const button of group.children) {
      const isChosen = button.dataset.value === value;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      if (isChosen && focus) button.focus();
    }
  };
  for (const [value, text] of options) {
    group.append(
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "data-value": value,
          onclick: () => {
            select(value);
            onchange(value);
          },
          onkeydown: (event) => {
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const values = options.map(([each]) => each);
            const next = values[(values.indexOf(value) + step + values.length) % values.length];
            select(next, true);
            onchange(next);
          },
        },
        text,
      ),
    );
  }
  select(chosen);
  return group;
}

/** Let Enter act once however long it is held, except where it writes lines. */
export function ignoreHeldEnter() {
  const ignore = (event) => {
    if (event.key !== "Enter" || !event.repeat || event.target.tagName === "TEXTAREA") return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("keydown", ignore, { capture: true });
}

/** Return whether a key event belongs to a control in which the user types or chooses. */
export function isTyping(event) {
  return Boolean(
    event.target.closest(
      "input, select, textarea, dialog, [role=radiogroup], [role=grid], [contenteditable]",
    ),
  );
}
