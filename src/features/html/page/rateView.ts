/**
 * The pass rate with its confidence interval, and pass^k with its band.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { passHat, type PassedWithin } from "../../../edges/report/passHatCurve.ts"
import { intervalPlot, percent } from "../plot/intervalPlot.ts"
import { passHatPlot } from "../plot/passHatPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"

export const rateView = ({ analysis }: CellVerdict): HTMLElement | undefined => {
  const rate = analysis?.pass_rate
  if (rate === undefined) return undefined
  const { confidence, high, low, passes, runs } = rate
  return section(
    "Pass rate",
    undefined,
    el(
      "div",
      { class: "pair" },
      el(
        "figure",
        {},
        el(
          "p",
          { class: "figure" },
          el("b", {}, percent(passes / runs)),
          ` ${withCommas(passes)} of ${withCommas(runs)} runs`
        ),
        draw(intervalPlot({ rate: passes / runs, low, high })),
        el(
          "figcaption",
          {},
          `With ${percent(confidence)} confidence between ${percent(low)} and ${percent(high)} (Wilson)`
        )
      ),
      runs > 1 &&
        el("figure", {}, draw(passHatPlot(rate)), el("figcaption", {}, passHatText(rate, percent(confidence))))
    )
  )
}

/** Numbers of runs for which the caption gives pass^k. */
const NAMED = [5, 10]

const passHatText = (rate: PassedWithin, confidence: string): string => {
  const few = NAMED.filter((k) => k <= rate.runs)
  const chances = (few.length === 0 ? [rate.runs] : few).map((k) => `${percent(passHat(rate, k))} for k = ${k}`)
  return `pass^k, the chance that k runs drawn from these ${withCommas(rate.runs)} all pass: ${chances.join(", ")}. The band is the ${confidence} interval of the pass rate, to the power of k.`
}
