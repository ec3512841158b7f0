/**
 * The bar of one answer in a waterfall: when the agent began to wait for it, and how long it waited.
 */
import type { StepSpan } from "../times.ts"
import { drawing, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT] = [400, 18]

/** `end` is the time of the last answer of the run, in milliseconds. */
export const waterfallPlot = ({ from, step, to }: StepSpan, end: number): SvgNode => {
  const x = (ms: number): number => round((ms / Math.max(1, end)) * (WIDTH - 4) + 2)
  const isTimed = step.ms !== undefined
  return drawing(
    WIDTH,
    HEIGHT,
    isTimed ? `from ${from} to ${to} ms` : "not timed",
    svgNode("line", { x1: 2, x2: WIDTH - 2, y1: 9, y2: 9, class: "axis" }),
    ...(isTimed
      ? [
          svgNode("rect", {
            x: x(from),
            y: 3,
            width: Math.max(2, round(x(to) - x(from))),
            height: 12,
            rx: 2,
            class: `wait ${step.by}${step.by === "tool" && step.failed === true ? " failed" : ""}`
          })
        ]
      : [svgNode("circle", { cx: x(from), cy: 9, r: 3, class: "gap" })])
  )
}
