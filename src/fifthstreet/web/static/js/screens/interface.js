/** API: the HTTP API that this page uses, from its own description. */

import { screenState } from "../address.js";
import { api } from "../api.js";
import { fill, h, note } from "../dom.js";

/** Show the screen. */
export async function show(main, address) {
  screenState(address, {});
  const description = await api.get("/openapi.json");
  const groups = new Map();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, endpoint] of Object.entries(methods)) {
      const group = endpoint.tags?.[0] ?? "other";
      groups.set(group, [...(groups.get(group) ?? []), { path, method, endpoint }]);
    }
  }
  fill(
    main,
    h("h1", { class: "screen-name" }, "API"),
    h(
      "p",
      {},
      "Your programs can use the HTTP API that this page uses. Its OpenAPI description is at ",
      h("a", { href: api.link("/openapi.json") }, "openapi.json"),
      `; this is version ${description.info.version}.`,
    ),
    [...groups].map(([name, endpoints]) =>
      h(
        "section",
        { class: "panel stack" },
        h("h2", {}, name),
        endpoints.map(({ path, method, endpoint }) =>
          h(
            "details",
            {},
            h(
              "summary",
              {},
              h("code", {}, `${method.toUpperCase()} ${path}`),
              ` ${endpoint.summary}`,
            ),
            note(endpoint.description ?? ""),
            endpoint.parameters?.length
              ? h(
                  "ul",
                  { class: "small" },
                  endpoint.parameters.map((each) =>
                    h(
                      "li",
                      {},
                      h("code", {}, each.name),
                      ` in the ${each.in}${each.required ? ", required" : ""}`,
                    ),
                  ),
                )
              : null,
            endpoint.requestBody
              ? note("Body: ", h("code", {}, bodyName(endpoint.requestBody)))
              : null,
          ),
        ),
      ),
    ),
    note(
      "WebSocket: ",
      h("code", {}, "/api/v1/jobs/changes"),
      " sends all jobs, then each job whenever it changes.",
    ),
  );
}

function bodyName(body) {
  const schema = Object.values(body.content)[0].schema;
  return (schema.$ref ?? schema.title ?? "JSON").split("/").pop();
}
