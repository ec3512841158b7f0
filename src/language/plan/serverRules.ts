/**
 * What the servers of an agent may be, whatever the types let through.
 */
import type { AgentNode } from "../dsl/agent.ts"
import { type Problem, when } from "./Problem.ts"
import { toolData, type ToJsonSchema } from "./toolData.ts"

export const serverProblems = (
  { servers }: AgentNode,
  toJsonSchema: ToJsonSchema | undefined
): ReadonlyArray<Problem> => {
  const names = servers.map((server) => server.name)
  const wires = servers.flatMap((server) => Object.keys(server.tools).map((tool) => `${server.name}__${tool}`))
  return [
    ...repeated(names).map((name) => ({ what: `two servers are named "${name}"`, hint: "Give each its own name." })),
    ...(repeated(names).length > 0 ? [] : repeated(wires)).map((wire) => ({
      what: `two tools would both reach the model as ${wire}`,
      hint: "Rename one of their servers."
    })),
    ...servers.flatMap((server) =>
      Object.values(server.tools).flatMap((tool) => {
        return when(
          toolData(tool, toJsonSchema) === undefined,
          `the arguments of ${server.name}.${tool.name} cannot be written as a JSON Schema`,
          "Use schemas of plain JSON values in the catalogue, with Schema taken from passhat/schema."
        )
      })
    )
  ]
}

/** Each name that stands more than once, once. */
const repeated = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.filter((name, at) => names.indexOf(name) < at))
]
