/**
 * `said`: a check of the closing words themselves.
 *
 * It grades narration, so it is shown and decides nothing unless the suite says so; its target is called narration either
 * way.
 */
import type { Matcher } from "../domain/Matcher.ts"
import type { RunDefinition } from "../domain/Metric.ts"
import { type Gate, gate, join } from "../dsl/gate.ts"

export interface SaidOptions {
  /** Whether it may turn a run red. */
  readonly decides?: boolean
}

export const said = (matcher: Matcher<string>, { decides = false }: SaidOptions = {}): Gate<never> =>
  join(gate(definition, {}, { final_response: matcher }).nodes.map((node) => ({ ...node, advisory: !decides })))

const definition: RunDefinition<{}, { readonly final_response: string }> = {
  name: "said",
  title: "said (narration)",
  prefix: "narration.",
  scope: "run",
  readsAnswers: false,
  targets: { final_response: "value" },
  measure: ({ final_response }) => ({ final_response }),
  expect: {},
  describe: ({ final_response }) => JSON.stringify(final_response)
}
