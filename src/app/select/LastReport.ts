/**
 * The cells that were red when they were last judged, stored outside the project for `--failed`.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { wasRun } from "../../engine/judge/skippedCell.ts"
import { projectCache } from "../../engine/layers/platform/projectCache.ts"
import { slug } from "../../language/plan/cellId.ts"
import type { AnySuite, Suites } from "../suites/compileSuites.ts"
import type { Environment } from "../../base/std/Environment.ts"

export interface LastReport {
  readonly version: 1
  /** Ids of the red cells. */
  readonly cells: ReadonlyArray<string>
  /** Suites that were red without a red cell, by the first part of their cells' ids. */
  readonly suites: ReadonlyArray<string>
}

export interface Judged {
  readonly of: AnySuite
  readonly verdict: SuiteVerdict
}

const FILE = "last-report.json"

/** Nothing is red if there is no report, or none that can be read. */
export const lastReport = (root: string, environment: Environment): LastReport =>
  decode(projectCache(root, environment).read(FILE))

/**
 * Stores which cells are red, given one verdict per suite. Cells that were not judged stay as red as they were. Writes
 * nothing for a project in which no cell was ever red.
 */
export const remember = (
  suites: Suites,
  verdicts: ReadonlyArray<{ readonly verdict: SuiteVerdict }>,
  environment: Environment
): void => {
  const judged = suites.flatMap((of, at) => (verdicts[at] === undefined ? [] : [{ of, verdict: verdicts[at].verdict }]))
  for (const root of new Set(suites.map(({ project }) => project.root))) {
    const here = judged.filter(({ of }) => of.project.root === root)
    const cache = projectCache(root, environment)
    const before = cache.read(FILE)
    const text = encode(here.reduce(updated, decode(before)))
    if (text !== (before ?? encode(nothingRed))) cache.write(FILE, text)
  }
}

const nothingRed: LastReport = { version: 1, cells: [], suites: [] }

const encode = (report: LastReport): string => `${JSON.stringify(report)}\n`

const decode = (text: string | undefined): LastReport => {
  const found: { readonly [key: string]: unknown } = tryCatch(() => JSON.parse(text ?? "")) ?? {}
  const { cells, suites, version } = found
  return version === 1 && isNames(cells) && isNames(suites) ? { version: 1, cells, suites } : nothingRed
}

const isNames = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((name) => typeof name === "string")

/** True as well if the suite was refused before its cells were judged. */
export const wasRed = ({ cells, suites }: LastReport, id: string): boolean =>
  cells.includes(id) || suites.some((suite) => id.startsWith(`${suite}/`))

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
