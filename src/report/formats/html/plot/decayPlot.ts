/**
 * The decay curve: how likely it is, in percent, that k runs pass in a row.
 */
import { buckets, drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [320, 120, 30, 8, 8, 22]

export const decayPlot = (whole: ReadonlyArray<number>): SvgNode => {
  const curve = withoutZeros(whole)
  const points = thinned(curve)
  const x = (k: number): number =>
    LEFT + (curve.length === 1 ? 0.5 : (k - 1) / (curve.length - 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number): number => TOP + (1 - value / 100) * (HEIGHT - TOP - BOTTOM)
  const path = points.map(({ k, value }, at) => `${at === 0 ? "M" : "L"}${round(x(k))} ${round(y(value))}`).join("")
  const last = whole.at(-1) ?? 0
  return drawing(
    WIDTH,
    HEIGHT,
    `Chance that k runs pass in a row: ${curve[0] ?? 0} % for one run, ${last} % for ${whole.length}`,
    ...[0, 50, 100].flatMap((value) => [
      svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: round(y(value)), y2: round(y(value)), class: "axis" }),
      note(LEFT - 6, y(value) + 4, String(value), "end")
    ]),
    svgNode("path", { d: path, class: "curve" }),
    ...(points.length <= 30
      ? points.map(({ k, value }) =>
          svgNode(
            "circle",
            { cx: round(x(k)), cy: round(y(value)), r: 3, class: "dot" },
            svgNode("title", {}, `pass^${k}: ${value} %`)
          )
        )
      : []),
    note(LEFT, HEIGHT - 6, "k = 1"),
    note(WIDTH - RIGHT, HEIGHT - 6, `k = ${curve.length}${curve.length < whole.length ? ", then 0" : ""}`, "end")
  )
}

/** Cuts the zeros at the end of a curve, except the first. */
const withoutZeros = (curve: ReadonlyArray<number>): ReadonlyArray<number> => {
  const alive = curve.findLastIndex((value) => value > 0)
  return curve.slice(0, Math.max(alive + 2, 2))
}

/** The first point, and the last point of each bucket. */
const thinned = (curve: ReadonlyArray<number>): ReadonlyArray<{ readonly k: number; readonly value: number }> => {
  const all = curve.map((value, at) => ({ value, k: at + 1 }))
  const rest = buckets(all.slice(1), 160, (_, last) => last).map(({ value }) => value)
  return [...all.slice(0, 1), ...rest]
}
