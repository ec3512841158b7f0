/**
 * What an agent has and what a gate needs, as phrases. The type, the check at load time and the compiler's message all use
 * the same phrase.
 */
import type { Needs } from "../../base/domain/plan/Needs.ts"
import { shown } from "../../base/std/kinds.ts"

export type { Needs }

export type Fact = OneRun | Sample | Uses<string> | Injects<string> | HasTurn<number> | "services"
export type OneRun = "a single run"
export type Sample = "two or more runs"
export type Uses<Server extends string> = `server ${Server}`
export type Injects<Fault extends string> = `fault ${Fault}`
export type HasTurn<N extends number> = `turn ${N} of turns(...)`

/** The services that an agent's own code needs, as a fact: the compiler carries them to `main` and `run`. None for `any`. */
export type Asks<R> = unknown extends R ? never : [R] extends [never] ? never : "services" & { readonly "~services": R }

/** The services that an agent with these facts needs. */
export type AskedBy<Has> = Extract<Has, { readonly "~services": unknown }>["~services"]

/**
 * The fact that an agent uses a server, as a need of an own gate.
 *
 * ```ts
 * import type { Runs } from "passhat"
 *
 * const measure = (traces: Runs) => ({ calls: Math.max(...traces.map((trace) => trace.tool_calls.length)) })
 * const fewCalls = gate(uses("weather"))(
 *   { name: "acme/fewCalls", targets: { calls: "count" }, measure, expect: { calls: atMost(3) } },
 *   {}
 * )
 * ```
 */
export const uses = <const Server extends string>(server: Server): Uses<Server> =>
  `server ${typeof server === "string" ? server : shown(server)}` as Uses<Server>

/**
 * The fact that a fault is injected into an agent, as a need of an own gate.
 *
 * ```ts
 * import type { Runs } from "passhat"
 *
 * const measure = (traces: Runs) => ({ marks: Math.min(...traces.map((trace) => trace.faults.length)) })
 * const meetsFault = gate(injects("hung-forecast"))(
 *   { name: "acme/meetsFault", targets: { marks: "count" }, measure, expect: { marks: atLeast(1) } },
 *   {}
 * )
 * ```
 */
export const injects = <const Fault extends string>(fault: Fault): Injects<Fault> =>
  `fault ${typeof fault === "string" ? fault : shown(fault)}` as Injects<Fault>

/** The fact that the user speaks so often, the prompt included. */
export const hasTurn = <const N extends number>(n: N): HasTurn<N> => `turn ${n} of turns(...)`

/** `unknown`, which adds nothing to a parameter, if the agent has every need; otherwise the needs that it lacks. */
export type Meets<Has, Need> = [Exclude<Need, Has>] extends [never] ? unknown : Needs<Exclude<Need, Has>>

/** `unknown` if the agent has none of these facts yet; otherwise why it must not get one again. */
export type NotYet<Has, Facts, Why> = [Extract<Has, Facts>] extends [never] ? unknown : Needs<Why>

/**
 * Whether a type is `any`, as the type of a misspelt tool is. The tuples matter: a condition on the type of an erroneous
 * expression is that type again.
 */
export type IsAny<T> = [0] extends [1 & T] ? true : false
