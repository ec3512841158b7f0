/**
 * How often the runs pass, how sure that is, and how fast it decays when they have to pass in a row.
 */
import type { CellVerdict } from "../../../domain/Verdict.ts"
import { decayPlot } from "../plot/decayPlot.ts"
import { intervalPlot, percent } from "../plot/intervalPlot.ts"
import { draw, el, grouped } from "./dom.ts"
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
          ` ${grouped(passes)} of ${grouped(runs)} runs`
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
          el("figcaption", {}, `Decay: ${decay_curve.at(-1) ?? 0} % that ${grouped(runs)} in a row pass (pass^${runs})`)
        )
    )
  )
}
