/**
 * A pass rate on a scale from 0 to 100 %, with its confidence interval.
 */
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, LEFT] = [320, 8]

export interface Rate {
  readonly rate: number
  readonly low: number
  readonly high: number
}

export const intervalPlot = ({ high, low, rate }: Rate): SvgNode => {
  const x = (value: number): number => round(LEFT + value * (WIDTH - 2 * LEFT))
  return drawing(
    WIDTH,
    44,
    `Pass rate ${percent(rate)}, and with 95 % confidence between ${percent(low)} and ${percent(high)}`,
    svgNode("line", { x1: x(0), x2: x(1), y1: 16, y2: 16, class: "axis" }),
    ...[0, 0.5, 1].map((tick) => svgNode("line", { x1: x(tick), x2: x(tick), y1: 12, y2: 20, class: "axis" })),
    svgNode("rect", {
      x: x(low),
      y: 12,
      width: round(Math.max(2, x(high) - x(low))),
      height: 8,
      rx: 4,
      class: "interval"
    }),
    svgNode("circle", { cx: x(rate), cy: 16, r: 5, class: "dot" }),
    note(x(0), 38, "0 %"),
    note(x(0.5), 38, "50 %", "middle"),
    note(x(1), 38, "100 %", "end")
  )
}

/** Rounds down: 999 of 1,000 is not 100 %. */
export const percent = (rate: number): string => {
  const tenths = Math.floor(rate * 1000 + 1e-9)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)} %`
}
