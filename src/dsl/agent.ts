/**
 * An agent under test: a model, its servers and a prompt, then verbs in the pipe.
 */
import type * as Duration from "effect/Duration"
import { type Pipeable, pipeArguments } from "effect/Pipeable"
import type { Hook } from "../domain/Driver.ts"
import type { FaultData } from "../domain/Fault.ts"
import type { JsonObject } from "../domain/Json.ts"
import type { MatrixPlace, Observation } from "../domain/Plan.ts"
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
  /** One entry for each time the suite said it: the plan allows at most one. */
  readonly runs: ReadonlyArray<number>
  readonly faults: ReadonlyArray<FaultData>
  readonly gates: ReadonlyArray<GateNode>
  readonly driver?: Driver
  readonly matrix?: MatrixPlace
  readonly tags: ReadonlyArray<string>
  /** Why it is not run. */
  readonly skipped?: string
  /** Whether it is to be run alone. */
  readonly only?: boolean
  readonly before: ReadonlyArray<Hook>
  readonly after: ReadonlyArray<Hook>
  /** Without arguments where the suite did not say them exactly: the plan refuses that. */
  readonly observations: ReadonlyArray<Omit<Observation, "args"> & { readonly args: JsonObject | undefined }>
}

/** Facts only grow, so what a gate was promised when it was attached stays true. */
export interface Agent<in Has extends Fact> extends Pipeable {
  readonly node: AgentNode
  readonly "~has": (_: Has) => void
}

interface Shared<Servers> {
  readonly servers: Servers
  readonly prompt: string
  readonly system?: string
  /** How often the model may answer before the run is stopped; 10 unless said. */
  readonly maxTurns?: number
  /** The longest answer, in tokens; 4,096 unless said. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** How long a tool call may take before the agent is told that it timed out. */
  readonly callTimeout?: Duration.Input
  /** How long a live run may take on the wall clock; 10 minutes unless said. */
  readonly runTimeout?: Duration.Input
}

/** One model, or several: a cell each. An agent of the user's own need not say which. */
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

/** Makes an agent of a node. The facts are the caller's promise. */
export const make = <Has extends Fact>(node: AgentNode): Agent<Has> =>
  Object.freeze({
    node: Object.freeze(node),
    pipe() {
      return pipeArguments(this, arguments)
    }
  }) as Agent<Has>
