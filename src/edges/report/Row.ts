/**
 * A row of a report: the line about one run, one gate, one cell or one suite, with everything that explains it.
 */
import type { Issue } from "../../base/domain/Issue.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { CaseTable, CellVerdict, Check, GateVerdict, Source, Verdict } from "../../base/domain/verdict/Verdict.ts"
import type { Json } from "../../base/std/Json.ts"

export interface Section {
  readonly name: string
  readonly file?: string
  readonly rows: ReadonlyArray<Row>
  readonly cells: ReadonlyArray<CellVerdict>
  /** Of a suite with cases. */
  readonly tables?: ReadonlyArray<CaseTable>
}

export interface Row {
  /** The verdict; NOTE and SKIP rows have no verdict. */
  readonly mark: "PASS" | "FAIL" | "NONE" | "NOTE" | "SKIP"
  readonly name: string
  /** Why a skipped cell was not run. */
  readonly skipped?: string
  /** The name of the row's cell; undefined for a row about the suite itself. */
  readonly cell?: string
  /** The index of the run in its cell. */
  readonly run?: number
  /** The title of the gate. */
  readonly gate?: string
  /** The line of the suite that declares that gate. */
  readonly source?: Source
  /** All gates of the row's cell. */
  readonly gates?: ReadonlyArray<GateVerdict>
  /** The text that reporters print for the row. */
  readonly title: string
  /** False for advisory gates and for the red runs of a green cell: they do not change a verdict. */
  readonly decides: boolean
  /** `own`: about a cell or suite itself. `echo`: a gate or a run that repeats what other rows say. */
  readonly kind: "own" | "run" | "gate" | "echo"
  readonly report: Readonly<Record<string, Json>>
  /** pass^k of the cell, of a gate that looks at the outcomes of the runs. */
  readonly passHat?: string
  readonly checks: ReadonlyArray<Check>
  readonly issues: ReadonlyArray<Issue>
  readonly trace?: Trace
  /** The command that reproduces a red row. */
  readonly command?: string
}

export const marks = { pass: "PASS", fail: "FAIL", none: "NONE" } as const satisfies Record<Verdict, Row["mark"]>

/** Whether the row keeps the report from passing. */
export const isRed = (row: Row): boolean => row.decides && (row.mark === "FAIL" || row.mark === "NONE")

/** Whether the row is what an advisory gate says of all runs: no verdict depends on it. */
export const isAdvice = (row: Row): boolean => row.kind === "gate" && !row.decides

/** Such a row on a line that says so first. */
export const adviceText = ({ title }: Row): string => `advisory: ${title.replace(/ \(advisory\)$/, "")}`
