/**
 * Judges one run on the gates with scope "run".
 */
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import { type Capabilities, fullTarget } from "../../base/domain/verdict/Metric.ts"
import { numberedTarget } from "../../base/domain/verdict/numberedTarget.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { RunVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { type BoundGate, gateJudge, type Judged, type Opinion } from "./judgeGate.ts"

/** One entry per gate of the cell, in order; undefined for gates of another scope. */
export type Opinions = ReadonlyArray<Opinion | undefined>

export interface JudgedRun {
  /** The gates' results put together. Runs with the same results share one object. */
  readonly judged: Judged
  readonly opinions: Opinions
}

export type RunJudge = (index: number, trace: Trace) => JudgedRun

/** A run that no gate looks at passes if a gate of its cell decides something else, and else has no verdict. */
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
  const nameAt = reportNames(bound)
  const isDecided = bound.some(({ gate }) => !gate.advisory)
  let last: { readonly parts: ReadonlyArray<Judged | undefined>; readonly whole: Judged } | undefined
  return (parts: ReadonlyArray<Judged | undefined>): Judged => {
    if (last?.parts.every((part, at) => part === parts[at])) return last.whole
    const present = parts.filter((part) => part !== undefined)
    const deciding = parts.filter((part, at) => part !== undefined && !bound[at]!.gate.advisory)
    const whole: Judged = {
      verdict: decideRun(
        deciding.map((part) => part!.verdict),
        isDecided
      ),
      report: Object.fromEntries(
        parts.flatMap((part, at) =>
          Object.entries(part?.report ?? {}).map(([target, value]) => [nameAt[at]!.get(target) ?? target, value])
        )
      ),
      checks: bound.flatMap(({ gate }, at) => (parts[at]?.checks ?? []).map((check) => ({ ...check, gate: gate.id }))),
      issues: present.flatMap((part) => part.issues)
    }
    last = { parts, whole }
    return whole
  }
}

/** For each gate: the names of those of its targets that an earlier gate has too. Paths into the trace mean one value. */
const reportNames = (bound: ReadonlyArray<BoundGate>): ReadonlyArray<ReadonlyMap<string, string>> => {
  const taken = new Set<string>()
  return bound.map(({ definition, gate }) => {
    if (definition.scope !== "run" || definition.prefix === "") return new Map()
    const targets = Object.keys(definition.targets).map((target) => fullTarget(definition, target))
    const names = new Map(
      targets.filter((target) => taken.has(target)).map((target) => [target, ownName(target, gate.id)])
    )
    for (const target of targets) taken.add(target)
    return names
  })
}

const ownName = (target: string, id: string): string => {
  const name = numberedTarget(target, id)
  return name === target ? `${id}.${target}` : name
}

/** From the verdicts of the gates that look at the run and decide. `isDecided`: a gate of its cell decides, whatever it looks at. */
export const decideRun = (verdicts: ReadonlyArray<Verdict>, isDecided: boolean): Verdict =>
  verdicts.length === 0 && isDecided ? "pass" : worst(verdicts)

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
