/**
 * Compiles suites and chooses the cells that are to be run: by the flags of the command, and by `only`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Issue } from "../../domain/Issue.ts"
import { issue, notice } from "../../domain/issues.ts"
import type { Cell } from "../../domain/Plan.ts"
import { partOf } from "../../plan/compile.ts"
import { type CompiledSuite, compileSuites, type LoadedSuite, type RefusedSuite, refuse } from "../compileSuites.ts"
import { type Environment, isCi } from "../mode.ts"
import { partOfCommand } from "../part.ts"
import type { RunFlags } from "../runFlags.ts"
import { schemasFor } from "../schemasFor.ts"
import { type Choice, choicesOf, isOnly, onlyThose } from "./Choice.ts"
import { failedCells } from "./failedCells.ts"
import { knownNames } from "./knownNames.ts"

type Suites = ReadonlyArray<CompiledSuite | RefusedSuite>

export const selectSuites = Effect.fnUntraced(function* (
  loaded: ReadonlyArray<LoadedSuite>,
  flags: RunFlags,
  environment: Environment
) {
  if (partOfCommand(environment) === undefined) yield* knownNames(loaded, flags)
  const toJsonSchema = yield* Effect.promise(() => schemasFor(loaded.map(({ suite }) => suite)))
  const compiled = compileSuites(loaded, { runs: Option.getOrUndefined(flags.runs), toJsonSchema })
  const choices = [...choicesOf(flags), ...(flags.failed ? [yield* failedCells(compiled, environment)] : [])]
  if (isCi(environment)) return chosen(compiled.map(withoutOnly), choices)
  return chosen(compiled.map(noted), cellsOf(compiled).some(isOnly) ? [...choices, onlyThose] : choices)
})

/** Suites without a chosen cell are left out, unless none has one: an empty selection is never a pass. */
const chosen = (suites: Suites, choices: ReadonlyArray<Choice>): Suites => {
  const narrowed = suites.map((one) => ("issues" in one ? one : narrowedBy(one, choices)))
  const taken = narrowed.filter((one) => "issues" in one || one.plan.cells.length > 0)
  return taken.length > 0 ? taken : suites.map((one) => refuse(one, nothingSelected(one, suites, choices)))
}

const narrowedBy = (one: CompiledSuite, choices: ReadonlyArray<Choice>): CompiledSuite => {
  const cells = one.whole.cells.filter((cell) => choices.every((choice) => choice.takes(cell, one.project)))
  return { ...one, plan: partOf(one.whole, cells) }
}

const cellsOf = (suites: Suites): ReadonlyArray<Cell> =>
  suites.flatMap((one) => ("whole" in one ? one.whole.cells : []))

const hasOnly = (one: CompiledSuite | RefusedSuite): one is CompiledSuite => cellsOf([one]).some(isOnly)

/** What runs alone on somebody's machine would leave everything else unjudged in CI. */
const withoutOnly = (one: CompiledSuite | RefusedSuite): CompiledSuite | RefusedSuite =>
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

const noted = (one: CompiledSuite | RefusedSuite): CompiledSuite | RefusedSuite =>
  hasOnly(one) ? { ...one, notices: [inForce] } : one

const inForce: Issue = notice(
  "ONLY",
  "only is in force: every other cell of this command was left out.",
  "Take it out before you commit; CI refuses it."
)

const nothingSelected = (one: LoadedSuite, suites: Suites, choices: ReadonlyArray<Choice>): Issue =>
  issue(
    "NOTHING_SELECTED",
    `${choices.map(({ asked }) => asked).join(" and ")} ${choices.length > 1 ? "select" : "selects"} no cell of ${one.project.file}.`,
    `The cells are ${cellsOf(suites).map(quoted).join(", ")}.`
  )

const quoted = (cell: Cell): string => JSON.stringify(cell.name)
