/**
 * Judges one run on the gates that look at each run.
 */
import { type Issue, issue } from "../domain/Issue.ts"
import type { Means } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import { type RunVerdict, worst } from "../domain/Verdict.ts"
import { type BoundGate, gateJudge, type Judged, type Opinion } from "./judgeGate.ts"

/** An opinion for each gate by its place in the cell; only gates that look at each run have one. */
export type Opinions = ReadonlyArray<Opinion | undefined>

export interface JudgedRun {
  readonly verdict: RunVerdict
  readonly opinions: Opinions
}

export type RunJudge = (index: number, trace: Trace, issues?: ReadonlyArray<Issue>) => JudgedRun

/** A run that was observed passes when nothing looks at it. */
export const runJudge = (bound: ReadonlyArray<BoundGate>, means: Means): RunJudge => {
  const judges = bound.map((one) => (one.definition.scope === "run" ? gateJudge(one, means) : undefined))
  const joined = joiner(bound)
  return (index, trace, issues = []) => {
    const opinions = judges.map((judge) => judge?.(trace, index))
    const all = joined(opinions.map((one) => one?.judged))
    return {
      verdict: {
        index,
        verdict: all.verdict,
        report: all.report,
        checks: all.checks,
        issues: issues.length === 0 ? all.issues : [...issues, ...all.issues]
      },
      opinions
    }
  }
}

/** What the gates say together. Runs of which all say the same as of the run before share it. */
const joiner = (bound: ReadonlyArray<BoundGate>) => {
  let last: { readonly parts: ReadonlyArray<Judged | undefined>; readonly whole: Judged } | undefined
  return (parts: ReadonlyArray<Judged | undefined>): Judged => {
    if (last?.parts.every((part, at) => part === parts[at])) return last.whole
    const looked = parts.filter((part) => part !== undefined)
    const deciding = parts.filter((part, at) => part !== undefined && !bound[at]!.gate.advisory)
    const whole: Judged = {
      verdict: deciding.length === 0 ? "pass" : worst(deciding.map((part) => part!.verdict)),
      report: Object.assign({}, ...looked.map((part) => part.report)),
      checks: bound.flatMap(({ gate }, at) => (parts[at]?.checks ?? []).map((check) => ({ ...check, gate: gate.id }))),
      issues: looked.flatMap((part) => part.issues)
    }
    last = { parts, whole }
    return whole
  }
}

/** A run that could not be observed. */
export const unobserved = (index: number, why: Issue = unfinished(index)): RunVerdict => ({
  index,
  verdict: "none",
  report: {},
  checks: [],
  issues: [why]
})

const unfinished = (index: number): Issue =>
  issue("INTERRUPTED", `Run #${index} was not finished.`, "Run the suite again.")
