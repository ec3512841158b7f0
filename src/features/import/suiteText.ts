/**
 * The source of the suite that replays imported runs: readable, formatted, and ready to be edited.
 */
import { type Code, type CodeItem, lines, list, literal, propertyKey } from "../types/Code.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { jsonCode } from "../types/catalogueSource.ts"
import { identifier } from "../types/names.ts"
import type { SeenTool } from "../../edges/telemetry/Item.ts"
import type { Cells, ImportedCell } from "./cells.ts"
import { runCount, serverName, sortedTools, UNDESCRIBED } from "./importedSuite.ts"

export const suiteText = (suite: string, format: string, recordings: string, { cells, tools }: Cells): string => {
  const names = uniqueNames()
  const servers = new Map(Array.from(tools.keys(), (name) => [name, names(identifier(name))]))
  const groups = groupsOf(cells, names, format)
  const hasOutcome = cells.some((cell) => cell.hasOutcome)
  const hasOthers = cells.some((cell) => !cell.hasOutcome)
  const isUndescribed = [...tools.values()].some((seen) =>
    [...seen.values()].some((one) => one.input_schema === undefined)
  )
  const named = names(identifier(suite))
  const imports = [
    "agent",
    "equals",
    "expect",
    "imported",
    "main",
    ...(hasOutcome ? ["reliability"] : []),
    "runs",
    ...(tools.size > 0 ? ["server"] : []),
    "suite",
    ...(tools.size > 0 ? ["tool"] : [])
  ]
  return [
    "/**",
    ` * Runs of the format ${format}, which passhat import brought in. They are judged from ${recordings} and never run again.`,
    " *",
    " * Change the gates as you like. Prompts, models and tools are those of the recordings, which a change of them makes stale.",
    " */",
    `import { ${imports.join(", ")} } from "passhat"`,
    "",
    ...(isUndescribed
      ? [
          "/** A tool that was called: the recordings have no description of it. */",
          `const called = tool(${'{ inputSchema: { type: "object" } }'})`,
          ""
        ]
      : []),
    ...Array.from(tools, ([name, seen]) => [
      ...serverLines(serverName(name, seen), servers.get(name)!, seen),
      ""
    ]).flat(),
    ...groups.flatMap((group) => [...groupLines(format, group, servers), ""]),
    ...(hasOutcome
      ? [
          "/** What the makers of the recordings say of a run. */",
          'const passed = expect("observations.outcome.structured.passed", equals(true))',
          ""
        ]
      : []),
    ...(hasOthers ? ['const ended = expect("stop_reason", equals("end_turn"))', ""] : []),
    `const ${named} = suite(`,
    ...lines(literal(suite), 1, "", ","),
    ...cells.flatMap((cell, at) => agentLines(cell, groups, at === cells.length - 1 ? "" : ",")),
    ")",
    "",
    `export default ${named}`,
    `await main(import.meta, ${named})`,
    ""
  ].join("\n")
}

/** What the cells of a group have in common. */
interface Group {
  readonly name: string
  readonly model: string | undefined
  readonly system: string | undefined
  readonly servers: ReadonlyArray<string>
  readonly cells: ReadonlySet<ImportedCell>
}

const groupsOf = (
  cells: ReadonlyArray<ImportedCell>,
  names: (wanted: string) => string,
  format: string
): ReadonlyArray<Group> => {
  const byShared = groupBy(cells, ({ model, servers, system }) => JSON.stringify([model, servers, system]))
  return Array.from(byShared.values(), (some) => {
    const { model, servers, system } = some[0]!
    return { name: names(identifier(`${model ?? format} runs`)), model, servers, system, cells: new Set(some) }
  })
}

const serverLines = (name: string, constant: string, tools: ReadonlyMap<string, SeenTool>): ReadonlyArray<string> => [
  `const ${constant} = server(${literal(name)}, {`,
  ...lines(list("[", [literal(name)], "]"), 1, "command: ", ","),
  "  tools: {",
  ...sortedTools(tools).flatMap((one, at) => toolLines(one, at === tools.size - 1 ? "" : ",")),
  "  }",
  "})"
]

const toolLines = ({ description, input_schema, name }: SeenTool, after: string): ReadonlyArray<string> => {
  const before = `${propertyKey(name)}: `
  if (input_schema === undefined && description === undefined) return lines("called", 2, before, after)
  const items: ReadonlyArray<CodeItem> = [
    ...(description === undefined ? [] : [{ before: "description: ", code: literal(description) }]),
    { before: "inputSchema: ", code: jsonCode(input_schema ?? UNDESCRIBED) }
  ]
  return tall(`${before}tool({`, items, `})${after}`, 2)
}

const groupLines = (
  format: string,
  { model, name, servers, system }: Group,
  constants: ReadonlyMap<string, string>
): ReadonlyArray<string> => {
  const items: ReadonlyArray<CodeItem> = [
    ...(model === undefined ? [] : [{ before: "model: ", code: literal(model) }]),
    ...(servers.length === 0
      ? []
      : [
          {
            before: "servers: ",
            code: list(
              "[",
              servers.map((one) => constants.get(one)!),
              "]"
            )
          }
        ]),
    ...(system === undefined ? [] : [{ before: "system: ", code: literal(system) }])
  ]
  const open = `const ${name} = imported(${literal(format)}`
  return items.length === 0 ? [`${open})`] : tall(`${open}, {`, items, "})", 0)
}

const agentLines = (cell: ImportedCell, groups: ReadonlyArray<Group>, after: string): ReadonlyArray<string> => {
  const group = groups.find(({ cells }) => cells.has(cell))?.name ?? ""
  const items: ReadonlyArray<CodeItem> = [
    { code: `...${group}` },
    ...(cell.prompt === "" ? [] : [{ before: "prompt: ", code: literal(cell.prompt) }])
  ]
  const gates = cell.hasOutcome ? "passed, reliability()" : "ended"
  return tall(`agent(${literal(cell.agent)}, {`, items, `}).pipe(runs(${runCount(cell)}), ${gates})${after}`, 1)
}

/** An object with an item a line, which formatters leave as it is. */
const tall = (open: string, items: ReadonlyArray<CodeItem>, close: string, depth: number): ReadonlyArray<string> => {
  const margin = "  ".repeat(depth)
  const last = items.length - 1
  return [
    `${margin}${open}`,
    ...items.flatMap(({ before, code }, at): ReadonlyArray<string> =>
      lines(code as Code, depth + 1, before, at === last ? "" : ",")
    ),
    `${margin}${close}`
  ]
}

/** Names of constants, none of them twice and none that the suite imports. */
const uniqueNames = (): ((wanted: string) => string) => {
  const taken = new Set(
    "agent called ended equals expect imported main passed reliability runs server suite tool".split(" ")
  )
  return (wanted) => {
    let name = wanted
    for (let at = 2; taken.has(name); at++) name = `${wanted}${at}`
    taken.add(name)
    return name
  }
}
