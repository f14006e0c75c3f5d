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
  group.choose = (value) => select(value);
  return group;
}

/** Return whether a key event belongs to a control in which the user types or chooses. */
export function isTyping(event) {
  return Boolean(
    event.target.closest(
      "input, select, textarea, dialog, [role=radiogroup], [role=grid], [contenteditable]",
    ),
  );
}
