/**
 * What a suite carries beside its plan, by cell: how to reach its servers, and its own code.
 */
import type { Plan } from "../../domain/Plan.ts"
import type { AgentNode } from "../../dsl/agent.ts"
import type { AnyServer } from "../../dsl/server.ts"
import type { Suite } from "../../dsl/suite.ts"
import type { Connection, Connections } from "../../services/Connection.ts"
import { noCode, type UserCode } from "../../services/Driver.ts"
import { startable } from "./resolveCommand.ts"

/** Servers are started in the suite's project, wherever passhat was. */
export const connectionsOf = (suite: Suite, plan: Plan, root: string): Connections =>
  new Map(byCell(suite, plan).map(([cell, agent]) => [cell, agent.servers.map(connection(root))]))

export const userCodesOf = (suite: Suite, plan: Plan): ((cell: string) => UserCode) => {
  const codes = new Map(byCell(suite, plan).map(([cell, agent]) => [cell, codeOf(agent)]))
  return (cell) => codes.get(cell) ?? noCode
}

const byCell = (suite: Suite, plan: Plan): ReadonlyArray<readonly [string, AgentNode]> =>
  plan.cells.flatMap(({ agent, id, model }) => {
    const found = suite.agents.find((one) => one.name === agent && one.models.some((each) => each.model === model))
    return found === undefined ? [] : [[id, found] as const]
  })

const connection =
  (cwd: string) =>
  ({ name, reached, shared }: AnyServer): Connection => {
    if ("command" in reached) return { name, shared, command: startable(reached.command), env: reached.env ?? {}, cwd }
    if ("url" in reached) return { name, shared, url: reached.url, headers: reached.headers ?? {} }
    return { name, shared, inMemory: reached.inMemory }
  }

const codeOf = ({ after, before, driver }: AgentNode): UserCode => ({
  ...(driver?.drive !== undefined && { drive: driver.drive }),
  ...(driver?.command !== undefined && { command: driver.command }),
  before,
  after
})
