/**
 * `said`: a check of the final response's text.
 *
 * It grades narration, so it is advisory by default: reports show it, and it decides nothing. Its target is called narration
 * even if it decides.
 */
import type { Matcher } from "../../base/domain/matching/Matcher.ts"
import type { RunDefinition } from "../../base/domain/verdict/Metric.ts"
import { type AdvisoryGate, type Gate, gate, gateFrom, join } from "../dsl/gate.ts"
import { type OptionNames, withOptions } from "../dsl/gateOptions.ts"
import { anything, fields, flag, membersOf, optional } from "../../base/std/kinds.ts"

export interface SaidOptions {
  /** Whether it may fail a run; default false. */
  readonly decides?: boolean
}

/**
 * The text of the final response must match. Advisory, unless `decides` is true.
 *
 * ```ts
 * asks.pipe(said(contains("degrees")), said(regex(/rome/i), { decides: true }))
 * ```
 */
export const said: {
  (matcher: Matcher<string>, options: SaidOptions & { readonly decides: true }): Gate<never>
  (matcher: Matcher<string>, options?: SaidOptions): AdvisoryGate<never>
} = (matcher: Matcher<string>, options: SaidOptions = {}): any =>
  gateFrom(
    "said",
    [...membersOf(anything)(matcher, "its matcher"), ...optionsKind(options, "the second argument")],
    () => {
      const { decides = false } = options
      const { nodes } = gate(definition, {}, { final_response: matcher })
      return withOptions(options, names, join(nodes.map((node) => ({ ...node, advisory: !decides }))))
    }
  )

const optionsKind = fields({ decides: optional(flag) })

const names: OptionNames<SaidOptions> = { decides: true }

const definition: RunDefinition<{}, { readonly final_response: string }> = {
  name: "said",
  title: "said (narration)",
  prefix: "narration.",
  scope: "run",
  targets: { final_response: "text" },
  measure: ({ final_response }) => ({ final_response }),
  expect: {},
  describe: ({ final_response }) => JSON.stringify(final_response)
}
