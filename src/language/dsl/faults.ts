/**
 * Faults by name: which tool stops answering as it should, and how. Gates then judge what the agent does about it.
 */
import type * as Duration from "effect/Duration"
import type { Fault, FaultKind } from "../../base/domain/plan/Fault.ts"
import { fields, name as named, number, optional, text } from "../../base/std/kinds.ts"
import { type Agent, extend } from "./agent.ts"
import type { Fact, Injects, Meets, Uses } from "./facts.ts"
import { madeBy } from "./flawed.ts"
import { millis } from "./millis.ts"
import { type AnyServerTool, type ServerOf, type ToolTarget, targetKind, targetOf } from "./target.ts"

/**
 * A call is never answered.
 *
 * ```ts
 * asks.pipe(faults(fault("hung", weather.tools.get_forecast, hang)))
 * ```
 */
export const hang: FaultKind = { kind: "hang" }

/**
 * As `hang`; the name says that the server is deadlocked, not that the network stalls.
 *
 * ```ts
 * asks.pipe(faults(fault("deadlocked", weather, wedged)))
 * ```
 */
export const wedged: FaultKind = { kind: "wedged" }

/**
 * Answers after a delay.
 *
 * ```ts
 * asks.pipe(faults(fault("slow", weather.tools.get_forecast, slow("4 seconds"))))
 * ```
 */
export const slow = (by: Duration.Input): FaultKind => ({ kind: "slow", delay_ms: millis(by) })

/**
 * The first `calls` calls of a run hang, later ones are answered.
 *
 * ```ts
 * asks.pipe(faults(fault("flaky", weather.tools.get_weather, recoverAfter(1))))
 * ```
 */
export const recoverAfter = (calls: number): FaultKind => ({ kind: "recover_after", calls })

/**
 * Answers after the delay even if the call has been cancelled by then.
 *
 * ```ts
 * asks.pipe(faults(fault("late", weather.tools.get_weather, replyAfterCancel("4 seconds"))))
 * ```
 */
export const replyAfterCancel = (after: Duration.Input): FaultKind => ({
  kind: "reply_after_cancel",
  delay_ms: millis(after)
})

/**
 * Answers with an error of this message.
 *
 * ```ts
 * asks.pipe(faults(fault("broken", weather.tools.get_weather, error("500 internal server error"))))
 * ```
 */
export const error = (message: string): FaultKind => ({ kind: "error", message })

/**
 * Answers with an error that asks to retry after the given time.
 *
 * ```ts
 * asks.pipe(faults(fault("busy", weather.tools.get_weather, rateLimited("2 seconds"))))
 * ```
 */
export const rateLimited = (retryAfter: Duration.Input): FaultKind => ({
  kind: "rate_limited",
  retry_after_ms: millis(retryAfter)
})

/**
 * Answers with an error: permission denied.
 *
 * ```ts
 * asks.pipe(faults(fault("denied", weather.tools.get_weather, denied)))
 * ```
 */
export const denied: FaultKind = { kind: "denied" }

/**
 * Answers with content that is not in its format.
 *
 * ```ts
 * asks.pipe(faults(fault("garbled", weather.tools.get_weather, malformed)))
 * ```
 */
export const malformed: FaultKind = { kind: "malformed" }

/**
 * Answers with the first half of its content.
 *
 * ```ts
 * asks.pipe(faults(fault("cut", weather.tools.get_forecast, truncated)))
 * ```
 */
export const truncated: FaultKind = { kind: "truncated" }

/**
 * Loses the connection.
 *
 * ```ts
 * asks.pipe(faults(fault("gone", weather, disconnect)))
 * ```
 */
export const disconnect: FaultKind = { kind: "disconnect" }

/**
 * Answers with every field renamed.
 *
 * ```ts
 * asks.pipe(faults(fault("renamed", weather.tools.get_weather, schemaDrift)))
 * ```
 */
export const schemaDrift: FaultKind = { kind: "schema_drift" }

/**
 * Answers with an error whose text is untrue.
 *
 * ```ts
 * asks.pipe(faults(fault("lies", weather.tools.get_weather, misleading("Success: it is sunny."))))
 * ```
 */
export const misleading = (untrue: string): FaultKind => ({ kind: "misleading", text: untrue })

/**
 * A tool of this name, whichever server has it.
 *
 * ```ts
 * asks.pipe(faults(fault("hung", anyServer("get_forecast"), hang)))
 * ```
 */
export const anyServer = (tool: string): AnyServerTool => ({ anyServer: tool })

/**
 * Names a fault of a tool, of a server, or of a tool of any server: on every matching call of a run, or on the nth.
 *
 * ```ts
 * const hungForecast = fault("hung-forecast", weather.tools.get_forecast, hang, { onCall: 1 })
 *
 * asks.pipe(faults(hungForecast), recovery({ from: hungForecast, maxDetection: "3 seconds" }))
 * ```
 */
export const fault = <const Name extends string, const On extends ToolTarget>(
  name: Name,
  on: On,
  kind: FaultKind,
  options: { readonly onCall?: number } = {}
): Fault<Name, ServerOf<On>> => {
  const flaws = [
    ...named(name, "its name"),
    ...targetKind(on, "what it breaks"),
    ...faultKind(kind, "its kind"),
    ...fields({ onCall: optional(number) })(options, "the last argument of fault")
  ]
  if (flaws.length > 0) return Object.freeze({ name, kind: hang, flaws })
  const { onCall } = options
  return Object.freeze({ name, ...targetOf(on), kind, ...(onCall !== undefined && { on_call: onCall }) })
}

/** Durations and counts that are not one, the plan refuses with the name of the fault. */
const faultKind = fields(
  { kind: named, message: optional(text), text: optional(text) },
  "its ",
  "hang, slow(...), error(...) or the like"
)

/**
 * Injects faults into every run of the agent. The first that matches a call answers it.
 *
 * ```ts
 * asks.pipe(faults(fault("hung", weather.tools.get_forecast, hang), fault("denied", weather.tools.get_weather, denied)))
 * ```
 */
export const faults =
  <const Faults extends ReadonlyArray<Fault<string, string>>>(...injected: Faults) =>
  <Has extends Fact>(
    self: Agent<Has> & Meets<Has, Uses<NonNullable<Faults[number]["~server"]>>>
  ): Agent<Has | Injects<Faults[number]["name"]>> =>
    extend(
      self,
      (node) => ({ faults: [...node.faults, ...injected] }),
      injected.flatMap((one) => madeBy("fault")(one, "what faults is given"))
    )
