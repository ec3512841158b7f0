/**
 * Whether every verdict of a report follows from what is below it, and a pass from a run and a gate: a report that was cut or
 * altered must not turn green.
 */
import type { Coverage, Share } from "../../domain/Coverage.ts"
import { coverageShares, type Shares } from "../../domain/coverageShares.ts"
import type { CellVerdict, GateVerdict, Report, RunVerdict } from "../../domain/Verdict.ts"
import { worst } from "../../domain/worst.ts"
import { decideCoverage } from "../../judge/coverage/withCoverage.ts"
import { decideSuite } from "../../judge/judge.ts"
import { blocking, decideCell } from "../../judge/judgeCell.ts"

export interface Unfounded {
  readonly path: ReadonlyArray<PropertyKey>
  /** What was expected there. */
  readonly issue: string
}

/** The first thing that does not follow. */
export const unfounded = (report: Report): Unfounded | undefined => {
  const { coverage, suites, verdict } = report
  for (const [at, suite] of suites.entries()) {
    for (const [place, cell] of suite.cells.entries()) {
      const found = inCell(cell)
      if (found !== undefined) return { ...found, path: ["suites", at, "cells", place, ...found.path] }
    }
    if (suite.verdict !== decideSuite(suite.cells, suite.issues)) return doesNotFollow("suites", at, "verdict")
  }
  const wrong = coverage === undefined ? undefined : inCoverage(coverage, report)
  if (wrong !== undefined) return wrong
  const parts = [...suites.map((one) => one.verdict), ...(coverage?.verdict === undefined ? [] : [coverage.verdict])]
  return verdict === worst(parts) ? undefined : doesNotFollow("verdict")
}

const inCoverage = (coverage: Coverage, report: Report): Unfounded | undefined => {
  const { servers, threshold, verdict } = coverage
  const shares = Object.entries(coverageShares(servers)) as ReadonlyArray<[keyof Shares, Share]>
  const wrong = shares.find(([name, { of, reached }]) => coverage[name].of !== of || coverage[name].reached !== reached)
  if (wrong !== undefined) return { path: ["coverage", wrong[0]], issue: "Expected the share that its servers have" }
  if (threshold === undefined ? verdict !== undefined : verdict !== decideCoverage(coverage, report)) {
    return doesNotFollow("coverage", "verdict")
  }
  return threshold === undefined || report.shard === undefined
    ? undefined
    : { path: ["coverage", "threshold"], issue: "Expected no threshold in the report of a shard" }
}

const doesNotFollow = (...path: ReadonlyArray<PropertyKey>): Unfounded => ({
  path,
  issue: "Expected the verdict that follows from what it is of"
})

const inCell = (cell: CellVerdict): Unfounded | undefined => {
  const { gates, issues, runs, skipped, verdict } = cell
  if (skipped !== undefined && runs.length + gates.length > 0) {
    return { path: ["skipped"], issue: "Expected a cell without runs and gates" }
  }
  if (skipped === undefined && verdict === "pass" && runs.length === 0) {
    return { path: ["runs"], issue: "Expected at least one run of a cell that passes" }
  }
  if (skipped === undefined && verdict === "pass" && gates.every(({ advisory }) => advisory)) {
    return { path: ["gates"], issue: "Expected at least one gate that decides of a cell that passes" }
  }
  const { stopped } = cell
  if (stopped !== undefined && (runs.length !== stopped.after || stopped.after >= stopped.of)) {
    return { path: ["stopped"], issue: "Expected as many runs as it says, and fewer than were planned" }
  }
  if (verdict !== decideCell(runs, gates, issues)) return doesNotFollow("verdict")
  const gate = gates.findIndex((one) => !followsFromChecks(one) || !followsFromRuns(one, runs))
  if (gate !== -1) return doesNotFollow("gates", gate, "verdict")
  const run = runs.findIndex((one) => one.verdict === "pass" && !mayPass(one))
  return run === -1 ? undefined : doesNotFollow("runs", run, "verdict")
}

const followsFromChecks = ({ checks, issues, verdict }: GateVerdict): boolean =>
  verdict === worst([...checks.map((check) => check.verdict), ...blocking(issues)])

/** Each run has the checks of the gates that judge runs. A gate that could not judge a run does not pass. */
const followsFromRuns = ({ id, scope, verdict }: GateVerdict, runs: ReadonlyArray<RunVerdict>): boolean =>
  verdict !== "pass" || scope !== "run" || runs.every(({ checks }) => worst(verdictsOf(checks, id)) === "pass")

const verdictsOf = (checks: RunVerdict["checks"], id: string): ReadonlyArray<RunVerdict["verdict"]> =>
  checks.filter(({ gate }) => gate === id).map(({ verdict }) => verdict)

/** An advisory gate that threw leaves its issue with a run that passes. */
const mayPass = ({ checks, issues }: RunVerdict): boolean =>
  checks.every(({ advisory, verdict }) => advisory || verdict === "pass") &&
  blocking(issues.filter(({ code }) => code !== "GATE_THREW")).length === 0
