/**
 * `never`: no run makes these calls.
 *
 * It holds in every run, as if `always` were around it: a pass rate does not forgive a forbidden call.
 */
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Uses } from "../dsl/facts.ts"
import { type Gate, gate, gateFrom, join } from "../dsl/gate.ts"
import { atMost } from "../dsl/matchers.ts"
import * as Never from "../metrics/never.ts"
import type { Call } from "./call.ts"
import { unknownCalls } from "./offered/unknownCalls.ts"
import { listOf } from "../../base/std/kinds.ts"
import { type AnyTool, type ServersOf, toolData, toolKind, usesAll } from "./toolData.ts"

/**
 * No run calls these tools, or makes these calls, whether the call would succeed or not. A pass rate forgives none of it.
 *
 * ```ts
 * const { get_forecast, get_weather } = weather.tools
 *
 * asks.pipe(never(get_forecast), never(call(get_weather, subset({ city: "Atlantis" }))))
 * ```
 */
export const never = <const Calls extends readonly [AnyTool | Call<string>, ...ReadonlyArray<AnyTool | Call<string>>]>(
  ...calls: Calls
): Gate<Uses<ServersOf<Calls>>> =>
  gateFrom("never", listOf(toolKind)(calls, "calls"), () => {
    const forbidden = calls.map((one) => ("definition" in one ? toolData(one) : one))
    const made = gate(...usesAll<ServersOf<Calls>>(forbidden))(definition, { calls: forbidden })
    return join(made.nodes.map((node) => ({ ...node, always: true as const })))
  })

type Report = Pick<Never.Report, "calls">

const definition: RunDefinition<Never.Spec, Report> = {
  name: "never",
  scope: "run",
  targets: { calls: "count" },
  measure: (trace, spec, { jsonSchema }) => Never.measure(trace, spec, jsonSchema),
  expect: { calls: atMost(0) },
  check: (spec, offered, means) => {
    const malformed = Never.check(spec)
    return malformed.length > 0 ? malformed : unknownCalls(spec.calls, offered, means)
  },
  explain: (trace, spec, report) => Never.explain(trace, spec, report as Never.Report),
  describe: (report, spec) => Never.describe(report as Never.Report, spec)
}
