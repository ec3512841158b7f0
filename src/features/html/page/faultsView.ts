/**
 * Injected faults on the clocks of their runs: when each was met, noticed and recovered from.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { faultPlot, faultScale } from "../plot/faultPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { runLink, section } from "./marks.ts"
import { more } from "./more.ts"

const SHOWN = 8

export const faultsView = (address: string, { analysis, runs }: CellVerdict): HTMLElement | undefined => {
  const met = runs.flatMap(({ index, trace }) =>
    (trace?.faults ?? []).map((mark) => ({ index, mark, clock: trace?.clock.kind }))
  )
  if (met.length === 0) return undefined
  const budget = analysis?.detection_ms
  const scale = faultScale(
    met.map(({ mark }) => mark),
    budget
  )
  const clock = met.some((one) => one.clock === "wall") ? "on the wall clock" : "in virtual time"
  return section(
    "Faults",
    `${clock}${budget === undefined ? "" : `; the dashed line is the ${withCommas(budget)} ms in which to notice`}`,
    el(
      "ul",
      { class: "key-line" },
      ...["met", "noticed", "over", "late"].map((kind) =>
        el(
          "li",
          {},
          el("span", { class: `moment ${kind}` }),
          { met: "met", noticed: "noticed", over: "got over", late: "late answer" }[kind]
        )
      )
    ),
    el(
      "ol",
      { class: "faults" },
      ...more(
        met.map(({ index, mark }) =>
          el("li", {}, runLink(address, index), el("span", { class: "hint" }, mark.fault), draw(faultPlot(mark, scale)))
        ),
        SHOWN
      )
    )
  )
}
