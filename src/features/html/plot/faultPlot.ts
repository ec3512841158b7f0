/**
 * One fault of one run on the run's clock: when it was met, noticed and recovered from, and when a late answer came.
 */
import type { FaultMark } from "../../../base/domain/trace/Trace.ts"
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, LEFT, RIGHT] = [640, 8, 56]

export interface FaultScale {
  /** The end of the time line, in milliseconds. */
  readonly end: number
  /** The longest time that detection may take. */
  readonly budget: number | undefined
}

export const faultScale = (marks: ReadonlyArray<FaultMark>, budget: number | undefined): FaultScale => ({
  end: Math.max(1, ...marks.flatMap((mark) => [...momentsOf(mark), mark.start_ms + (budget ?? 0)])),
  budget
})

export const faultPlot = (mark: FaultMark, { budget, end }: FaultScale): SvgNode => {
  const x = (ms: number): number => round(LEFT + (ms / end) * (WIDTH - LEFT - RIGHT))
  const { detected_ms: noticed, late_reply_ms: late, recovered_ms: over, start_ms: start } = mark
  const until = noticed ?? end
  const point = (ms: number | undefined, className: string, word: string): ReadonlyArray<SvgNode> =>
    ms === undefined
      ? []
      : [svgNode("circle", { cx: x(ms), cy: 14, r: 5, class: className }, svgNode("title", {}, `${word} at ${ms} ms`))]
  return drawing(
    WIDTH,
    28,
    faultText(mark),
    svgNode("line", { x1: x(0), x2: x(end), y1: 14, y2: 14, class: "axis" }),
    svgNode("rect", { x: x(start), y: 10, width: Math.max(2, round(x(until) - x(start))), height: 8, class: "hang" }),
    ...(noticed === undefined || over === undefined
      ? []
      : [
          svgNode("rect", {
            x: x(noticed),
            y: 12,
            width: Math.max(0, round(x(over) - x(noticed))),
            height: 4,
            class: "recovering"
          })
        ]),
    ...(budget === undefined
      ? []
      : [svgNode("line", { x1: x(start + budget), x2: x(start + budget), y1: 3, y2: 25, class: "cap" })]),
    ...point(start, "dot met", "met"),
    ...point(noticed, "dot noticed", "noticed"),
    ...point(over, "dot over", "got over"),
    ...point(late, "dot late", "late answer"),
    note(WIDTH, 18, `${until} ms`, "end")
  )
}

export const faultText = ({ detected_ms, fault, kind, late_reply_ms, recovered_ms, start_ms }: FaultMark): string =>
  [
    `${fault} (${kind}) met at ${start_ms} ms`,
    detected_ms === undefined ? "never noticed" : `noticed at ${detected_ms} ms`,
    recovered_ms === undefined ? "not recovered" : `got over at ${recovered_ms} ms`,
    ...(late_reply_ms === undefined ? [] : [`a late answer at ${late_reply_ms} ms`])
  ].join(", ")

const momentsOf = ({ detected_ms, late_reply_ms, recovered_ms, start_ms }: FaultMark): ReadonlyArray<number> =>
  [start_ms, detected_ms, recovered_ms, late_reply_ms].filter((ms) => ms !== undefined)
