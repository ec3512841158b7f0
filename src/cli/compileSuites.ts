/**
 * From loaded suites to what is to be run of them: compiled, selected, or refused with all reasons at once.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { type Issue, issue } from "../domain/Issue.ts"
import type { Definitions } from "../domain/Metric.ts"
import type { Cell, Plan } from "../domain/Plan.ts"
import type { Suite } from "../dsl/suite.ts"
import { slug } from "../plan/cellId.ts"
import { compile } from "../plan/compile.ts"
import type { Project } from "./project.ts"
import type { RunFlags } from "./runFlags.ts"

export interface LoadedSuite {
  readonly suite: Suite
  readonly project: Project
}

export interface CompiledSuite extends LoadedSuite {
  /** Everything the suite says. */
  readonly whole: Plan
  /** What of it is to be run. */
  readonly plan: Plan
  readonly definitions: Definitions
}

export interface RefusedSuite extends LoadedSuite {
  readonly issues: ReadonlyArray<Issue>
}

/** Suites without a selected cell are left out, unless none has one: an empty selection is never a pass. */
export const compileSuites = (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags
): ReadonlyArray<CompiledSuite | RefusedSuite> => {
  const compiled = loaded.map((one) => namesake(one, loaded) ?? compileSuite(one, flags))
  const chosen = compiled.filter((one) => "issues" in one || one.plan.cells.length > 0)
  return chosen.length > 0 ? chosen : compiled.map((one) => nothingSelected(one, compiled, flags))
}

/** Suites of one name would record over each other. */
const namesake = (one: LoadedSuite, all: ReadonlyArray<LoadedSuite>): RefusedSuite | undefined => {
  const sharing = all.filter(
    ({ project, suite }) => project.root === one.project.root && slug(suite.name) === slug(one.suite.name)
  )
  const files = sharing.map(({ project }) => project.file).join(" and ")
  const what = `${files} would share the recordings of a suite named "${one.suite.name}".`
  return sharing.length > 1
    ? { ...one, issues: [issue("INVALID_SUITE", what, "Give each suite its own name.")] }
    : undefined
}

const compileSuite = (loaded: LoadedSuite, { filter, runs }: RunFlags): CompiledSuite | RefusedSuite => {
  const compiled = compile(loaded.suite, Option.match(runs, { onNone: () => ({}), onSome: (n) => ({ runs: n }) }))
  if (Result.isFailure(compiled)) return { ...loaded, issues: compiled.failure }
  const { definitions, plan } = compiled.success
  const cells = Option.match(filter, {
    onNone: () => plan.cells,
    onSome: (text) => plan.cells.filter((cell) => cell.name.includes(text) || cell.id.includes(text))
  })
  return { ...loaded, whole: plan, plan: { ...plan, cells }, definitions }
}

const nothingSelected = (
  loaded: LoadedSuite,
  all: ReadonlyArray<CompiledSuite | RefusedSuite>,
  { filter }: RunFlags
): RefusedSuite => ({
  suite: loaded.suite,
  project: loaded.project,
  issues: [
    issue(
      "NOTHING_SELECTED",
      `--filter ${JSON.stringify(Option.getOrElse(filter, () => ""))} selects no cell of ${loaded.project.file}.`,
      `The cells are ${all.flatMap((one) => ("whole" in one ? one.whole.cells.map(quoted) : [])).join(", ")}.`
    )
  ]
})

const quoted = (cell: Cell): string => JSON.stringify(cell.name)
