/**
 * Judges runs the way a suite does, up to the exit code.
 */
import { type Agent, suite, type Trace } from "passhat"
import { exitCode } from "../../src/cli/exitWith.ts"
import type { Issue } from "../../src/domain/Issue.ts"
import type { CellResult, RunResult } from "../../src/domain/Run.ts"
import type { Report, SuiteVerdict, Verdict } from "../../src/domain/Verdict.ts"
import { judge } from "../../src/judge/judge.ts"
import { reportOf } from "../../src/judge/reportOf.ts"
import { jsonSchema } from "../../src/metrics/jsonSchema.ts"
import type { Compiled } from "../../src/plan/compile.ts"
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

/** One piece of evidence a cell, in the order of the plan; none for a cell whose runs were never made. */
export const judged = ({ definitions, plan }: Compiled, evidence: ReadonlyArray<Evidence | undefined>): Judged => {
  const results = plan.cells.flatMap(({ id }, at): ReadonlyArray<CellResult> => {
    const one = evidence[at]
    return one === undefined ? [] : [{ cell: id, runs: one.runs, issues: one.issues }]
  })
  const verdict = judge({ plan, definitions, results, means: { jsonSchema } })
  const report = reportOf([verdict], evidence.find((one) => one !== undefined)?.status ?? "complete")
  return { suite: verdict, report: report.verdict, exit: exitCode(report) }
}
