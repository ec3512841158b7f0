/**
 * What runs cost, and limits of what a run may spend.
 */
import * as Effect from "effect/Effect"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { Report } from "../../base/domain/verdict/Verdict.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { CellJudge } from "../../engine/judge/judgeCell.ts"
import { type Price, Prices, unknownPrices } from "../../engine/services/Prices.ts"
import { compiledIn } from "../../app/suites/compileSuites.ts"
import { lazily } from "../../app/kit/lazily.ts"
import { type Around, type CellSink, type Feature, runFeature } from "../../app/run/Feature.ts"
import { toRun } from "../../language/plan/compile.ts"
import { costFlags } from "./costFlags.ts"

export const cost: Feature = {
  run: runFeature({
    flags: costFlags,
    hooks: Effect.fnUntraced(function* ({ maxTokensTotal, maxUsd, prices }, { parts, suites }) {
      const isAsked = maxTokensTotal !== undefined || maxUsd !== undefined || prices !== undefined
      const plans = compiledIn(suites).map(({ plan }) => toRun(plan))
      const layer = isAsked ? yield* limits({ maxTokensTotal, maxUsd, prices }, plans, parts) : undefined
      const around: Around | undefined = layer === undefined ? undefined : (work) => Effect.provide(work, layer)
      return { sink: pricing, report: withCost, ...(around !== undefined && { around }) }
    })
  })
}

/** Fails before anything is run, if a price that is needed is not known. */
const limits = lazily(() => import("./limits.ts"), "limits")

/** Most runs know no prices, and load nothing for them. A function of the suite that throws knows no price. */
const pricing: Effect.Effect<CellSink> = Effect.flatMap(Prices, (priceOf) =>
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

const withCost = (report: Report): Effect.Effect<Report> =>
  report.suites.every(({ cells }) => cells.every((cell) => cell.cost === undefined))
    ? Effect.succeed(report)
    : Effect.map(
        Effect.promise(() => import("../../engine/judge/costs.ts")),
        ({ reportCost }) => ({ ...report, ...reportCost(report.suites) })
      )
