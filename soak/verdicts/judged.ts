/**
 * Judges runs the way a suite does, up to the exit code.
 */
import { type Agent, suite, type Trace } from "passhat"
import { exitCode } from "../../src/app/kit/exitWith.ts"
import { conditionsOf } from "../../src/base/domain/verdict/conditions.ts"
import type { Issue } from "../../src/base/domain/Issue.ts"
import type { Baselines } from "../../src/base/domain/verdict/Metric.ts"
import type { Plan } from "../../src/base/domain/plan/Plan.ts"
import type { CellResult, RunResult } from "../../src/base/domain/recording/Run.ts"
import type { Report, SuiteVerdict, Verdict } from "../../src/base/domain/verdict/Verdict.ts"
import { judge } from "../../src/engine/judge/judge.ts"
import { reportOf } from "../../src/engine/judge/reportOf.ts"
import { compareSamples } from "../../src/language/metrics/comparison.ts"
import { jsonSchema } from "../../src/language/metrics/jsonSchema.ts"
import type { Compiled } from "../../src/language/plan/compile.ts"
import { compiledOf } from "../../test/suites.ts"

/** What the runs of a cell came to. */
export interface Evidence {
  readonly runs: ReadonlyArray<RunResult>
  readonly issues: ReadonlyArray<Issue>
  readonly status: Report["status"]
}

export const evidenceOf = (traces: ReadonlyArray<Trace>): Evidence => ({
  runs: traces.map((trace, at) => ({ index: at + 1, trace })),
  issues: [],
  status: "complete"
})

export interface Judged {
  readonly suite: SuiteVerdict
  readonly report: Verdict
  readonly exit: number
}

export const compiledAgents = (agents: ReadonlyArray<Agent<never>>): Compiled => compiledOf(suite("s", ...agents))

/** The baseline that `noRegression` is asked about: runs of the same cells that all passed. */
export const BASELINE = "baseline.json"

const baselineOf = ({ cells }: Plan): Baselines => ({
  read: new Map([
    [
      BASELINE,
      {
        cells: cells.map(({ behaviour, fingerprint, gates, id, name, runs }) => ({
          id,
          name,
          conditions: conditionsOf({ fingerprint, parts: behaviour }, gates),
          runs: Array.from({ length: runs }, (_, at) => ({ index: at + 1, outcome: "pass" as const }))
        }))
      }
    ]
  ]),
  compare: compareSamples
})

/** One piece of evidence a cell, in the order of the plan; none for a cell whose runs were never made. */
export const judged = ({ definitions, plan }: Compiled, evidence: ReadonlyArray<Evidence | undefined>): Judged => {
  const results = plan.cells.flatMap(({ id }, at): ReadonlyArray<CellResult> => {
    const one = evidence[at]
    return one === undefined ? [] : [{ cell: id, runs: one.runs, issues: one.issues }]
  })
  const verdict = judge({ plan, definitions, results, means: { jsonSchema, baselines: baselineOf(plan) } })
  const report = reportOf([verdict], evidence.find((one) => one !== undefined)?.status ?? "complete")
  return { suite: verdict, report: report.verdict, exit: exitCode(report) }
}
