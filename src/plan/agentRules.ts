/**
 * What an agent may say, whatever the types let through.
 */
import type { AgentNode } from "../dsl/agent.ts"
import type { ModelChoice } from "../dsl/model.ts"
import { type Problem, when, wholeFrom1 } from "./Problem.ts"
import { driftProblems, driverProblems, observationProblems } from "./driverRules.ts"
import { faultProblems } from "./faultRules.ts"
import { alternatives } from "../std/alternatives.ts"
import { providers } from "../providers/providers.ts"
import { providerOf } from "./provider.ts"
import { serverProblems } from "./serverRules.ts"
import type { SourcesOf } from "./Sources.ts"
import type { ToJsonSchema } from "./toolData.ts"

export const agentProblems = (
  agent: AgentNode,
  toJsonSchema: ToJsonSchema | undefined,
  sourcesOf: SourcesOf | undefined
): ReadonlyArray<Problem> => [
  ...when(agent.name.trim() === "", "the agent has no name", 'Name it: agent("asks for the weather", ...).'),
  ...when(
    agent.models.length === 0 || !agent.models.every(named),
    "it names no model",
    'Say which: model: "claude-sonnet-4-5".'
  ),
  ...agent.models
    .filter((choice) => named(choice) && providerOf(agent, choice) === undefined)
    .map(({ model }) => ({
      what: `no provider is known for the model "${model}"`,
      hint: `Say whose it is: ${alternatives(providers.map(({ example }) => example(model)))}.`
    })),
  ...driverProblems(agent, sourcesOf),
  ...agent.observations.flatMap((one, at) => observationProblems(agent, one, at)),
  ...(agent.allowedDrift ?? []).flatMap((one) => driftProblems(agent, one)),
  ...runsProblems(agent),
  ...selectionProblems(agent),
  ...optionProblems(agent),
  ...serverProblems(agent, toJsonSchema),
  ...agent.faults.flatMap((fault, at) => faultProblems(agent, fault, at))
]

const named = ({ model }: ModelChoice): boolean => said(model)

const runsProblems = ({ runs }: AgentNode): ReadonlyArray<Problem> => [
  ...when(runs.length > 1, `runs is said ${runs.length} times`, "Say runs(n) once."),
  ...runs
    .filter((n) => !wholeFrom1(n))
    .map((n) => ({ what: `runs(${n}) is not a whole number from 1`, hint: "Say runs(1) or more." }))
]

const selectionProblems = ({ skipped, tags }: AgentNode): ReadonlyArray<Problem> => [
  ...when(!tags.every(said), "it has a tag without a name", 'Say which: tags("slow").'),
  ...when(
    skipped !== undefined && !said(skipped),
    "it is skipped without a reason",
    'Say why: skip("the API is down").'
  )
]

const said = (text: unknown): boolean => typeof text === "string" && text.trim() !== ""

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
