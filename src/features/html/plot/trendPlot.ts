/**
 * The pass rate of a cell over its history: a dot for each row with its interval, a line where something changed, and a shade since it is
 * worse.
 */
import type { Alarm } from "../../../base/domain/verdict/History.ts"
import { type CellTrend, dayOf } from "../cellTrend.ts"
import { percent } from "./intervalPlot.ts"
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 170, 44, 14, 24, 26]
/** Changes closer than that share the name of the first. */
const APART = 62

export const trendPlot = ({ alarm, points }: CellTrend): SvgNode => {
  const step = (WIDTH - LEFT - RIGHT - 16) / Math.max(1, points.length - 1)
  const x = (at: number): number => round(points.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + 8 + at * step)
  const y = (rate: number): number => round(TOP + (1 - rate) * (HEIGHT - TOP - BOTTOM))
  const rated = points.flatMap(({ rate }, at) => (rate === undefined ? [] : [{ at, rate }]))
  return drawing(
    WIDTH,
    HEIGHT,
    labelOf(points, alarm),
    ...worse(alarm, points, x),
    ...[0, 0.5, 1].map((rate) =>
      svgNode("line", {
        x1: LEFT,
        x2: WIDTH - RIGHT,
        y1: y(rate),
        y2: y(rate),
        class: rate === 0 ? "axis" : "axis faint"
      })
    ),
    ...[0, 0.5, 1].map((rate) => note(LEFT - 6, y(rate) + 4, percent(rate), "end")),
    note(LEFT, HEIGHT - 6, dayOf(points[0]?.at ?? "")),
    note(WIDTH - RIGHT, HEIGHT - 6, dayOf(points.at(-1)?.at ?? ""), "end"),
    ...changes(points, x),
    ...rated.map(({ at, rate }) =>
      svgNode("line", { x1: x(at), x2: x(at), y1: y(rate.high), y2: y(rate.low), class: "reach" })
    ),
    svgNode("path", {
      d: rated
        .map(({ at, rate }, place) => `${place === 0 ? "M" : "L"}${x(at)} ${y(rate.passes / rate.runs)}`)
        .join(""),
      class: "curve"
    }),
    ...rated.map(({ at, rate }) =>
      svgNode(
        "circle",
        {
          cx: x(at),
          cy: y(rate.passes / rate.runs),
          r: 3.5,
          class: points[at]?.verdict === "pass" ? "dot" : "dot weak"
        },
        svgNode("title", {}, `${points[at]?.at ?? ""}: ${rate.passes} of ${rate.runs} passed`)
      )
    )
  )
}

const labelOf = (points: CellTrend["points"], alarm: Alarm | undefined): string => {
  const last = points.findLast(({ rate }) => rate !== undefined)?.rate
  return [
    `Pass rate over ${points.length} rows of the history`,
    ...(last === undefined ? [] : [`last ${percent(last.passes / last.runs)}`]),
    ...(alarm === undefined ? [] : [`worse since ${dayOf(alarm.since)}`])
  ].join(", ")
}

/** The rows since which the cell is worse. An alarm of a row that is not drawn shades all of them. */
const worse = (
  alarm: Alarm | undefined,
  points: CellTrend["points"],
  x: (at: number) => number
): ReadonlyArray<SvgNode> => {
  if (alarm === undefined) return []
  const from = Math.max(
    0,
    points.findIndex(({ at }) => at >= alarm.since)
  )
  const left = round(x(from) - 6)
  return [
    svgNode("rect", {
      x: left,
      y: TOP,
      width: round(WIDTH - RIGHT - left),
      height: HEIGHT - TOP - BOTTOM,
      class: "worse"
    })
  ]
}

/** A line stands before the first row of what changed. */
const changes = (points: CellTrend["points"], x: (at: number) => number): ReadonlyArray<SvgNode> => {
  let named = -Infinity
  return points.flatMap(({ at, changed }, place) => {
    if (changed.length === 0 || place === 0) return []
    const left = round((x(place - 1) + x(place)) / 2)
    const isNamed = left - named >= APART
    if (isNamed) named = left
    const words = changed.join(", ")
    return [
      svgNode(
        "g",
        { class: "change" },
        svgNode("title", {}, `${words} changed with the row of ${at}`),
        svgNode("line", { x1: left, x2: left, y1: TOP - 8, y2: HEIGHT - BOTTOM, class: "cap" }),
        ...(isNamed
          ? [note(left, TOP - 12, changed.length > 1 ? `${changed[0]} +${changed.length - 1}` : words, "middle")]
          : [])
      )
    ]
  })
}
