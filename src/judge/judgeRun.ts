/**
 * Judges one run on the gates that look at each run.
 */
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import type { RunVerdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { type BoundGate, gateJudge, type Judged, type Opinion } from "./judgeGate.ts"

/** An opinion for each gate by its place in the cell; only gates that look at each run have one. */
export type Opinions = ReadonlyArray<Opinion | undefined>

export interface JudgedRun {
  /** What the gates say together. Runs of which they say the same share it. */
  readonly judged: Judged
  readonly opinions: Opinions
}

export type RunJudge = (index: number, trace: Trace) => JudgedRun

/** A run that was observed passes when nothing looks at it. */
export const runJudge = (bound: ReadonlyArray<BoundGate>, means: Capabilities): RunJudge => {
  const judges = bound.map((one) => (one.definition.scope === "run" ? gateJudge(one, means) : undefined))
  const joined = joiner(bound)
  return (index, trace) => {
    const opinions = judges.map((judge) => judge?.(trace, index))
    return { judged: joined(opinions.map((one) => one?.judged)), opinions }
  }
}

/** The verdict of one run, with what was noticed of it and its trace where they are kept. */
export const runVerdict = (
  index: number,
  { checks, issues, report, verdict }: Judged,
  noticed: ReadonlyArray<Issue> = [],
  trace?: Trace
): RunVerdict => {
  const all = noticed.length === 0 ? issues : [...noticed, ...issues]
  return trace === undefined
    ? { index, verdict, report, checks, issues: all }
    : { index, verdict, report, checks, issues: all, trace }
}

/** Runs of which all gates say the same as of the run before share what they say together. */
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
