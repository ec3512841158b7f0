/**
 * A catalogue as a file of TypeScript: a server, how it is reached, and its tools as it lists them, each with the type of
 * its arguments.
 *
 * Tools are sorted by name. Schemas are written as the server gives them, in its order of keys.
 */
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import type { Json } from "../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { type Code, type CodeItem, lines, list, literal, propertyKey } from "./Code.ts"
import type { Credential } from "./credentials.ts"
import { type TypeDefinition, definitionsOf, type Find } from "./definitionsOf.ts"
import { identifier, usedNames } from "./names.ts"
import { shapeOf } from "./shapeOf.ts"
import { argumentOf, membersOf, type Refer, typeCode, usesJson } from "./typeCode.ts"

export type Reached =
  | { readonly command: ReadonlyArray<string>; readonly env?: Credentials }
  | { readonly url: string; readonly headers?: Credentials }

export type Credentials = ReadonlyArray<Credential>

/** What a server says of itself. */
export interface ServerListing {
  readonly instructions?: string
  readonly tools: ReadonlyArray<OfferedTool>
}

export const catalogueSource = (name: string, reached: Reached, listing: ServerListing): string => {
  const constant = identifier(name)
  const tools = listing.tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const definitions = definitionsOf(tools, [...usedNames, constant])
  const needsJson =
    tools.some((tool) => usesJson(shapeOf(tool.input_schema), typeIn(definitions.of(tool)))) ||
    definitions.all.some(({ find, shape }) => usesJson(shape, typeIn(find)))
  const imported = [...(needsJson ? ["type Json"] : []), "server", ...(tools.length === 0 ? [] : ["tool"])]
  const given = ("url" in reached ? reached.headers : reached.env) ?? []
  return [
    "/**",
    ` * The tools of the MCP server ${literal(name).replaceAll("*/", "*\\/")}, as passhat types found them.`,
    " */",
    ...(given.length === 0 ? [] : ['import process from "node:process"']),
    `import { ${imported.join(", ")} } from "passhat"`,
    ...definitions.all.flatMap((one) => ["", ...definitionLines(one)]),
    "",
    `export const ${constant} = server(${literal(name)}, {`,
    ...("url" in reached
      ? lines(literal(reached.url), 1, "url: ", ",")
      : lines(list("[", reached.command.map(literal), "]"), 1, "command: ", ",")),
    ...(given.length === 0 ? [] : lines(credentialsCode(given), 1, "url" in reached ? "headers: " : "env: ", ",")),
    ...(listing.instructions === undefined ? [] : lines(literal(listing.instructions), 1, "instructions: ", ",")),
    ...(tools.length === 0
      ? ["  tools: {}"]
      : [
          "  tools: {",
          ...tools.flatMap((tool, at) => toolLines(tool, definitions.of(tool), at < tools.length - 1 ? "," : "")),
          "  }"
        ]),
    "})",
    ""
  ].join("\n")
}

const toolLines = (
  { annotations, description, input_schema, name }: OfferedTool,
  find: Find,
  after: string
): ReadonlyArray<string> => {
  const items: ReadonlyArray<CodeItem> = [
    ...(description === undefined ? [] : [{ before: "description: ", code: literal(description) }]),
    ...(annotations === undefined ? [] : [{ before: "annotations: ", code: jsonCode(annotations) }]),
    { before: "inputSchema: ", code: jsonCode(input_schema) }
  ]
  const type = argumentOf("tool", typeCode(shapeOf(input_schema), typeIn(find)))
  return [
    ...lines(type, 2, `${propertyKey(name)}: `, "({"),
    ...items.flatMap(({ before, code }, at) => lines(code, 3, before, at < items.length - 1 ? "," : "")),
    `    })${after}`
  ]
}

/** Values are read where the suite runs, and are not written. */
const credentialsCode = (given: Credentials): Code => ({
  open: "{",
  items: given.map(({ name, scheme, variable }) => ({
    before: `${propertyKey(name)}: `,
    code:
      scheme === undefined
        ? `process.env[${literal(variable)}] ?? ""`
        : `\`${scheme} \${process.env[${literal(variable)}]}\``
  })),
  close: "}"
})

/** A value of JSON as source. Formatters give each of several objects or lists of more than one item a line. */
export const jsonCode = (value: Json): Code => {
  if (typeof value === "string") return literal(value)
  if (isArray(value)) {
    const several = (sizeOf: (part: Json) => number): boolean => value.every((part) => sizeOf(part) > 1)
    const isTall = value.length > 1 && (several(keysIn) || several(itemsIn))
    const isFilled = value.length > 1 && value.every((part) => typeof part === "number")
    return { ...list("[", value.map(jsonCode), "]"), isTall, isFilled }
  }
  // Formatters write 1e21 for 1e+21.
  if (!isJsonObject(value)) return JSON.stringify(value).replace("e+", "e")
  const items = Object.entries(value).map(([key, part]) => ({ before: `${propertyKey(key)}: `, code: jsonCode(part) }))
  return { open: "{", items, close: "}" }
}

const keysIn = (value: Json): number => (isJsonObject(value) ? Object.keys(value).length : 0)
const itemsIn = (value: Json): number => (isArray(value) ? value.length : 0)

/** An interface if it can be one, since editors show interfaces by name. */
const definitionLines = ({ find, name, shape }: TypeDefinition): ReadonlyArray<string> =>
  shape.kind === "object" && shape.fields.length > 0 && shape.rest === undefined
    ? lines({ ...membersOf(shape.fields, typeIn(find)), isTall: true }, 0, `interface ${name} `)
    : lines(typeCode(shape, typeIn(find)), 0, `type ${name} = `)

const typeIn =
  (find: Find): Refer =>
  (pointer) =>
    find(pointer)?.name ?? "Json"
