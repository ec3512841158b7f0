/**
 * The events of `--reporter ndjson`, and those of a finished report in the order of its plan.
 */
import type { Event } from "../../base/domain/verdict/Event.ts"
import type { CellVerdict, Check, GateVerdict, Report, RunVerdict, SuiteVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"

export const start: Event = { event: "start", format: "passhat-events", version: 1 }

export const runStarted = (suite: string, { id, name }: Pick<CellVerdict, "id" | "name">, run: number): Event => ({
  event: "run-started",
  suite,
  cell: id,
  name,
  run
})

export const runFinished = (
  suite: string,
  { id, name }: Pick<CellVerdict, "id" | "name">,
  { checks, index, issues, verdict }: RunVerdict
): Event => ({
  event: "run-finished",
  suite,
  cell: id,
  name,
  run: index,
  verdict,
  checks: notPassed(checks),
  issues
})

export function* suiteEvents(suite: SuiteVerdict): Iterable<Event> {
  for (const cell of suite.cells) {
    for (const run of cell.runs) {
      yield runStarted(suite.suite, cell, run.index)
      yield runFinished(suite.suite, cell, run)
    }
    yield cellFinished(suite.suite, cell)
  }
  yield {
    event: "suite-finished",
    suite: suite.suite,
    ...(suite.file !== undefined && { file: suite.file }),
    verdict: suite.verdict,
    cells: counts(suite.cells),
    issues: suite.issues,
    ...(suite.case_tables !== undefined && { case_tables: suite.case_tables })
  }
}

export const end = ({ status, suites, verdict }: Report): Event => ({
  event: "end",
  verdict,
  status,
  suites: counts(suites),
  runs: counts(suites.flatMap((suite) => suite.cells).flatMap((cell) => cell.runs))
})

export function* events(report: Report): Iterable<Event> {
  yield start
  for (const suite of report.suites) yield* suiteEvents(suite)
  yield end(report)
}

const cellFinished = (suite: string, cell: CellVerdict): Event => ({
  event: "cell-finished",
  suite,
  cell: cell.id,
  name: cell.name,
  model: cell.model,
  ...(cell.case !== undefined && { case: cell.case }),
  verdict: cell.verdict,
  ...(cell.skipped !== undefined && { skipped: cell.skipped }),
  runs: counts(cell.runs),
  ...(cell.stopped !== undefined && { stopped: cell.stopped }),
  gates: cell.gates.map(gateResult),
  issues: cell.issues,
  ...(cell.command !== undefined && { command: cell.command })
})

const gateResult = ({ advisory, always, checks, id, issues, source, summary, verdict }: GateVerdict) => ({
  id,
  verdict,
  advisory,
  ...(always === true && { always }),
  summary,
  checks: notPassed(checks),
  issues,
  ...(source !== undefined && { source })
})

const notPassed = (checks: ReadonlyArray<Check>): ReadonlyArray<Check> =>
  checks.filter(({ verdict }) => verdict !== "pass")

const counts = (judged: ReadonlyArray<{ readonly verdict: Verdict }>): Readonly<Record<Verdict, number>> => {
  const found = { pass: 0, fail: 0, none: 0 }
  for (const { verdict } of judged) found[verdict] += 1
  return found
}
