/**
 * `trajectoryAxes`: in each run, tools are called before the tools that depend on them, whatever else is called.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Tool } from "../../base/domain/plan/Tool.ts"
import type { Uses } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/trajectoryAxes.ts"
import { fields, type Kind, listOf, optional } from "../../base/std/kinds.ts"
import { toolData, toolKind, usesAll } from "./toolData.ts"

export interface Axes<Server extends string> {
  /** Every call of the consumer needs a call of the producer before it. */
  readonly dependencies?: ReadonlyArray<{
    readonly producer: Tool<Server, string, any>
    readonly consumer: Tool<Server, string, any>
  }>
  /** No call of the second tool comes before the earliest call of the first. */
  readonly order?: ReadonlyArray<{
    readonly first: Tool<Server, string, any>
    readonly second: Tool<Server, string, any>
  }>
}

/**
 * In each run, tools are called before the tools that depend on them, whatever else is called.
 *
 * ```ts
 * const { get_forecast, get_weather } = weather.tools
 *
 * asks.pipe(trajectoryAxes({ dependencies: [{ producer: get_weather, consumer: get_forecast }] }))
 * ```
 */
export const trajectoryAxes = <Server extends string = never>(
  axes: Axes<Server>,
  expect?: Expectations<Report>
): Gate<Uses<Server>> =>
  gateFrom("trajectory_axes", [...axesKind(axes, "the first argument"), ...expectations(expect, "expect")], () =>
    axesOf(axes, expect)
  )

const edgeOf =
  (one: string, other: string): Kind =>
  (value, path) =>
    fields({ [one]: toolKind, [other]: toolKind }, `${path}.`)(value, path)

const axesKind = fields({
  dependencies: optional(listOf(edgeOf("producer", "consumer"))),
  order: optional(listOf(edgeOf("first", "second")))
})

const axesOf = <Server extends string = never>(
  axes: Axes<Server>,
  expect?: Expectations<Report>
): Gate<Uses<Server>> => {
  const { dependencies = [], order = [] } = axes
  const tools = [
    ...dependencies.flatMap(({ consumer, producer }) => [producer, consumer]),
    ...order.flatMap(({ first, second }) => [first, second])
  ]
  const spec = {
    dependencies: dependencies.map((edge) => ({
      producer: toolData(edge.producer),
      consumer: toolData(edge.consumer)
    })),
    order: order.map((edge) => ({ first: toolData(edge.first), second: toolData(edge.second) }))
  }
  return withOptions(axes, names, gate(...usesAll<Server>(tools))(definition, spec, expect))
}

const names: OptionNames<Axes<string>> = { dependencies: true, order: true }

const definition: RunDefinition<Spec, Report> = {
  name: "trajectory_axes",
  prefix: "trajectory.",
  scope: "run",
  targets: { dependency_satisfaction: "percent", order_satisfaction: "percent" },
  measure,
  expect: { dependency_satisfaction: atLeast(100), order_satisfaction: atLeast(100) },
  check: ({ dependencies = [], order = [] }) =>
    dependencies.length + order.length === 0 ? ["it declares no edge, so nothing could break it"] : [],
  describe,
  explain
}
