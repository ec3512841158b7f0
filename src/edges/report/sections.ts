/**
 * Lays a report out for reading: a section per suite, with the rows that every text reporter prints.
 *
 * A verdict that is not a pass always has a red row, even if the report lacks what would explain it.
 */
import { passHatText } from "./text/bars.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import type {
  CellVerdict,
  GateVerdict,
  Report,
  RunVerdict,
  SuiteVerdict,
  Verdict
} from "../../base/domain/verdict/Verdict.ts"
import { coverageReason } from "./coverage/coverageText.ts"
import { isRed, marks, type Row, type Section } from "./Row.ts"

/** In a cell with more runs than `manyRuns`, a run that passes without issue or red check gets no row. */
export const sections = (report: Report, manyRuns = Infinity): ReadonlyArray<Section> => {
  const suites = [...report.suites.map((suite) => suiteSection(suite, manyRuns)), ...coverageSection(report)]
  const rows = suites.flatMap((suite) => suite.rows)
  const missing = unexplained(report.verdict, rows, { name: "passhat" })
  return missing.length === 0 ? suites : [...suites, { name: "passhat", rows: missing, cells: [] }]
}

/** Only if a threshold of coverage is not met. */
const coverageSection = ({ coverage }: Report): ReadonlyArray<Section> => {
  if (coverage?.verdict === undefined || coverage.verdict === "pass") return []
  const mark = marks[coverage.verdict]
  const title = `${mark}  coverage: ${coverageReason(coverage)}`
  return [{ name: "coverage", rows: [row({ name: "coverage" }, mark, { title })], cells: [] }]
}

const suiteSection = (
  { case_tables: tables, cells, file, issues, suite, verdict }: SuiteVerdict,
  manyRuns: number
): Section => {
  const owner = { name: suite }
  const rows = [...issueRows(issues, owner), ...cells.flatMap((cell) => cellRows(cell, manyRuns))]
  return {
    name: suite,
    ...(file !== undefined && { file }),
    rows: [...rows, ...(verdict === "none" && everyCellSkipped(rows) ? [] : unexplained(verdict, rows, owner))],
    cells,
    ...(tables !== undefined && { tables })
  }
}

/** Whether the suite has no verdict because all of its cells were skipped. */
const everyCellSkipped = (rows: ReadonlyArray<Row>): boolean => {
  const judged = rows.filter((one) => one.mark !== "NOTE")
  return judged.length > 0 && judged.every((one) => one.mark === "SKIP")
}

const cellRows = (cell: CellVerdict, manyRuns: number): ReadonlyArray<Row> => {
  const owner = {
    name: cell.name,
    cell: cell.name,
    gates: cell.gates,
    ...(cell.command !== undefined && { command: cell.command })
  }
  const { skipped } = cell
  if (skipped !== undefined) {
    return [row(owner, "SKIP", { title: `SKIP  ${cell.name}: ${skipped}`, skipped, decides: false })]
  }
  const runs = cell.runs.length > manyRuns ? cell.runs.filter(isNoteworthy) : cell.runs
  const rows = [
    ...issueRows(cell.issues, owner),
    ...runs.map((run) => runRow(cell, run, owner)),
    ...cell.gates.map((gate) => gateRow(cell, gate, owner))
  ]
  return [...rows, ...unexplained(cell.runs.length === 0 ? "none" : cell.verdict, rows, owner)]
}

const isNoteworthy = ({ checks, issues, verdict }: RunVerdict): boolean =>
  verdict !== "pass" || issues.length > 0 || checks.some((check) => check.verdict !== "pass")

type Owner = Pick<Row, "name" | "cell" | "gates" | "command">

const issueRows = (issues: ReadonlyArray<Issue>, owner: Owner): ReadonlyArray<Row> => {
  const notices = issues.filter(({ advisory }) => advisory)
  const errors = issues.filter(({ advisory }) => !advisory)
  return [
    ...(errors.length === 0 ? [] : [row(owner, "NONE", { issues: errors })]),
    ...(notices.length === 0 ? [] : [row(owner, "NOTE", { issues: notices, decides: false })])
  ]
}

/** Field by field: a json report that is read back may have fields that this version does not know. */
const runRow = (cell: CellVerdict, run: RunVerdict, owner: Owner): Row => {
  const { checks, index, issues, report, trace, verdict } = run
  return row({ ...owner, name: `${cell.name} #${index}` }, marks[verdict], {
    report,
    checks,
    issues,
    ...(trace !== undefined && { trace }),
    run: index,
    kind: isUnjudged(cell, run) ? "echo" : "run",
    decides: !isTolerated(cell, verdict) && !isUnjudged(cell, run)
  })
}

/** No gate decides about its cell, which has an issue that says so. */
const isUnjudged = ({ gates }: CellVerdict, { issues, verdict }: RunVerdict): boolean =>
  verdict === "none" && gates.every(({ advisory }) => advisory) && issues.every(({ advisory }) => advisory)

/** A gate on the pass rate may leave a cell green that has a red run. */
const isTolerated = (cell: CellVerdict, verdict: Verdict): boolean => verdict === "fail" && cell.verdict === "pass"

const gateRow = (cell: CellVerdict, gate: GateVerdict, owner: Owner): Row => {
  const { advisory, always, checks, issues, report } = gate
  const mark = marks[gate.verdict]
  const passHat = gate.scope === "outcomes" ? passHatText(cell) : undefined
  return row({ ...owner, name: `${cell.name} ${gate.id}` }, mark, {
    gate: gate.title,
    ...(gate.source !== undefined && { source: gate.source }),
    title: `${gate.title} [${mark}] ${cell.name}: ${gate.summary}${advisory ? " (advisory)" : always === true ? " (always)" : ""}`,
    decides: !advisory && !(gate.scope === "run" && isTolerated(cell, gate.verdict)),
    kind: gate.scope === "run" && isEcho(cell, gate) ? "echo" : "gate",
    report,
    ...(passHat !== undefined && { passHat }),
    checks: checks.map((check) => ({ ...check, gate: gate.id })),
    issues
  })
}

const isEcho = ({ runs }: CellVerdict, { advisory, issues, verdict }: GateVerdict): boolean =>
  issues.length === 0 && (verdict === "pass" || advisory || runs.some((run) => run.verdict === verdict))

/** A row for a verdict other than pass that no red row shows. */
const unexplained = (verdict: Verdict, rows: ReadonlyArray<Row>, owner: Owner): ReadonlyArray<Row> => {
  const mark = marks[verdict]
  if (verdict === "pass" || rows.some((other) => isRed(other) && other.mark === mark)) return []
  return [row(owner, mark, { title: `${mark}  ${owner.name}: no run and no gate tells why` })]
}

const row = (owner: Owner, mark: Row["mark"], parts: Partial<Row>): Row => ({
  ...owner,
  mark,
  title: `${mark}  ${owner.name}`,
  decides: true,
  kind: "own",
  report: {},
  checks: [],
  issues: [],
  ...parts
})
