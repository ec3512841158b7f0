/**
 * What a suite may say about its own code and about looking at the world, whatever the types let through.
 */
import type { AllowedDrift } from "../../base/domain/plan/Plan.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { AnyServer } from "../dsl/server.ts"
import { type Problem, when } from "./Problem.ts"
import type { SourcesOf } from "./Sources.ts"
import { defaults, userDefaults } from "./behaviour.ts"
import { modelProblems } from "./modelRules.ts"
import { optionProblems, said } from "./optionRules.ts"

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

/** What a simulated user may be. */
export const userProblems = (agent: AgentNode): ReadonlyArray<Problem> => {
  const { driver, maxTurns: answers = defaults.maxTurns, prompt, turns, user } = agent
  if (user === undefined) return []
  const {
    goal,
    maxTokens = userDefaults.maxTokens,
    maxTurns = userDefaults.maxTurns,
    neverSays = [],
    persona,
    stop
  } = user
  const own = [
    ...modelProblems({ servers: [], maxTokens }, user.model),
    ...optionProblems(user),
    ...when(!said(goal), "it has no goal", 'Say what the user wants: goal: "You want a table for two.".'),
    ...when(
      ![persona, stop].every((text) => text === undefined || said(text)) || !neverSays.every(said),
      "one of its texts has no words",
      "Write the words, or leave the option out."
    ),
    ...when(
      driver === undefined && answers <= maxTurns,
      `the agent's maxTurns is ${answers}, and the user may speak ${maxTurns + 1} times`,
      "Give the agent at least one answer for each message of the user, or give simulatedUser a smaller maxTurns."
    ),
    ...neverSays
      .filter((words) => said(words) && prompt.toLowerCase().includes(words.toLowerCase()))
      .map((words) => ({
        what: `neverSays names "${words}", which the prompt says`,
        hint: "Take it out of the prompt or out of neverSays."
      }))
  ]
  return [
    ...own.map(({ hint, what }) => ({ what: `its simulated user: ${what}`, hint })),
    ...when(
      turns !== undefined,
      "it has turns and a simulated user",
      "Say what the user says with turns(...), or let a model say it with simulatedUser(...)."
    )
  ]
}
