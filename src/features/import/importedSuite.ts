/**
 * The suite of imported runs as a value: what its source says, so that recordings and suite have the same fingerprints.
 */
import { agent, type Agent } from "../../language/dsl/agent.ts"
import { imported } from "../../language/dsl/imported.ts"
import { runs } from "../../language/dsl/runs.ts"
import { type AnyServer, server } from "../../language/dsl/server.ts"
import { suite, type Suite } from "../../language/dsl/suite.ts"
import { tool } from "../../language/dsl/tool.ts"
import type { Cells, ImportedCell } from "./cells.ts"

/** What is said of a tool that was called and not described. */
export const UNDESCRIBED = { type: "object" } as const

/** Without gates, which are no part of a fingerprint. The agents are in the order of the cells. */
export const importedSuite = (name: string, format: string, { cells, tools }: Cells): Suite => {
  const servers = new Map(
    Array.from(tools, ([key, seen]): readonly [string, AnyServer] => [
      key,
      server(serverName(key, seen), {
        command: [serverName(key, seen)],
        tools: Object.fromEntries(
          sortedTools(seen).map(({ description, input_schema, name: toolName }) => [
            toolName,
            tool({ ...(description !== undefined && { description }), inputSchema: input_schema ?? UNDESCRIBED })
          ])
        )
      })
    ])
  )
  return suite(name, ...cells.map((cell) => asAgent(format, cell, servers)))
}

export const serverName = (key: string, seen: ReadonlyMap<string, { readonly server: string }>): string =>
  [...seen.values()][0]?.server ?? key

export const sortedTools = <Tool extends { readonly name: string }>(
  seen: ReadonlyMap<string, Tool>
): ReadonlyArray<Tool> => [...seen.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Up to the last trial: one that is missing has no verdict. */
export const runCount = ({ last }: ImportedCell): number => last

const asAgent = (format: string, cell: ImportedCell, servers: ReadonlyMap<string, AnyServer>): Agent<never> =>
  agent(
    cell.agent,
    imported(format, {
      servers: cell.servers.flatMap((one) => servers.get(one) ?? []),
      ...(cell.model !== undefined && { model: cell.model }),
      ...(cell.system !== undefined && { system: cell.system }),
      prompt: cell.prompt
    })
  ).pipe(runs(runCount(cell))) as Agent<never>
