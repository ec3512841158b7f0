/**
 * What a suite may say about its own code and about looking at the world, whatever the types let through.
 */
import type { AllowedDrift } from "../../base/domain/plan/Plan.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { AnyServer } from "../dsl/server.ts"
import { type Problem, when } from "./Problem.ts"
import type { SourcesOf } from "./Sources.ts"

export const driverProblems = ({ driver }: AgentNode, sourcesOf: SourcesOf | undefined): ReadonlyArray<Problem> =>
  driver === undefined
    ? []
    : [
        ...when(
          String(driver.name).trim() === "" || String(driver.version).trim() === "",
          "its driver says no name or no version",
          'Write driver("my-agent", "1", ...): a changed agent makes its recordings stale.'
        ),
        ...when(driver.command?.length === 0, "its command is empty", 'Write it like command(["python", "agent.py"]).'),
        ...(sourcesOf?.(driver)?.problems ??
          when(
            driver.sources !== undefined,
            "the sources of its driver were not read",
            "Run the suite with passhat, or with main(import.meta, suite)."
          ))
      ]

export const observationProblems = (
  agent: AgentNode,
  { args, name, server, tool }: AgentNode["observations"][number],
  at: number
): ReadonlyArray<Problem> => [
  ...when(
    agent.observations.findIndex((other) => other.name === name) < at,
    `two observations are named "${name}"`,
    "Give each its own name."
  ),
  ...when(
    args === undefined,
    `the observation "${name}" does not say what to send to ${server}.${tool}`,
    "Give it exact(...) arguments."
  ),
  ...when(
    !agent.servers.some((one) => one.name === server && Object.hasOwn(one.tools, tool)),
    `the observation "${name}" calls ${server}.${tool}, which the agent does not have`,
    "Add the server to the agent."
  )
]

/** A tool without a server may be new, so no catalogue has to have it. */
export const driftProblems = (agent: AgentNode, { server, tool }: AllowedDrift): ReadonlyArray<Problem> => [
  ...when(
    server === undefined && (tool === undefined || tool.trim() === ""),
    "allowDrift names neither a tool nor a server",
    "Write it like allowDrift(weather.tools.get_weather)."
  ),
  ...when(
    server !== undefined && !agent.servers.some((one) => one.name === server && hasTool(one, tool)),
    `allowDrift names ${[server, tool].filter(Boolean).join(".")}, which the agent does not have`,
    "Name a tool or a server of the agent."
  )
]

const hasTool = ({ tools }: AnyServer, tool: string | undefined): boolean =>
  tool === undefined || Object.hasOwn(tools, tool)
