/**
 * The pass rate with its confidence interval, and pass^k with its band.
 */
import type { CellVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type PassHatPoint, type PassedWithin, passHat, passHatCurve } from "../../../edges/report/passHatCurve.ts"
import { intervalPlot, percent } from "../plot/intervalPlot.ts"
import { draw, el, withCommas } from "./dom.ts"
import { section } from "./marks.ts"
import { type SvgNode, drawing, note, round, svgNode } from "../plot/Svg.ts"

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

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, PLACES] = [320, 120, 40, 8, 8, 22, 160]

/** With more points than this, the points have no dots. */
const MOST_DOTS = 30

export const passHatPlot = (rate: PassedWithin): SvgNode => {
  const points = passHatCurve(rate, PLACES)
  const last = points.at(-1)?.k ?? 1
  const x = (k: number): number => LEFT + (last === 1 ? 0.5 : (k - 1) / (last - 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number): number => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM)
  const line = (some: ReadonlyArray<PassHatPoint>, side: "value" | "low" | "high"): string =>
    some.map((point) => `${round(x(point.k))} ${round(y(point[side]))}`).join("L")
  return drawing(
    WIDTH,
    HEIGHT,
    `pass^k, the chance that k of the runs all pass: ${percent(passHat(rate, 1))} for k = 1, ${percent(passHat(rate, last))} for k = ${last}`,
    ...[0, 0.5, 1].flatMap((value) => [
      svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: round(y(value)), y2: round(y(value)), class: "axis" }),
      note(LEFT - 6, y(value) + 4, `${100 * value} %`, "end")
    ]),
    svgNode("path", { d: `M${line(points, "high")}L${line(points.toReversed(), "low")}Z`, class: "band" }),
    svgNode("path", { d: `M${line(points, "value")}`, class: "curve" }),
    ...(points.length <= MOST_DOTS
      ? points.map(({ high, k, low, value }) =>
          svgNode(
            "circle",
            { cx: round(x(k)), cy: round(y(value)), r: 3, class: "dot" },
            svgNode("title", {}, `pass^${k}: ${percent(value)}, band ${percent(low)} to ${percent(high)}`)
          )
        )
      : []),
    note(LEFT, HEIGHT - 6, "k = 1"),
    note(WIDTH - RIGHT, HEIGHT - 6, `k = ${last}${last < rate.runs ? ", then below 1 %" : ""}`, "end")
  )
}
