/**
 * `--bail` across suites: stops at the first red one, and says of the rest that it was not run.
 */
import * as Effect from "effect/Effect"
import type { SuiteVerdict } from "../../domain/Verdict.ts"
import { skippedCell, wasRun } from "../../judge/skippedCell.ts"
import type { CompiledSuite, RefusedSuite } from "../compileSuites.ts"
import { type JudgedSuite, refusal } from "../runSuite.ts"
import { leftOut } from "./executeUntilRed.ts"

/** Judges suites one after the other, until one is red. */
export const judgeUntilRed = Effect.fnUntraced(function* <R>(
  suites: ReadonlyArray<CompiledSuite | RefusedSuite>,
  judgeOne: (suite: CompiledSuite | RefusedSuite) => Effect.Effect<JudgedSuite, never, R>
) {
  const judged: Array<JudgedSuite> = []
  for (const one of suites) {
    const red = judged.find(({ verdict }) => verdict.verdict !== "pass")
    judged.push(red === undefined ? yield* judgeOne(one) : notRun(one, red.verdict))
  }
  return judged
})

const notRun = (one: CompiledSuite | RefusedSuite, { cells, suite }: SuiteVerdict): JudgedSuite => {
  if ("issues" in one) return refusal(one)
  const red = cells.find((cell) => wasRun(cell) && cell.verdict !== "pass")?.name ?? suite
  const verdict: SuiteVerdict = {
    suite: one.suite.name,
    file: one.project.file,
    verdict: "none",
    issues: one.notices,
    cells: one.plan.cells.map((cell) => skippedCell(cell, leftOut(cell, red).skipped))
  }
  return { status: "bailed", verdict, analysed: () => verdict }
}
