/**
 * `trajectory`: each run makes the expected calls; the mode says in which order and whether others are allowed.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import type { Uses } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast } from "../dsl/matchers.ts"
import * as Trajectory from "../metrics/trajectory.ts"
import type { Call } from "./call.ts"
import { unfitCalls, unusableShapes } from "./offered/unknownCalls.ts"
import { fields, listOf, optional, text } from "../../base/std/kinds.ts"
import { toolKind, usesAll } from "./toolData.ts"

type Report = Pick<Trajectory.Report, "passed" | "mismatch_count">

export interface TrajectoryOptions {
  readonly mode: Trajectory.TrajectoryMode
  /** `free`: calls of one turn may come in any order. Default `ordered`. */
  readonly withinTurn?: "ordered" | "free"
  readonly expect?: Expectations<Report>
}

/**
 * Each run makes the expected calls; the mode says in which order and whether others are allowed.
 *
 * ```ts
 * const { get_forecast, get_weather } = weather.tools
 *
 * asks.pipe(trajectory("subsequence", call(get_weather, subset({ city: "Rome" })), call(get_forecast)))
 * ```
 */
export const trajectory = <const Calls extends ReadonlyArray<Call<string>>>(
  how: Trajectory.TrajectoryMode | TrajectoryOptions,
  ...calls: Calls
): Gate<Uses<Calls[number]["server"]>> => {
  const options: TrajectoryOptions = typeof how === "string" ? { mode: how } : how
  return gateFrom(
    "trajectory",
    [...optionsKind(options, "the first argument"), ...listOf(toolKind)(calls, "calls")],
    () => {
      const { expect, mode, withinTurn } = options
      const spec = { mode, calls, ...(withinTurn !== undefined && { within_turn: withinTurn }) }
      return withOptions(options, names, gate(...usesAll<Calls[number]["server"]>(calls))(definition, spec, expect))
    }
  )
}

const optionsKind = fields({ mode: text, withinTurn: optional(text), expect: expectations }, "", "a mode or options")

const names: OptionNames<TrajectoryOptions> = { mode: true, withinTurn: true, expect: true }

const definition: RunDefinition<Trajectory.Spec, Report> = {
  name: "trajectory",
  scope: "run",
  targets: { passed: "flag", mismatch_count: "count" },
  measure: (trace, spec, { jsonSchema }) => Trajectory.measure(trace, spec, jsonSchema, problemsOf(spec)),
  expect: { passed: atLeast(1) },
  check: (spec, offered, means) => [
    ...Trajectory.check(spec),
    ...(Trajectory.check(spec).length > 0
      ? []
      : [...unusableShapes(spec.calls, means), ...unfitCalls(spec.calls, offered)]),
    ...(Trajectory.isVacuous(spec)
      ? [`it expects no call, which every run satisfies under ${spec.mode}; say "subset" to allow none`]
      : [])
  ],
  explain: (trace, spec, report) => Trajectory.explain(trace, spec, report as Trajectory.Report),
  align: (trace, spec, { jsonSchema }) => Trajectory.align(trace, spec, jsonSchema),
  describe: (report, spec) => Trajectory.describe(report as Trajectory.Report, spec)
}

/** The problems of a spec, found once and not for every run. */
const problemsOf = (spec: Trajectory.Spec): ReadonlyArray<string> => {
  const known = checked.get(spec) ?? Trajectory.check(spec)
  checked.set(spec, known)
  return known
}

const checked = new WeakMap<Trajectory.Spec, ReadonlyArray<string>>()
