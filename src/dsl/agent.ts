/**
 * An agent under test: a model, its servers and a prompt, then verbs in the pipe.
 */
import type * as Duration from "effect/Duration"
import { type Pipeable, pipeArguments } from "effect/Pipeable"
import type { Hook } from "../domain/Driver.ts"
import type { FaultData } from "../domain/Fault.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { AllowedDrift, MatrixPlace, Observation } from "../domain/Plan.ts"
import type { Driver } from "./driver.ts"
import type { Fact, Needs, Uses } from "./facts.ts"
import type { GateNode } from "./gate.ts"
import { millis } from "./millis.ts"
import { type ModelChoice, modelChoice } from "./model.ts"
import type { AnyServer } from "./server.ts"

export interface AgentNode {
  readonly name: string
  readonly models: ReadonlyArray<ModelChoice>
  readonly servers: ReadonlyArray<AnyServer>
  readonly prompt: string
  readonly system?: string
  readonly maxTurns?: number
  readonly maxTokens?: number
  readonly temperature?: number
  readonly callTimeoutMillis?: number
  readonly runTimeoutMillis?: number
  /** One entry for each `runs(n)` in the pipe: the plan allows at most one. */
  readonly runs: ReadonlyArray<number>
  readonly faults: ReadonlyArray<FaultData>
  readonly gates: ReadonlyArray<GateNode>
  readonly driver?: Driver
  readonly matrix?: MatrixPlace
  readonly tags: ReadonlyArray<string>
  /** The reason that `skip` was given. */
  readonly skipped?: string
  /** Whether `only` is in the pipe. */
  readonly only?: boolean
  readonly before: ReadonlyArray<Hook>
  readonly after: ReadonlyArray<Hook>
  /** `args` is undefined if the call does not fix its arguments: the plan refuses that. */
  readonly observations: ReadonlyArray<Omit<Observation, "args"> & { readonly args: JsonObject | undefined }>
  /** What `allowDrift` was given. */
  readonly allowedDrift?: ReadonlyArray<AllowedDrift>
}

/** An agent with its facts. Facts are only added, so a gate's needs stay met once it is attached. */
export interface Agent<in Has extends Fact> extends Pipeable {
  readonly node: AgentNode
  readonly "~has": (_: Has) => void
}

interface Shared<Servers> {
  readonly servers: Servers
  readonly prompt: string
  readonly system?: string
  /** How often the model may answer before the run is stopped; default 10. */
  readonly maxTurns?: number
  /** The longest answer, in tokens; default 4,096. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** How long a tool call may take before it times out for the agent. */
  readonly callTimeout?: Duration.Input
  /** How long a live run may take on the wall clock; default 10 minutes. */
  readonly runTimeout?: Duration.Input
}

/**
 * The options of an agent: one model, several (a cell each), or a driver, which needs no model. The last alternative has no
 * values: it makes the compiler name what is missing.
 */
export type AgentOptions<Servers> = Shared<Servers> &
  (
    | { readonly model: string | ModelChoice; readonly models?: never; readonly driver?: Driver }
    | { readonly models: ReadonlyArray<string | ModelChoice>; readonly model?: never; readonly driver?: Driver }
    | { readonly driver: Driver; readonly model?: never; readonly models?: never }
    | (Needs<"model, models or driver"> & {
        readonly model?: never
        readonly models?: never
        readonly driver?: never
      })
  )

/**
 * An agent under test: a model, its servers and a prompt. Facts and gates follow in the pipe.
 *
 * ```ts
 * agent("asks for the weather", {
 *   model: "claude-sonnet-4-5",
 *   servers: [weather],
 *   prompt: "What is the weather in Rome?"
 * }).pipe(runs(5), stability(), expect("tool_results[0].is_error", equals(false)))
 * ```
 */
export const agent = <const Servers extends ReadonlyArray<AnyServer>>(
  name: string,
  options: AgentOptions<Servers>
): Agent<Uses<Servers[number]["name"]>> => {
  const { callTimeout, model, models, runTimeout, ...rest } = options
  return make({
    ...rest,
    name,
    models: (models ?? [model ?? rest.driver?.name ?? ""]).map(modelChoice),
    ...(callTimeout !== undefined && { callTimeoutMillis: millis(callTimeout) }),
    ...(runTimeout !== undefined && { runTimeoutMillis: millis(runTimeout) }),
    runs: [],
    faults: [],
    gates: [],
    tags: [],
    before: [],
    after: [],
    observations: []
  })
}

/** Makes an agent of a node. The caller vouches for the facts. */
export const make = <Has extends Fact>(node: AgentNode): Agent<Has> =>
  Object.freeze({
    node: Object.freeze(node),
    pipe() {
      return pipeArguments(this, arguments)
    }
  }) as Agent<Has>
