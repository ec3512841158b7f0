/**
 * `toolSelection`: enough runs call the expected tool, and no run spends more tokens than allowed.
 *
 * With classes of interchangeable tools it also reports precision, recall and F1 of the runs' choices.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import { type DigestDefinition, digested } from "../../base/domain/verdict/Metric.ts"
import type { Tool } from "../../base/domain/plan/Tool.ts"
import type { ToolCall } from "../../base/domain/trace/Trace.ts"
import { type Uses, uses } from "../dsl/facts.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atLeast, atMost } from "../dsl/matchers.ts"
import { type Confusion, confusion } from "../metrics/stats/confusion.ts"
import { type Classes, selectionF1, type Used } from "../metrics/selectionF1.ts"
import * as Selection from "../metrics/toolSelection.ts"
import { fields, number, optional } from "../../base/std/kinds.ts"
import { classesKind, type ToolClasses, toolClasses, toolKind } from "./toolData.ts"

export interface Floor {
  /** The share of runs that must call the tool: more than 0, and at most 1. */
  readonly minSelectionRate: number
  /** The tokens that a single run may spend. One run above it fails the gate, even if every run calls the tool. */
  readonly maxTotalTokens?: number
  /** The k of pass^k; default 1. */
  readonly k?: number
  /** Named sets of interchangeable tools. Without them precision, recall and F1 are undefined. */
  readonly classes?: ToolClasses
}

/**
 * Enough runs call the tool, and no run spends more tokens than allowed.
 *
 * ```ts
 * asks.pipe(runs(5), toolSelection(weather.tools.get_weather, { minSelectionRate: 0.8, maxTotalTokens: 2_000 }))
 * ```
 */
export const toolSelection = <Server extends string = never>(
  tool: Tool<Server, string, any>,
  floor: Floor,
  expect: Expectations<Report> = {}
): Gate<Uses<Server>> =>
  gateFrom(
    "tool_selection",
    [...toolKind(tool, "the tool"), ...floorKind(floor, "the floor"), ...expectations(expect, "expect")],
    () => selectionOf(tool, floor, expect)
  )

const floorKind = fields({
  minSelectionRate: number,
  maxTotalTokens: optional(number),
  k: optional(number),
  classes: optional(classesKind)
})

const selectionOf = <Server extends string = never>(
  tool: Tool<Server, string, any>,
  floor: Floor,
  expect: Expectations<Report>
): Gate<Uses<Server>> => {
  const { classes, k, maxTotalTokens, minSelectionRate } = floor
  const made = gate(uses(tool.server))(
    digested(definition),
    {
      expected_tool: tool.name,
      server: tool.server,
      min_selection_rate: minSelectionRate,
      ...(maxTotalTokens !== undefined && { max_total_tokens: maxTotalTokens }),
      ...(k !== undefined && { k }),
      ...(classes !== undefined && { classes: toolClasses(classes) })
    },
    {
      selection_rate: atLeast(minSelectionRate),
      ...(maxTotalTokens !== undefined && { max_tokens: atMost(maxTotalTokens) }),
      ...expect
    }
  )
  return withOptions(floor, names, made)
}

const names: OptionNames<Floor> = { minSelectionRate: true, maxTotalTokens: true, k: true, classes: true }

interface Spec extends Selection.Spec {
  readonly classes?: Classes
}

interface Report extends Selection.Report {
  readonly precision: number | undefined
  readonly recall: number | undefined
  readonly f1: number | undefined
  /** How often the runs chose each class instead of the expected tool's class. */
  readonly confusion: ReadonlyArray<Confusion> | undefined
}

/** `used` is kept only if the spec has classes. */
interface Digest extends Selection.Digest {
  readonly used?: Used
}

const definition: DigestDefinition<Spec, Report, Digest> = {
  name: "tool_selection",
  title: "tool-selection floor",
  targets: {
    selection_rate: "fraction",
    max_tokens: "tokens",
    pass_hat_k: "fraction",
    precision: "fraction",
    recall: "fraction",
    f1: "fraction",
    confusion: "value"
  },
  digest: (trace, spec) => {
    const kept = Selection.digest(trace, spec)
    return spec.classes === undefined ? kept : { ...kept, used: { tool_calls: trace.tool_calls.map(toolOf) } }
  },
  measure: (runs, spec) => ({ ...Selection.measure(runs, spec), ...choices(runs, spec) }),
  expect: { selection_rate: atLeast(1) },
  check: ({ k, max_total_tokens, min_selection_rate }) => [
    ...(min_selection_rate > 0 && min_selection_rate <= 1
      ? []
      : [`minSelectionRate is ${min_selection_rate}, expected more than 0 and at most 1`]),
    ...(max_total_tokens === undefined || max_total_tokens > 0
      ? []
      : [`maxTotalTokens is ${max_total_tokens}, expected more than 0`]),
    ...(k === undefined || (Number.isSafeInteger(k) && k >= 1) ? [] : [`k is ${k}, expected a whole number from 1`])
  ],
  describe: Selection.describe,
  explain: (runs, spec, report) => {
    const reason =
      spec.classes === undefined
        ? "no classes of tools are declared"
        : `precision ${report.precision}, recall ${report.recall} over ${Object.keys(spec.classes).join(", ")}`
    return { ...Selection.explain(runs, spec, report), precision: [{ reason }], recall: [{ reason }], f1: [{ reason }] }
  }
}

const toolOf = ({ name, server }: ToolCall) => ({ server, name })

const choices = (
  runs: ReadonlyArray<Digest>,
  { classes, expected_tool, server }: Spec
): Omit<Report, keyof Selection.Report> => {
  if (classes === undefined) return { precision: undefined, recall: undefined, f1: undefined, confusion: undefined }
  const all = runs.map(({ used }) => used ?? { tool_calls: [] })
  const { f1, precision, recall } = selectionF1(all, { classes })
  const expected = Object.entries(classes).find(([, tools]) =>
    tools.some((tool) => typeof tool === "object" && tool.name === expected_tool && tool.server === server)
  )?.[0]
  const rows = all.map((trace) => ({ expected: expected ?? expected_tool, trace }))
  return { precision, recall, f1, confusion: confusion(rows, { classes }) }
}
