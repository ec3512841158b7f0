/**
 * What `passhat run` prints for a suite whose runs left these traces.
 */
import { baselinesOf } from "../../src/features/compare/baselinesOf.ts"
import { unknownSources } from "../../src/app/suites/unknownParts.ts"
import type { Suite } from "../../src/language/dsl/suite.ts"
import { judge } from "../../src/engine/judge/judge.ts"
import { reportOf } from "../../src/engine/judge/reportOf.ts"
import { readTrace } from "../../src/language/metrics/readTrace.ts"
import { jsonSchema } from "../../src/language/metrics/jsonSchema.ts"
import { pretty } from "../../src/edges/report/formats/pretty.ts"
import { plain, renderText } from "../edges/report/sample.ts"
import { compiledOf } from "../suites.ts"

export const printed = (suite: Suite, traces: ReadonlyArray<unknown>): string => {
  const { definitions, plan } = compiledOf(suite)
  const runs = traces.map((trace, at) => ({ index: at + 1, trace: readTrace(trace) }))
  const results = plan.cells.map(({ id }) => ({ cell: id, runs, issues: [] }))
  const issues = unknownSources(plan, suite)
  const means = { jsonSchema, baselines: baselinesOf({ plan, definitions, project: { root: import.meta.dirname } }) }
  const verdict = judge({ plan, definitions, results, issues, file: `suites/${suite.name}.ts`, means })
  return renderText(pretty, reportOf([verdict], "complete"), plain)
}
