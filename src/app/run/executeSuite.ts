/**
 * Executes one compiled suite over the chosen layers, and judges its runs as they come.
 */
import * as Effect from "effect/Effect"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import type { CellVerdict, Report, SuiteVerdict } from "../../base/domain/verdict/Verdict.ts"
import { worst } from "../../base/domain/verdict/worst.ts"
import { boundGates, judgeSuite as suiteVerdict } from "../../engine/judge/judge.ts"
import { type CellJudge, cellJudge, type Options as CellOptions } from "../../engine/judge/judgeCell.ts"
import { toRun } from "../../language/plan/compile.ts"
import { execute, type Options } from "../../engine/run/execute.ts"
import { Cassettes } from "../../engine/services/Cassettes.ts"
import { type Price, Prices, unknownPrices } from "../../engine/services/Prices.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { errorText } from "../kit/errorPlace.ts"
import { takeStrayErrors } from "../kit/exitGuard.ts"
import { type CompiledSuite, refuse, type RefusedSuite } from "../suites/compileSuites.ts"
import type { LayerResult } from "./withLayers.ts"
import { executeUntilRed } from "./untilRed.ts"

export interface JudgedSuite {
  readonly status: Report["status"]
  readonly verdict: SuiteVerdict
  /** The verdict with what is made of each run's trace, for reporters that show it. */
  readonly analysed: Effect.Effect<SuiteVerdict>
}

export interface JudgeOptions extends Omit<Options<never>, "sink">, CellOptions {
  /** Whether to look up where gates are written if all of them passed. */
  readonly locations: boolean
  /** Whether to stop at the first red cell. */
  readonly bail: boolean
}

export const judgeSuite = Effect.fnUntraced(function* (suite: CompiledSuite, options: JudgeOptions) {
  const { continues, definitions, notices, project, whole } = suite
  const priced = yield* pricing
  const sink = (cell: Cell) =>
    priced(cell, cellJudge(cell, boundGates(cell, suite), { ...options, says: suite.says.get(cell.id) }))
  const executed = options.bail
    ? yield* executeUntilRed(suite.plan, { ...options, sink })
    : { ...(yield* execute(toRun(suite.plan), { ...options, sink })), plan: suite.plan }
  const { plan, status } = executed
  const told = continues ? [] : [...notices, ...(yield* unused(whole))]
  const issues = [...told, ...takeStrayErrors().map(strayIssue)]
  const isLocated = options.locations || !executed.cells.every(isGreen)
  const cells = isLocated ? yield* withLocations(suite, executed.cells) : executed.cells
  const verdict = suiteVerdict({ plan, issues, file: project.file }, cells)
  return {
    status,
    verdict,
    analysed: Effect.map(
      Effect.promise(() => import("../../engine/judge/analyse.ts")),
      ({ analyse }) => analyse(verdict, { plan, definitions, means: options.means })
    )
  } satisfies JudgedSuite
})

/** Most runs know no prices, and load nothing for them. A function of the suite that throws knows no price. */
const pricing = Effect.flatMap(Prices, (priceOf) =>
  priceOf === unknownPrices
    ? Effect.succeed((_: Cell, judge: CellJudge): CellJudge => judge)
    : Effect.promise(async () => {
        const [{ costed }, { soundPrice }] = await Promise.all([
          import("../../engine/judge/costs.ts"),
          import("../../base/domain/recording/cost.ts")
        ])
        return (cell: Cell, judge: CellJudge): CellJudge => {
          const known = (asked: Cell): Price | undefined => tryCatch(() => soundPrice(priceOf(asked)))
          const price = known(cell)
          return price === undefined ? judge : costed(cell, judge, price, known)
        }
      })
)

/** A store that throws has no notices: they decide nothing. */
const unused = (plan: Plan) =>
  Effect.flatMap(Cassettes, (cassettes) => Effect.catchDefect(cassettes.unused(plan), () => Effect.succeed([])))

/** Of an error that belongs to no run in flight. */
const strayIssue = (error: unknown): Issue =>
  issue(
    "INFRASTRUCTURE",
    `An error was thrown that no code handles: ${errorText(error)}.`,
    "Await the promise, or catch the error."
  )

const isGreen = ({ gates }: CellVerdict): boolean => gates.every(({ verdict }) => verdict === "pass")

/** Reads the suite's source maps, so it is only called if the locations are shown. */
const withLocations = Effect.fnUntraced(function* (suite: CompiledSuite, cells: ReadonlyArray<CellVerdict>) {
  const { gateLocations } = yield* Effect.promise(() => import("../suites/gateLocations.ts"))
  const locations = gateLocations(suite)
  return cells.map((cell) => ({
    ...cell,
    gates: cell.gates.map((gate, at) => {
      const source = locations.get(cell.id)?.[at]
      return source === undefined ? gate : { ...gate, source }
    })
  }))
})

/** The verdict of a suite over its layers. One whose layers were not built, or not released, does not pass. */
export const judgedOver = (one: CompiledSuite, layered: LayerResult<JudgedSuite>): JudgedSuite => {
  if (layered === "stopped") return { ...refusal(refuse(one, notStarted)), status: "interrupted" }
  const { issue: found, value } = layered
  if (value === undefined) return refusal(refuse(one, ...one.notices, found))
  if (found === undefined) return value
  const added = (verdict: SuiteVerdict): SuiteVerdict => ({
    ...verdict,
    verdict: worst([verdict.verdict, "none"]),
    issues: [...verdict.issues, found]
  })
  return { ...value, verdict: added(value.verdict), analysed: Effect.map(value.analysed, added) }
}

const notStarted = issue("INTERRUPTED", "No run was begun: the layers were still being built.", "Run the suite again.")

/** The verdict of a suite that was refused before anything ran. */
export const refusal = ({ issues, project, suite }: RefusedSuite): JudgedSuite => {
  const verdict: SuiteVerdict = { suite: suite.name, file: project.file, verdict: "none", issues, cells: [] }
  return { status: "complete", verdict, analysed: Effect.succeed(verdict) }
}
