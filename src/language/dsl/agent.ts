/**
 * An agent under test: a model, its servers and a prompt, then verbs in the pipe.
 */
import type * as Duration from "effect/Duration"
import type { Pipeable } from "effect/Pipeable"
import type { Hook } from "../../base/domain/recording/Driver.ts"
import type { FaultData } from "../../base/domain/plan/Fault.ts"
import type { JsonObject } from "../../base/domain/Json.ts"
import type { AllowedDrift, CasePlace, MatrixPlace, Observation } from "../../base/domain/plan/Plan.ts"
import type { SaysNext } from "../../base/domain/trace/traceSoFar.ts"
import { isObject } from "../../base/std/Json.ts"
import { anything, fields, type Kind, kind, listOf, number, optional, shown, text } from "../../base/std/kinds.ts"
import { nearest, quoteUnknown } from "../../base/std/nearest.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { AnyDriver, Driver } from "./driver.ts"
import { madeBy } from "./flawed.ts"
import type { Asks, Fact, HasTurn, Needs, Uses } from "./facts.ts"
import type { GateNode } from "./gate.ts"
import { millis } from "./millis.ts"
import { type ModelChoice, modelChoice } from "./model.ts"
import { type Image, imagesOf, prompted, type WithImages, promptWords } from "./prompt.ts"
import type { AnyServer } from "./server.ts"
import type { UserNode } from "./simulatedUser.ts"

export interface AgentNode {
  readonly name: string
  readonly models: ReadonlyArray<ModelChoice>
  readonly servers: ReadonlyArray<AnyServer>
  readonly prompt: string
  /** Those that come with the prompt. */
  readonly images?: ReadonlyArray<Image>
  /** What the user says after the prompt. */
  readonly turns?: ReadonlyArray<string | SaysNext | WithImages>
  /** A model that says it instead. */
  readonly user?: UserNode
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
  readonly driver?: AnyDriver
  readonly matrix?: MatrixPlace
  readonly case?: CasePlace
  readonly tags: ReadonlyArray<string>
  /** The reason that `skip` was given. */
  readonly skipped?: string
  /** Whether `only` is in the pipe. */
  readonly only?: boolean
  readonly before: ReadonlyArray<Hook<unknown>>
  readonly after: ReadonlyArray<Hook<unknown>>
  /** `args` is undefined if the call does not fix its arguments: the plan refuses that. */
  readonly observations: ReadonlyArray<Omit<Observation, "args"> & { readonly args: JsonObject | undefined }>
  /** What `allowDrift` was given. */
  readonly allowedDrift?: ReadonlyArray<AllowedDrift>
  /** What is wrong with what the agent was made of, as sentences: the plan refuses it. */
  readonly flaws?: ReadonlyArray<string>
}

/** An agent with its facts. Facts are only added, so a gate's needs stay met once it is attached. */
export interface Agent<in Has extends Fact> extends Pipeable {
  readonly node: AgentNode
  readonly "~has": (_: Has) => void
}

