/**
 * How long each answer of a run took, as it was recorded: a bar for each, one below the other.
 */
import type { RunVerdict } from "../../../base/domain/verdict/Verdict.ts"
import { type StepSpan, spansOf } from "../times.ts"
import { draw, el, withCommas } from "./dom.ts"
import { more } from "./more.ts"
import { type SvgNode, drawing, round, svgNode } from "../plot/Svg.ts"

/** Answers that are shown at first. */
const SHOWN = 200

export const waterfallView = ({ recorded = [] }: RunVerdict): HTMLElement => {
  if (recorded.length === 0) return el("p", { class: "hint" }, "How long its answers took was not recorded.")
  const spans = spansOf(recorded)
  const end = spans.reduce((latest, { to }) => Math.max(latest, to), 0)
  const untimed = recorded.filter(({ ms }) => ms === undefined).length
  const total = (kind: "model" | "tool"): number =>
    recorded.reduce((sum, step) => sum + (step.by === kind ? (step.ms ?? 0) : 0), 0)
  return el(
    "div",
    {},
    el(
      "p",
      {},
      `${withCommas(Math.round(end))} ms as recorded: ${withCommas(Math.round(total("model")))} ms of waiting for the model, and ${withCommas(Math.round(total("tool")))} ms for tools. Calls of one answer were made at the same time.`
    ),
    untimed > 0 &&
      el("p", { class: "hint" }, `${withCommas(untimed)} of ${withCommas(recorded.length)} answers were not timed.`),
    el(
      "ol",
      { class: "waterfall" },
      ...more(
        spans.map((span) => spanView(span, end)),
        SHOWN
      )
    )
  )
}

const spanView = (span: StepSpan, end: number): HTMLElement => {
  const { step } = span
  return el(
    "li",
    {},
    el(
      "span",
      { class: "what" },
      step.by === "tool" && step.failed === true && "✕ ",
      step.by === "model" ? "model" : `${step.server} ${step.name}`
    ),
    el("span", { class: "cost" }, step.ms === undefined ? "not timed" : `${withCommas(Math.round(step.ms))} ms`),
    draw(waterfallPlot(span, end))
  )
}

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
