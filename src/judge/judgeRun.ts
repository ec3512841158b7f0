/**
 * Judges one run on the gates with scope "run".
 */
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import type { RunVerdict } from "../domain/Verdict.ts"
import { worst } from "../domain/worst.ts"
import { type BoundGate, gateJudge, type Judged, type Opinion } from "./judgeGate.ts"

/** One entry per gate of the cell, in order; undefined for gates of another scope. */
export type Opinions = ReadonlyArray<Opinion | undefined>

export interface JudgedRun {
  /** The gates' results put together. Runs with the same results share one object. */
  readonly judged: Judged
  readonly opinions: Opinions
}

export type RunJudge = (index: number, trace: Trace) => JudgedRun

/** A run with a trace and without any deciding gate passes. */
export const runJudge = (bound: ReadonlyArray<BoundGate>, means: Capabilities): RunJudge => {
  const judges = bound.map((one) => (one.definition.scope === "run" ? gateJudge(one, means) : undefined))
  const joined = joiner(bound)
  return (index, trace) => {
    const opinions = judges.map((judge) => judge?.(trace, index))
    return { judged: joined(opinions.map((one) => one?.judged)), opinions }
  }
}

/** The verdict of one run, with the issues of its execution first, and with what reports show of it, if that is given. */
export const runVerdict = (
  index: number,
  { checks, issues, report, verdict }: Judged,
  runIssues: ReadonlyArray<Issue> = [],
  shown: Pick<RunVerdict, "trace" | "recorded"> = {}
): RunVerdict => {
  const all = runIssues.length === 0 ? issues : [...runIssues, ...issues]
  const decided = runIssues.some(({ advisory }) => !advisory) ? worst([verdict, "none"]) : verdict
  return { index, verdict: decided, report, checks, issues: all, ...shown }
}

/** Puts the results of all gates together. Reuses the object of the run before if every gate gave the same result. */
const joiner = (bound: ReadonlyArray<BoundGate>) => {
  let last: { readonly parts: ReadonlyArray<Judged | undefined>; readonly whole: Judged } | undefined
  return (parts: ReadonlyArray<Judged | undefined>): Judged => {
    if (last?.parts.every((part, at) => part === parts[at])) return last.whole
    const present = parts.filter((part) => part !== undefined)
    const deciding = parts.filter((part, at) => part !== undefined && !bound[at]!.gate.advisory)
    const whole: Judged = {
      verdict: deciding.length === 0 ? "pass" : worst(deciding.map((part) => part!.verdict)),
      report: Object.assign({}, ...present.map((part) => part.report)),
      checks: bound.flatMap(({ gate }, at) => (parts[at]?.checks ?? []).map((check) => ({ ...check, gate: gate.id }))),
      issues: present.flatMap((part) => part.issues)
    }
    last = { parts, whole }
    return whole
  }
}

/** The verdict of a run without a trace. */
export const unobserved = (
  index: number,
  why: Issue = unfinished(index),
  notices: ReadonlyArray<Issue> = []
): RunVerdict => ({
  index,
  verdict: "none",
  report: {},
  checks: [],
  issues: [why, ...notices]
})

const unfinished = (index: number): Issue =>
  issue("INTERRUPTED", `Run #${index} was not finished.`, "Run the suite again.")
