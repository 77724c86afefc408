// Writes the types of the wire from the server's schema: `npm run types` after a change there.
// With --check it writes nothing and fails where the types are not those of the schema.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const SCHEMA = new URL("../../src/calavera/protocol/messages.schema.json", import.meta.url);
const TARGET = new URL("../src/wire/messages.ts", import.meta.url);

/** The TypeScript of one node of a JSON schema. */
function typeOf(node) {
  if (node === true || Object.keys(node).every((key) => key === "description")) return "unknown";
  if (node.$ref) return node.$ref.replace(/^#\/\$defs\//, "");
  if ("const" in node) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choice = node.oneOf ?? node.anyOf;
  if (choice) return choice.map(typeOf).join(" | ");
  if (Array.isArray(node.type))
    return node.type.map((type) => typeOf({ ...node, type })).join(" | ");
  switch (node.type) {
    case "integer":
    case "number":
      return "number";
    case "array": {
      const item = typeOf(node.items ?? true);
      return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return node.properties ? members(node) : "Record<string, unknown>";
    default:
      return node.type;
  }
}

function members(node) {
  const required = new Set(node.required ?? []);
  const lines = Object.entries(node.properties).map(([name, value]) => {
    const comment = value.description ? `  /** ${value.description} */\n` : "";
    return `${comment}  ${name}${required.has(name) ? "" : "?"}: ${typeOf(value)};\n`;
  });
  return `{\n${lines.join("")}}`;
}

function typesOf(schema) {
  const declarations = Object.entries(schema.$defs).map(([name, node]) => {
    const comment = node.description ? `/** ${node.description} */\n` : "";
    return `${comment}export type ${name} = ${typeOf(node)};\n`;
  });
  return `// Made by \`npm run types\` from src/calavera/protocol/messages.schema.json; not to be edited.\n\n${declarations.join("\n")}`;
}

const text = typesOf(JSON.parse(readFileSync(SCHEMA, "utf8")));
if (!process.argv.includes("--check")) writeFileSync(TARGET, text);
else if (!existsSync(TARGET) || readFileSync(TARGET, "utf8") !== text) {
  console.error("web/src/wire/messages.ts is not what the schema says: npm run types");
  process.exitCode = 1;
}
