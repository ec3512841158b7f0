/**
 * Compiles suites and chooses the cells that are to be run: by the flags of the command, and by `only`.
 */
import * as Effect from "effect/Effect"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { MOST_RUNS } from "../../language/plan/agentRules.ts"
import { partOf } from "../../language/plan/compile.ts"
import {
  type AnySuite,
  type CompiledSuite,
  type LoadedSuite,
  type Suites,
  compileSuites,
  refuse
} from "../suites/compileSuites.ts"
import type { Environment } from "../../base/std/Environment.ts"
import { isCi } from "../kit/environment.ts"
import { filesFromParent } from "../kit/childFiles.ts"
import type { RunFlags } from "../flags/runFlags.ts"
import { jsonSchemaFor, schemasFor } from "../suites/schemasFor.ts"
import { UsageError } from "../kit/UsageError.ts"
import { type Criterion, checkNames, criteriaOf, failedBefore, isOnly, markedOnly } from "./criteria.ts"
import type { AnyDriver } from "../../language/dsl/driver.ts"
import { type Sources, type SourcesOf, namesFiles } from "../../language/plan/Sources.ts"

export const selectSuites = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  environment: Environment
) {
  const { runs } = flags
  if (runs !== undefined && runs > MOST_RUNS) {
    return yield* new UsageError({
      what: `${runs} runs of each cell are asked for, and ${MOST_RUNS} are the most.`,
      hint: "Ask for fewer runs."
    })
  }
  if (filesFromParent(environment) === undefined) yield* checkNames(loaded, flags)
  const suites = loaded.map(({ suite }) => suite)
  const toJsonSchema = yield* Effect.promise(() => schemasFor(suites))
  const { jsonSchema } = yield* Effect.promise(() => jsonSchemaFor(suites))
  const sourcesOf = yield* Effect.promise(() => sourcesFor(loaded))
  const compiled = yield* Effect.forEach(compileSuites(loaded, { runs, toJsonSchema, jsonSchema }, sourcesOf), placed)
  const criteria = [...criteriaOf(flags), ...(flags.failed ? [yield* failedBefore(compiled, environment)] : [])]
  if (isCi(environment)) return chosen(compiled.map(withoutOnly), criteria)
  return chosen(compiled.map(noted), cellsOf(compiled).some(isOnly) ? [...criteria, markedOnly] : criteria)
})

/** Source maps are read only for a suite that is refused. */
const placed = (one: AnySuite): Effect.Effect<AnySuite> =>
  "callSites" in one
    ? Effect.map(
        Effect.promise(() => import("../suites/gateLocations.ts")),
        ({ placedIssues }) => refuse(one, ...placedIssues(one))
      )
    : Effect.succeed(one)

/** Suites without a chosen cell are left out, unless none has one: an empty selection is never a pass. */
const chosen = (suites: Suites, criteria: ReadonlyArray<Criterion>): Suites => {
  const narrowed = suites.map((one) => (one._tag === "refused" ? one : narrowedBy(one, criteria)))
  const taken = narrowed.filter((one) => one._tag === "refused" || one.plan.cells.length > 0)
  return taken.length > 0 ? taken : suites.map((one) => refuse(one, nothingSelected(one, suites, criteria)))
}

const narrowedBy = (one: CompiledSuite, criteria: ReadonlyArray<Criterion>): CompiledSuite => {
  const cells = one.whole.cells.filter((cell) => criteria.every(({ accepts }) => accepts(cell, one.project)))
  return { ...one, plan: partOf(one.whole, cells) }
}

const cellsOf = (suites: Suites): ReadonlyArray<Cell> =>
  suites.flatMap((one) => ("whole" in one ? one.whole.cells : []))

const hasOnly = (one: AnySuite): one is CompiledSuite => cellsOf([one]).some(isOnly)

/** In CI `only` would leave every other cell unjudged, so a suite that has it is refused. */
const withoutOnly = (one: AnySuite): AnySuite =>
  hasOnly(one)
    ? refuse(
        one,
        issue(
          "INVALID_SUITE",
          `Suite "${one.suite.name}" says only at ${cellsOf([one]).filter(isOnly).map(quoted).join(", ")}, and CI is set.`,
          "Take only out: CI judges every cell."
        )
      )
    : one

const noted = (one: AnySuite): AnySuite => (hasOnly(one) ? { ...one, notices: [...one.notices, inForce] } : one)

const inForce: Issue = notice(
  "ONLY",
  "only is in force: every other cell of this command was left out.",
  "Take it out before you commit; CI refuses it."
)

const nothingSelected = (one: LoadedSuite, suites: Suites, criteria: ReadonlyArray<Criterion>): Issue =>
  issue(
    "NOTHING_SELECTED",
    `${criteria.map(({ asked }) => asked).join(" and ")} ${criteria.length > 1 ? "select" : "selects"} no cell of ${one.project.file}.`,
    `The cells are ${cellsOf(suites).map(quoted).join(", ")}.`
  )

const quoted = (cell: Cell): string => JSON.stringify(cell.name)

/** Each driver is read once for each project that uses it. */
const sourcesFor = async (
  loaded: ReadonlyArray<LoadedSuite>
): Promise<(suite: LoadedSuite) => SourcesOf | undefined> => {
  if (loaded.every((one) => driversOf(one).length === 0)) return () => undefined
  const { readSources } = await import("../suites/readSources.ts")
  const read = new Map<string, Map<AnyDriver, Sources>>()
  for (const one of loaded) {
    const { root } = one.project
    const known = read.get(root) ?? new Map<AnyDriver, Sources>()
    read.set(root, known)
    for (const driver of driversOf(one)) {
      if (!known.has(driver)) known.set(driver, await readSources(root, driver))
    }
  }
  return ({ project }) =>
    (driver) =>
      read.get(project.root)?.get(driver)
}

const driversOf = ({ suite }: LoadedSuite): ReadonlyArray<AnyDriver> =>
  suite.agents.flatMap(({ driver }) => (driver !== undefined && namesFiles(driver) ? [driver] : []))
