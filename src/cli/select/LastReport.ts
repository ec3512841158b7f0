/**
 * What was red when it was last judged, kept outside the project for `--failed`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SuiteVerdict } from "../../domain/Verdict.ts"
import { wasRun } from "../../judge/skippedCell.ts"
import { projectCache } from "../../layers/platform/projectCache.ts"
import { slug } from "../../plan/cellId.ts"
import type { CompiledSuite, RefusedSuite } from "../compileSuites.ts"
import type { Environment } from "../mode.ts"

export const LastReport = Schema.Struct({
  version: Schema.Literal(1),
  /** Ids of cells. */
  cells: Schema.Array(Schema.String),
  /** Suites that were red as a whole, with no cell to blame, as the first part of their cells' ids. */
  suites: Schema.Array(Schema.String)
})
export interface LastReport extends Schema.Schema.Type<typeof LastReport> {}

export interface Judged {
  readonly of: CompiledSuite | RefusedSuite
  readonly verdict: SuiteVerdict
}

const FILE = "last-report.json"
const nothingRed: LastReport = { version: 1, cells: [], suites: [] }

/** None where there was no report, or none that can be read. */
export const lastReport = (root: string, environment: Environment) =>
  Effect.map(projectCache(root, environment).read(FILE), Option.flatMap(decode))

/** Whether the cell was red, or could be: its suite was refused before anybody saw its cells. */
export const wasRed = ({ cells, suites }: LastReport, id: string): boolean =>
  cells.includes(id) || suites.some((suite) => id.startsWith(`${suite}/`))

/** Takes note of what was judged, a verdict for each suite. What was not judged is as red as it was. */
export const remember = Effect.fnUntraced(function* (
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  verdicts: ReadonlyArray<{ readonly verdict: SuiteVerdict }>,
  environment: Environment
) {
  const judged = suites.flatMap((of, at) => (verdicts[at] === undefined ? [] : [{ of, verdict: verdicts[at].verdict }]))
  yield* Effect.forEach(new Set(suites.map(({ project }) => project.root)), (root) =>
    Effect.flatMap(lastReport(root, environment), (before) => {
      const now = judged
        .filter(({ of }) => of.project.root === root)
        .reduce(
          updated,
          Option.getOrElse(before, () => nothingRed)
        )
      return projectCache(root, environment).write(FILE, `${JSON.stringify(now)}\n`)
    })
  )
})

export const updated = (before: LastReport, { of, verdict }: Judged): LastReport => {
  const suite = slug(of.suite.name)
  const run = verdict.cells.filter(wasRun)
  if (run.length === 0 && (verdict.cells.length > 0 || isEmptySelection(verdict))) return before
  const red = run.filter((cell) => cell.verdict !== "pass").map(({ id }) => id)
  const known = before.suites.includes(suite) && "whole" in of ? of.whole.cells.map(({ id }) => id) : []
  const cells = [...before.cells, ...known].filter((id) => run.every((cell) => cell.id !== id))
  const suites = before.suites.filter((name) => name !== suite)
  const refused = verdict.verdict !== "pass" && red.length === 0
  return {
    version: 1,
    cells: [...new Set([...cells, ...red])].toSorted(),
    suites: (refused ? [...suites, suite] : suites).toSorted()
  }
}

const isEmptySelection = ({ issues }: SuiteVerdict): boolean => issues.some(({ code }) => code === "NOTHING_SELECTED")

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(LastReport))
