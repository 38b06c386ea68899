// Lists the operations of openapi.json: what they do, what they take, what they answer.

const description = await (await fetch("/openapi.json")).json();
const list = document.getElementById("operations");

/** An element with children; texts are never read as HTML. */
function element(name, ...children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** A schema as a short text, references by name. */
function tell(schema) {
  if (schema === undefined) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(tell).join(" | ");
  if (schema.type === "array") return `[${tell(schema.items)}]`;
  if (schema.properties) {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `  ${name}${required.has(name) ? "" : "?"}: ${tell(field)}`,
    );
    return fields.length ? `{\n${fields.join(",\n")}\n}` : "{}";
  }
  return schema.type ?? "any";
}

function describe(method, path, operation) {
  const title = element("summary", element("code", `${method.toUpperCase()} ${path}`));
  const box = element("details", title, element("p", operation.description ?? ""));
  if (operation.parameters) {
    const rows = operation.parameters.map((parameter) =>
      element("li", element("code", `${parameter.name}: ${tell(parameter.schema)}`)),
    );
    box.append(element("ul", ...rows));
  }
  const body = operation.requestBody?.content["application/json"]?.schema;
  if (body) box.append(element("p", "Takes ", element("code", tell(body))));
  for (const [status, answer] of Object.entries(operation.responses)) {
    const content = Object.values(answer.content ?? {})[0];
    const shape = tell(content?.schema);
    box.append(element("p", `${status}: ${answer.description}. `, element("code", shape)));
  }
  return box;
}

list.replaceChildren(element("h2", "Operations"));
for (const [path, operations] of Object.entries(description.paths)) {
  for (const [method, operation] of Object.entries(operations)) {
    list.append(describe(method, path, operation));
  }
}
list.append(element("h2", "Shapes"));
for (const [name, schema] of Object.entries(description.components.schemas)) {
  const box = element("details", element("summary", element("code", name)));
  box.append(element("p", schema.description ?? ""), element("pre", tell(schema)));
  list.append(box);
}