interface Shared<Servers> {
  readonly servers: Servers
  /** What the user says first: its words, or a list of its words and images. */
  readonly prompt: string | WithImages
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
export type AgentOptions<Servers, R = never> = Shared<Servers> &
  (
    | { readonly model: string | ModelChoice; readonly models?: never; readonly driver?: Driver<R> }
    | { readonly models: ReadonlyArray<string | ModelChoice>; readonly model?: never; readonly driver?: Driver<R> }
    | { readonly driver: Driver<R>; readonly model?: never; readonly models?: never }
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
export const agent = <const Servers extends ReadonlyArray<AnyServer>, R = never, Turn extends HasTurn<number> = never>(
  name: string,
  options: AgentOptions<Servers, R> & { readonly "~turns"?: Turn }
): Agent<Uses<Servers[number]["name"]> | Asks<R> | Turn> => {
  const title = typeof name === "string" ? name : ""
  const flaws = [...optionsKind(options, "the second argument of agent"), ...unknownOptions(options)]
  if (flaws.length > 0) return make({ ...nothing, name: title, flaws })
  const { callTimeout, model, models, prompt, runTimeout, "~turns": _, ...rest } = options
  const images = imagesOf(prompt)
  return make({
    ...rest,
    ...unpiped,
    name: title,
    prompt: promptWords(prompt),
    ...(images.length > 0 && { images }),
    models: (models ?? [model ?? rest.driver?.name ?? ""]).map(modelChoice),
    ...(callTimeout !== undefined && { callTimeoutMillis: millis(callTimeout) }),
    ...(runTimeout !== undefined && { runTimeoutMillis: millis(runTimeout) })
  })
}

/** Makes an agent of a node. The caller vouches for the facts. */
export const make = <Has extends Fact>(node: AgentNode): Agent<Has> =>
  Object.freeze({
    node: Object.freeze(node),
    pipe(...steps: ReadonlyArray<unknown>) {
      return steps.reduce(
        (self, step) => (typeof step === "function" ? step(self) : extend(self, noChange, [notAStep(step)])),
        this as unknown
      )
    }
  }) as unknown as Agent<Has>

/** An agent that the plan refuses. */
export const refusedAgent = (flaws: ReadonlyArray<string>): Agent<never> => make({ ...nothing, flaws })

/** Makes an agent of another one, with what changes; with flaws, the other one as it is and refused by the plan. */
export const extend = <Has extends Fact>(
  self: unknown,
  change: (node: AgentNode) => Partial<AgentNode>,
  flaws: ReadonlyArray<string> = []
): Agent<Has> => {
  const node = nodeOf(self, "what a step of a pipe is given")
  return make({
    ...node,
    ...(flaws.length > 0 ? { flaws: [...(node.flaws ?? []), ...flaws] } : change(node))
  })
}

/** The node of an agent; for anything else, a node that the plan refuses. `what` is the subject of the sentence. */
export const nodeOf = (value: unknown, what: string): AgentNode =>
  isAgent(value)
    ? value.node
    : {
        ...nothing,
        flaws: [`${what} is ${shown(value)}, expected an agent; a gate or a fact before it may lack its ()`]
      }

const isAgent = (value: unknown): value is Agent<never> =>
  kind("", (one) => isObject(one) && isObject(one["node"]) && Array.isArray(one["node"]["gates"]))(value, "").length ===
  0

const noChange = (): Partial<AgentNode> => ({})

const notAStep = (step: unknown): string => `its pipe is given ${shown(step)}, expected a fact or a gate`

const unpiped = { runs: [], faults: [], gates: [], tags: [], before: [], after: [], observations: [] }

const nothing: AgentNode = { name: "", models: [], servers: [], prompt: "", ...unpiped }

/** What a model is, is a rule of the plan. */
const optionsKind: Kind = fields(
  {
    servers: listOf(madeBy("server"), "a list of servers"),
    prompt: prompted,
    system: optional(text),
    maxTurns: optional(number),
    maxTokens: optional(number),
    temperature: optional(number),
    driver: optional(madeBy("driver")),
    models: optional(listOf(anything))
  },
  "",
  "the options of an agent"
)

const OPTIONS = [
  "servers",
  "prompt",
  "system",
  "maxTurns",
  "maxTokens",
  "temperature",
  "callTimeout",
  "runTimeout",
  "model",
  "models",
  "driver"
] as const satisfies ReadonlyArray<keyof AgentOptions<unknown>>

/** An option that no agent has would change nothing. */
const unknownOptions = (options: unknown): ReadonlyArray<string> =>
  (tryCatch(() => Object.keys(Object(options))) ?? [])
    .filter((name) => name !== "~turns" && !OPTIONS.includes(name as (typeof OPTIONS)[number]))
    .map(
      (name) =>
        `agent has no option ${quoteUnknown(name, OPTIONS)}${nearest(name, OPTIONS) === undefined ? `; it has ${OPTIONS.join(", ")}` : ""}`
    )
