/**
 * What an agent may say, whatever the types let through.
 */
import * as Result from "effect/Result"
import type { FaultData } from "../domain/Fault.ts"
import type { AgentNode } from "../dsl/agent.ts"
import type { Problem } from "./Problem.ts"
import { inputSchema } from "./inputSchema.ts"
import { providerOf } from "./provider.ts"

export const agentProblems = (agent: AgentNode): ReadonlyArray<Problem> => [
  ...when(agent.name.trim() === "", "the agent has no name", 'Name it: agent("asks for the weather", ...).'),
  ...when(
    agent.models.length === 0 || agent.models.some(({ model }) => typeof model !== "string" || model.trim() === ""),
    "it names no model",
    'Say which: model: "claude-sonnet-4-5".'
  ),
  ...agent.models
    .filter(
      ({ model, provider }) =>
        String(model).trim() !== "" && providerOf({ model: String(model), ...(provider && { provider }) }) === undefined
    )
    .map(({ model }) => ({
      what: `no provider is known for the model "${model}"`,
      hint: `Say whose it is: Model.anthropic("${model}"), Model.openai("${model}") or Model.openaiCompatible({ ... }).`
    })),
  ...runsProblems(agent),
  ...optionProblems(agent),
  ...serverProblems(agent),
  ...agent.faults.flatMap((fault, at) => faultProblems(agent, fault, at))
]

const runsProblems = ({ runs }: AgentNode): ReadonlyArray<Problem> => [
  ...when(runs.length > 1, `runs is said ${runs.length} times`, "Say runs(n) once."),
  ...runs
    .filter((n) => !wholeFrom1(n))
    .map((n) => ({ what: `runs(${n}) is not a whole number from 1`, hint: "Say runs(1) or more." }))
]

const optionProblems = ({
  callTimeoutMillis,
  maxTokens,
  maxTurns,
  runTimeoutMillis,
  temperature
}: AgentNode): ReadonlyArray<Problem> => [
  ...when(maxTurns !== undefined && !wholeFrom1(maxTurns), `maxTurns is ${maxTurns}`, "Give it a whole number from 1."),
  ...when(
    maxTokens !== undefined && !wholeFrom1(maxTokens),
    `maxTokens is ${maxTokens}`,
    "Give it a whole number from 1."
  ),
  ...when(
    temperature !== undefined && !(temperature >= 0 && Number.isFinite(temperature)),
    `temperature is ${temperature}`,
    "Give it a number from 0."
  ),
  ...when(
    callTimeoutMillis !== undefined && !(callTimeoutMillis > 0 && Number.isFinite(callTimeoutMillis)),
    "callTimeout is not a duration longer than 0",
    'Write it like "3 seconds".'
  ),
  ...when(
    runTimeoutMillis !== undefined && !(runTimeoutMillis > 0 && Number.isFinite(runTimeoutMillis)),
    "runTimeout is not a duration longer than 0",
    'Write it like "10 minutes".'
  )
]

const serverProblems = ({ servers }: AgentNode): ReadonlyArray<Problem> => {
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
        const written = Result.try(() => inputSchema(tool.args))
        return when(
          Result.isFailure(written),
          `the arguments of ${server.name}.${tool.name} cannot be written as a JSON Schema`,
          "Use schemas of plain JSON values in the catalogue, with Schema taken from passhat."
        )
      })
    )
  ]
}

const faultProblems = (agent: AgentNode, fault: FaultData, at: number): ReadonlyArray<Problem> => {
  const { kind } = fault
  const servers = agent.servers.filter((server) => fault.server === undefined || server.name === fault.server)
  const found = servers.some((server) => fault.tool === undefined || Object.hasOwn(server.tools, fault.tool))
  return [
    ...when(
      agent.faults.findIndex((other) => other.name === fault.name) < at,
      `two faults are named "${fault.name}"`,
      "Give each its own name."
    ),
    ...when(
      !found,
      `the fault "${fault.name}" breaks ${[fault.server, fault.tool].filter(Boolean).join(".")}, which the agent does not have`,
      "Aim it at a tool or server of the agent."
    ),
    ...when(
      "delay_ms" in kind && !(kind.delay_ms >= 0 && Number.isFinite(kind.delay_ms)),
      `the delay of the fault "${fault.name}" is not a duration from 0`,
      'Write it like slow("4 seconds").'
    ),
    ...when(
      "calls" in kind && !wholeFrom1(kind.calls),
      `the fault "${fault.name}" recovers after ${"calls" in kind ? kind.calls : 0} calls`,
      "Give it a whole number from 1."
    )
  ]
}

const when = (wrong: boolean, what: string, hint: string): ReadonlyArray<Problem> => (wrong ? [{ what, hint }] : [])

const wholeFrom1 = (n: number): boolean => Number.isSafeInteger(n) && n >= 1

/** Each name that stands more than once, once. */
const repeated = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(names.filter((name, at) => names.indexOf(name) < at))
]
