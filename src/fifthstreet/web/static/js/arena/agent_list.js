/** The agents of a match: add and remove them, and set their options. */

import { button, checkbox, dropdown, field, fill, h, note } from "../dom.js";
import { nameWords } from "../format.js";

/** Create the list of `agents`, which it changes in place; `known` has what can be chosen. */
export function agentList(known, agents) {
  const rows = h("ul", { class: "agent-rows" });
  const add = button("Add an agent", () => {
    agents.push({ name: "random", options: {} });
    draw();
  });

  function draw() {
    fill(rows, agents.map(row));
    add.disabled = agents.length >= known.max_seats;
  }

  function row(agent, at) {
    const entry = known.agents.find((each) => each.name === agent.name);
    return h(
      "li",
      { class: "agent-row" },
      h(
        "div",
        { class: "row spread" },
        field(`Agent ${at + 1}`, nameList(agent, at)),
        button("×", () => remove(at), {
          class: "quiet",
          "aria-label": `Remove agent ${at + 1}`,
          disabled: agents.length < 2,
        }),
      ),
      note(entry.summary),
      entry.options.length
        ? h(
            "div",
            { class: "fields agent-options" },
            entry.options.map((option) => optionField(agent, option)),
          )
        : null,
    );
  }

  function nameList(agent, at) {
    const names = known.agents.map((each) => [each.name, nameWords(each.name)]);
    return dropdown(names, agent.name, (name) => {
      Object.assign(agent, { name, options: {} });
      draw();
      rows.children[at].querySelector("select").focus();
    });
  }

  function remove(at) {
    agents.splice(at, 1);
    draw();
    add.focus();
  }

  draw();
  return [rows, h("div", { class: "row" }, add)];
}

function optionField(agent, option) {
  const value = agent.options[option.name] ?? option.default;
  const title = option.description;
  const set = (next) => {
    agent.options[option.name] = next;
  };
  if (option.kind === "flag") return checkbox(option.name, value, set, { title });
  if (option.kind === "choice")
    return field(option.name, dropdown(option.choices, value, set, { title }));
  const input = h("input", {
    type: "number",
    value,
    min: option.low,
    max: option.high,
    step: option.kind === "whole" ? 1 : "any",
    required: true,
    title,
    onchange: () => set(Number(input.value)),
  });
  return field(option.name, input);
}
