/**
 * Whether every verdict of a report follows from what is below it, and a pass from a run and a gate: a report that was cut or
 * altered must not turn green.
 */
import stringify from "fast-json-stable-stringify"
import type { Coverage, Share } from "../../base/domain/verdict/Coverage.ts"
import { coverageShares, type Shares } from "../../base/domain/verdict/coverageShares.ts"
import { matchersIn } from "../../base/domain/matchersIn.ts"
import type { CellVerdict, Check, GateVerdict, Report, RunVerdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { caseTables } from "../../engine/judge/caseTables.ts"
import { decideCoverage } from "../../engine/judge/coverage/withCoverage.ts"
import { decideSuite } from "../../engine/judge/judge.ts"
import { blocking, decideCell } from "../../engine/judge/judgeCell.ts"
import { decideRun } from "../../engine/judge/judgeRun.ts"
import { match } from "../../language/metrics/match.ts"
import { contradiction } from "./saidTwice.ts"

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
    const { case_tables } = caseTables(suite.cells)
    if (suite.case_tables !== undefined && stringify(suite.case_tables) !== stringify(case_tables)) {
      return { path: ["suites", at, "case_tables"], issue: "Expected the counts of its cells" }
    }
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
  const run = runs.findIndex((one) => !followsFromGates(one, gates))
  if (run !== -1) return doesNotFollow("runs", run, "verdict")
  return inChecks("gates", gates) ?? inChecks("runs", runs) ?? contradiction(cell)
}

const inChecks = (holder: "gates" | "runs", all: ReadonlyArray<GateVerdict | RunVerdict>): Unfounded | undefined => {
  for (const [at, { checks }] of all.entries()) {
    const wrong = checks.findIndex((check) => !followsFromValues(check))
    if (wrong !== -1) {
      const issue = "Expected the verdict that follows from what was expected, the actual value and the findings"
      return { path: [holder, at, "checks", wrong, "verdict"], issue }
    }
  }
  return undefined
}

const followsFromChecks = ({ checks, issues, verdict }: GateVerdict): boolean =>
  verdict === worst([...checks.map((check) => check.verdict), ...blocking(issues)])

/** Each run has the checks of the gates that judge runs. A gate with an issue of its own has no verdict, whatever they say. */
const followsFromRuns = ({ id, issues, scope, verdict }: GateVerdict, runs: ReadonlyArray<RunVerdict>): boolean =>
  scope !== "run" ||
  blocking(issues).length > 0 ||
  verdict === worst(runs.map(({ checks }) => worst(verdictsOf(checks, id))))

const verdictsOf = (checks: RunVerdict["checks"], id: string): ReadonlyArray<RunVerdict["verdict"]> =>
  checks.filter(({ gate }) => gate === id).map(({ verdict }) => verdict)

/** A gate that threw has no check of the run, and so no verdict on it. Its issue is that of the gate, which may be advisory. */
const followsFromGates = ({ checks, issues, verdict }: RunVerdict, gates: ReadonlyArray<GateVerdict>): boolean => {
  const deciding = gates.filter(({ advisory, scope }) => scope === "run" && !advisory)
  const opinions = [
    ...deciding.map(({ id }) => worst(verdictsOf(checks, id))),
    ...checks.filter((check) => !check.advisory).map((check) => check.verdict),
    ...blocking(issues.filter(({ code }) => code !== "GATE_THREW"))
  ]
  return (
    verdict ===
    decideRun(
      opinions,
      gates.some(({ advisory }) => !advisory)
    )
  )
}

/**
 * A check has findings unless it passes. The actual value is compared again with what was expected, in every way in which its words can be read;
 * null may stand for a value that was never there.
 */
const followsFromValues = ({ actual, evidence, expected, verdict }: Check): boolean => {
  if ((verdict === "pass") !== (evidence.findings.length === 0)) return false
  const matchers = matchersIn(expected)
  return (
    matchers.length === 0 ||
    (actual === null && verdict !== "pass") ||
    matchers.some((matcher) => {
      const { error, passed } = match(matcher, actual)
      return verdict === "pass" ? passed : !passed && (verdict === "fail") === (error === undefined)
    })
  )
}
