/**
 * `goldenPath`: each run calls the given tools in order, without extra steps, backtracks or repeats.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Uses } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import { align, describe, explain, isVacuous, measure, type Report, type Spec } from "../metrics/goldenPath.ts"
import { fields, flag, membersOf, optional } from "../../base/std/kinds.ts"
import { type AnyTool, type ServersOf, toolData, toolsKind, usesAll } from "./toolData.ts"

export interface GoldenPathOptions {
  /** Which kinds of waste count; default all. Those that do not count are reported too. */
  readonly penalize?: Spec["penalize"]
  readonly expect?: Expectations<Report>
}

/**
 * Each run calls these tools in this order, without extra steps, backtracks or repeats.
 *
 * ```ts
 * asks.pipe(goldenPath([weather.tools.get_weather, weather.tools.get_forecast], { penalize: { backtracks: false } }))
 * ```
 */
export const goldenPath = <const Tools extends ReadonlyArray<AnyTool>>(
  tools: Tools,
  options: GoldenPathOptions = {}
): Gate<Uses<ServersOf<Tools>>> =>
  gateFrom("golden_path", [...toolsKind(tools, "the path"), ...optionsKind(options, "the second argument")], () => {
    const { expect, penalize } = options
    const spec = { calls: tools.map(toolData), ...(penalize !== undefined && { penalize }) }
    return withOptions(options, names, gate(...usesAll<ServersOf<Tools>>(tools))(definition, spec, expect))
  })

const optionsKind = fields({
  penalize: optional(membersOf(optional(flag))),
  expect: expectations
})

const names: OptionNames<GoldenPathOptions> = {
  penalize: { extra_steps: true, backtracks: true, repeated_tools: true },
  expect: true
}

const definition: RunDefinition<Spec, Report> = {
  name: "golden_path",
  scope: "run",
  targets: {
    passed: "flag",
    penalty: "fraction",
    extra_steps: "count",
    backtracks: "count",
    repeated_tools: "count",
    missing_steps: "count"
  },
  measure,
  align,
  expect: { passed: atLeast(1) },
  check: (spec) => (isVacuous(spec) ? ["its path is empty and it penalizes nothing, which every run satisfies"] : []),
  describe,
  explain
}
