/**
 * One stability sub-score per run, from 0 to 1. With more runs than places, each place shows its weakest run.
 */
import { buckets, drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, PLACES] = [320, 96, 30, 8, 8, 20, 120]

/** A score below it is drawn as weak. */
const FLOOR = 0.5

export const scorePlot = (name: string, scores: ReadonlyArray<number | null>): SvgNode => {
  const points = buckets(scores, PLACES, (a, b) => (b === null || (a !== null && a <= b) ? a : b))
  const known = scores.filter((score) => score !== null)
  const y = (value: number): number => round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM))
  const x = (at: number): number =>
    round(LEFT + (points.length === 1 ? 0.5 : at / (points.length - 1)) * (WIDTH - LEFT - RIGHT))
  return drawing(
    WIDTH,
    HEIGHT,
    `${name}: ${known.length === 0 ? "not recorded" : `at least ${round(known.reduce((a, b) => Math.min(a, b)))}`}`,
    ...[0, 1].flatMap((value) => [
      svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "axis" }),
      note(LEFT - 6, y(value) + 4, String(value), "end")
    ]),
    svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(FLOOR), y2: y(FLOOR), class: "axis faint" }),
    ...points.flatMap(({ from, to, value }, at) =>
      value === null
        ? []
        : [
            svgNode("line", {
              x1: x(at),
              x2: x(at),
              y1: y(0),
              y2: y(value),
              class: value < FLOOR ? "stem weak" : "stem"
            }),
            svgNode(
              "circle",
              { cx: x(at), cy: y(value), r: points.length > 60 ? 2 : 3.5, class: value < FLOOR ? "dot weak" : "dot" },
              svgNode(
                "title",
                {},
                `${from === to ? `run #${from + 1}` : `runs #${from + 1} to #${to + 1}`}: ${round(value)}`
              )
            )
          ]
    ),
    note(LEFT, HEIGHT - 5, "#1"),
    note(WIDTH - RIGHT, HEIGHT - 5, `#${scores.length}`, "end")
  )
}
