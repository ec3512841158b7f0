/**
 * A report laid out for reading: per suite, the rows that every text reporter words.
 *
 * A verdict that is not a pass always has a row that says so, whatever the report left out.
 */
import type { Issue } from "../domain/Issue.ts"
import type { Json } from "../domain/Json.ts"
import type { Trace } from "../domain/Trace.ts"
import type {
  CellVerdict,
  Check,
  GateVerdict,
  Report,
  RunVerdict,
  Source,
  SuiteVerdict,
  Verdict
} from "../domain/Verdict.ts"

export interface Section {
  readonly name: string
  readonly file?: string
  readonly rows: ReadonlyArray<Row>
  readonly cells: ReadonlyArray<CellVerdict>
}

export interface Row {
  /** A verdict; a notice or a skipped cell has none. */
  readonly mark: "PASS" | "FAIL" | "NONE" | "NOTE" | "SKIP"
  readonly name: string
  /** Why a skipped cell was not run. */
  readonly skipped?: string
  /** The name of the row's cell; a suite's own row has none. */
  readonly cell?: string
  /** Which run of its cell it is. */
  readonly run?: number
  /** Which gate it is, as titles have it. */
  readonly gate?: string
  /** Where that gate stands in the suite. */
  readonly source?: Source
  /** The gates of its cell. */
  readonly gates?: ReadonlyArray<GateVerdict>
  /** The row as it is printed. */
  readonly title: string
  /** Advisory gates and the red runs of a green cell decide nothing. */
  readonly decides: boolean
  /** An echo is a gate that says again what the rows of the runs say. */
  readonly kind: "own" | "run" | "gate" | "echo"
  readonly report: Readonly<Record<string, Json>>
  readonly checks: ReadonlyArray<Check>
  readonly issues: ReadonlyArray<Issue>
  readonly trace?: Trace
  /** Shows a red row again. */
  readonly command?: string
}

export const marks = { pass: "PASS", fail: "FAIL", none: "NONE" } as const satisfies Record<Verdict, Row["mark"]>

/** Whether the row stands in the way of a pass. */
export const isRed = (row: Row): boolean => row.decides && (row.mark === "FAIL" || row.mark === "NONE")

/** Of a cell with more runs than `manyRuns`, those that pass and have nothing to tell have no row. */
export const sections = (report: Report, manyRuns = Infinity): ReadonlyArray<Section> => {
  const suites = report.suites.map((suite) => suiteSection(suite, manyRuns))
  const rows = suites.flatMap((suite) => suite.rows)
  const missing = unaccounted(report.verdict, rows, { name: "passhat" })
  return missing.length === 0 ? suites : [...suites, { name: "passhat", rows: missing, cells: [] }]
}

const suiteSection = ({ cells, file, issues, suite, verdict }: SuiteVerdict, manyRuns: number): Section => {
  const owner = { name: suite }
  const rows = [...issueRows(issues, owner), ...cells.flatMap((cell) => cellRows(cell, manyRuns))]
  return {
    name: suite,
    ...(file !== undefined && { file }),
    rows: [...rows, ...(verdict === "none" && wasLeftOut(rows) ? [] : unaccounted(verdict, rows, owner))],
    cells
  }
}

/** Whether the rows of the cells tell why there is no verdict: none was run. */
const wasLeftOut = (rows: ReadonlyArray<Row>): boolean => {
  const telling = rows.filter((one) => one.mark !== "NOTE")
  return telling.length > 0 && telling.every((one) => one.mark === "SKIP")
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
  const runs = cell.runs.length > manyRuns ? cell.runs.filter(hasSomethingToTell) : cell.runs
  const rows = [
    ...issueRows(cell.issues, owner),
    ...runs.map((run) => runRow(cell, run, owner)),
    ...cell.gates.map((gate) => gateRow(cell, gate, owner))
  ]
  return [...rows, ...unaccounted(cell.runs.length === 0 ? "none" : cell.verdict, rows, owner)]
}

const hasSomethingToTell = ({ checks, issues, verdict }: RunVerdict): boolean =>
  verdict !== "pass" || issues.length > 0 || checks.some((check) => check.verdict !== "pass")

type Owner = Pick<Row, "name" | "cell" | "gates" | "command">

const issueRows = (issues: ReadonlyArray<Issue>, owner: Owner): ReadonlyArray<Row> => {
  const notices = issues.filter(({ advisory }) => advisory)
  const obstacles = issues.filter(({ advisory }) => !advisory)
  return [
    ...(obstacles.length === 0 ? [] : [row(owner, "NONE", { issues: obstacles })]),
    ...(notices.length === 0 ? [] : [row(owner, "NOTE", { issues: notices, decides: false })])
  ]
}

const runRow = (cell: CellVerdict, { index, verdict, ...seen }: RunVerdict, owner: Owner): Row =>
  row({ ...owner, name: `${cell.name} #${index}` }, marks[verdict], {
    ...seen,
    run: index,
    kind: "run",
    decides: !isTolerated(cell, verdict)
  })

/** Where a rate decides, a red run may leave its cell green. */
const isTolerated = (cell: CellVerdict, verdict: Verdict): boolean => verdict === "fail" && cell.verdict === "pass"

const gateRow = (cell: CellVerdict, gate: GateVerdict, owner: Owner): Row => {
  const { advisory, checks, issues, report } = gate
  const mark = marks[gate.verdict]
  return row({ ...owner, name: `${cell.name} ${gate.id}` }, mark, {
    gate: gate.title,
    ...(gate.source !== undefined && { source: gate.source }),
    title: `${gate.title} [${mark}] ${cell.name}: ${gate.summary}${advisory ? " (advisory)" : ""}`,
    decides: !advisory && !(gate.scope === "run" && isTolerated(cell, gate.verdict)),
    kind: gate.scope === "run" && isEcho(cell, gate) ? "echo" : "gate",
    report,
    checks,
    issues
  })
}

const isEcho = ({ runs }: CellVerdict, { advisory, issues, verdict }: GateVerdict): boolean =>
  issues.length === 0 && (verdict === "pass" || advisory || runs.some((run) => run.verdict === verdict))

/** The row of a verdict that no other row tells. */
const unaccounted = (verdict: Verdict, rows: ReadonlyArray<Row>, owner: Owner): ReadonlyArray<Row> => {
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
