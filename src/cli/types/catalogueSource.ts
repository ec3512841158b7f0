/**
 * A catalogue as a file of TypeScript: a server, how it is reached, and its tools with the schemas of their arguments.
 *
 * The same tools give the same bytes, in whatever order they and their properties are listed.
 */
import type { OfferedTool } from "../../domain/Tool.ts"
import { type Code, lines, list, literal, propertyKey } from "./Code.ts"
import { type Definition, definitionsOf, type Find } from "./definitionsOf.ts"
import { docComment } from "./docComment.ts"
import { identifier, usedNames } from "./names.ts"
import { shapeOf } from "./shapeOf.ts"
import { docOf, type Refer, schemaCode } from "./schemaCode.ts"
import { memberTexts, typeText } from "./typeText.ts"

export type Reached = { readonly command: ReadonlyArray<string> } | { readonly url: string }

export const catalogueSource = (name: string, reached: Reached, tools: ReadonlyArray<OfferedTool>): string => {
  const constant = identifier(name)
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const definitions = definitionsOf(sorted, [...usedNames, constant])
  return [
    "/**",
    ` * The tools of the MCP server ${literal(name).replaceAll("*/", "*\\/")}, as passhat types found them.`,
    " */",
    'import { Schema, server } from "passhat"',
    ...definitions.all.flatMap((one) => ["", ...definitionLines(one)]),
    "",
    `export const ${constant} = server(${literal(name)}, {`,
    ...("url" in reached
      ? [`  url: ${literal(reached.url)},`]
      : lines(list("[", reached.command.map(literal), "]"), 1, "command: ", ",")),
    ...lines(toolsCode(sorted, definitions.of), 1, "tools: "),
    "})",
    ""
  ].join("\n")
}

const toolsCode = (tools: ReadonlyArray<OfferedTool>, findIn: (tool: OfferedTool) => Find): Code => ({
  open: "{",
  items: tools.map((tool) => {
    const shape = shapeOf(tool.input_schema)
    return {
      doc: docOf(tool.description ?? "", shape),
      before: `${propertyKey(tool.name)}: `,
      code: schemaCode(shape, (pointer) => findIn(tool)(pointer)?.name ?? "Schema.Json")
    }
  }),
  close: "}",
  isTall: true
})

/** A definition that contains itself is typed by hand, since its type cannot be inferred from itself. */
const definitionLines = (definition: Definition): ReadonlyArray<string> => {
  const { description, find, isRecursive, name, shape } = definition
  const doc = docComment(docOf(description, shape), 0)
  const code = schemaCode(shape, schemaIn(find, isRecursive))
  if (!isRecursive) return [...doc, ...lines(code, 0, `const ${name} = `)]
  return [...doc, ...typeLines(definition), ...lines(code, 0, `const ${name}: Schema.Codec<${name}> = `)]
}

const typeLines = ({ find, name, shape }: Definition): ReadonlyArray<string> =>
  shape.kind === "object" && shape.fields.length > 0 && shape.rest === undefined
    ? [`interface ${name} {`, ...memberTexts(shape.fields, typeIn(find)).map((member) => `  ${member}`), "}"]
    : [`type ${name} = ${typeText(shape, typeIn(find))}`]

/** What contains itself is looked up when it is used, not when it is defined. */
const schemaIn =
  (find: Find, isRecursive: boolean): Refer =>
  (pointer) => {
    const found = find(pointer)
    if (found === undefined) return "Schema.Json"
    return isRecursive && found.isRecursive
      ? `Schema.suspend((): Schema.Codec<${found.name}> => ${found.name})`
      : found.name
  }

const typeIn =
  (find: Find): Refer =>
  (pointer) => {
    const found = find(pointer)
    if (found === undefined) return "Schema.Json"
    return found.isRecursive ? found.name : `typeof ${found.name}.Type`
  }
