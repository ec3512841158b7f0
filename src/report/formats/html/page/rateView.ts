/**
 * The pass rate with its confidence interval, and the decay curve.
 */
import type { CellVerdict } from "../../../../domain/Verdict.ts"
import { power } from "../../../../std/power.ts"
import { decayPlot } from "../plot/decayPlot.ts"
import { intervalPlot, percent } from "../plot/intervalPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"

export const rateView = ({ analysis }: CellVerdict): HTMLElement | undefined => {
  const rate = analysis?.pass_rate
  if (rate === undefined) return undefined
  const { decay_curve, high, low, passes, runs } = rate
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
          `With ${percent(rate.confidence)} confidence between ${percent(low)} and ${percent(high)} (Wilson)`
        )
      ),
      runs > 1 &&
        el(
          "figure",
          {},
          draw(decayPlot(decay_curve)),
          el(
            "figcaption",
            {},
            `Decay: ${decay_curve.at(-1) ?? 0} % that ${withCommas(runs)} in a row pass (pass^${runs}), with ` +
              `${percent(rate.confidence)} confidence ${percent(power(low, runs))} to ${percent(power(high, runs))}. ` +
              "Earlier points follow the numbers of the runs, which is not their order in time if they run concurrently."
          )
        )
    )
  )
}
