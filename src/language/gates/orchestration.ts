/**
 * `orchestration`: a later call made good what tools answered with an error, without injected faults.
 */
import type { Expectations } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import { expectations, type Gate, gate, gateFrom } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { atMost } from "../dsl/matchers.ts"
import { describe, explain, measure, type Report, type Spec } from "../metrics/orchestration.ts"
import { fields, optional } from "../../base/std/kinds.ts"
import { unknownCalls } from "./offered/unknownCalls.ts"
import { classesKind, type ToolClasses, toolClasses } from "./toolData.ts"

export interface OrchestrationOptions {
  /** Named sets of interchangeable tools: a call of one of them makes good an error of another. */
  readonly classes?: ToolClasses
}

/**
 * Each error of a tool is made good by a later call of the tool that works. Errors of injected faults do not count.
 *
 * ```ts
 * asks.pipe(orchestration({ error_recovery: atLeast(0.8) }))
 * ```
 */
export const orchestration = (
  expect?: Expectations<Report>,
  { classes, ...options }: OrchestrationOptions = {}
): Gate<never> => {
  const all = { ...options, ...(classes !== undefined && { classes }) }
  return gateFrom(
    "orchestration",
    [...expectations(expect ?? {}, "expect"), ...kinds(all, "the second argument")],
    () =>
      withOptions(
        all,
        names,
        gate(
          definition,
          classes === undefined ? {} : { classes: toolClasses(classes) },
          expect === undefined || Object.values(expect).every((one) => one === undefined) ? definition.expect : expect
        )
      )
  )
}

const kinds = fields({ classes: optional(classesKind) })
const names: OptionNames<OrchestrationOptions> = { classes: true }

const definition: RunDefinition<Spec, Report> = {
  name: "orchestration",
  scope: "run",
  targets: { error_recovery: "fraction", errors: "count", recovered_errors: "count", unrecovered_errors: "count" },
  measure,
  expect: { unrecovered_errors: atMost(0) },
  check: ({ classes = {} }, offered, means) =>
    unknownCalls(
      Object.values(classes)
        .flat()
        .map((tool) => (typeof tool === "string" ? { name: tool } : tool)),
      offered,
      means
    ),
  describe,
  explain
}
