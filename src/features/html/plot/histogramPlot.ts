/**
 * A histogram: a bar for each range of values, as high as its number of runs. A bar is red or it is not, so the red share of the
 * bars is the share of the runs that are red.
 */
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

export interface HistogramBar {
  /** Its range of values. */
  readonly from: number
  readonly to: number
  readonly runs: ReadonlyArray<number>
  readonly isRed: boolean
  readonly title: string
}

export interface Histogram {
  readonly label: string
  readonly size: { readonly width: number; readonly height: number }
  readonly bars: ReadonlyArray<HistogramBar>
  /** The values at both ends of the axis. */
  readonly from: number
  readonly to: number
  /** What follows the last value. */
  readonly unit: string
  /** The value at which red begins. A line outside of the axis is named at its end. */
  readonly line?: { readonly at: number; readonly name: string }
  /** Runs without a value. */
  readonly unknown: { readonly runs: ReadonlyArray<number>; readonly title: string }
}

const [LEFT, RIGHT, TOP, BOTTOM] = [44, 8, 21, 22]

/** The widest bar, the narrowest gap, and the height of a bar of a single run among thousands. */
const [WIDEST, GAP, LOWEST] = [40, 1, 1.5]

export const histogramPlot = ({ bars, from, label, line, size, to, unit, unknown }: Histogram): SvgNode => {
  const { height, width } = size
  const left = LEFT + (unknown.runs.length > 0 ? WIDEST : 0)
  const most = Math.max(1, unknown.runs.length, ...bars.map(({ runs }) => runs.length))
  const x = (value: number): number => left + ((value - from) / (to - from)) * (width - left - RIGHT)
  const base = height - BOTTOM
  const bar = (at: number, wide: number, runs: number, kind: string, title: string): SvgNode => {
    const high = Math.max(LOWEST, (runs / most) * (base - TOP))
    return svgNode(
      "rect",
      { x: round(at), y: round(base - high), width: round(wide), height: round(high), class: kind },
      svgNode("title", {}, title)
    )
  }
  return drawing(
    width,
    height,
    label,
    svgNode("line", { x1: LEFT, x2: width, y1: base, y2: base, class: "axis" }),
    note(LEFT - 6, TOP + 4, String(most), "end"),
    note(LEFT - 6, base + 4, "0", "end"),
    ...(unknown.runs.length === 0
      ? []
      : [bar(LEFT, WIDEST / 2, unknown.runs.length, "bar unknown", unknown.title), note(LEFT, height - 6, "?")]),
    ...bars.map(({ from: low, isRed, runs, title, to: high }) => {
      const wide = Math.min(WIDEST, Math.max(1, x(high) - x(low) - GAP))
      return bar((x(low) + x(high) - wide) / 2, wide, runs.length, isRed ? "bar over" : "bar", title)
    }),
    note(left + (unknown.runs.length > 0 ? 8 : 0), height - 6, String(from)),
    note(width - RIGHT, height - 6, `${to}${unit}`, "end"),
    ...(line === undefined ? [] : lineAt(line, from, to, x, base))
  )
}

const lineAt = (
  { at, name }: { readonly at: number; readonly name: string },
  from: number,
  to: number,
  x: (value: number) => number,
  base: number
): ReadonlyArray<SvgNode> => {
  if (at > to) return [note(x(to), TOP - 6, `${name} →`, "end")]
  if (at < from) return [note(x(from), TOP - 6, `← ${name}`)]
  const isRight = at - from > (to - from) / 2
  return [
    svgNode("line", { x1: round(x(at)), x2: round(x(at)), y1: TOP - 14, y2: base, class: "cap" }),
    note(x(at) + (isRight ? -5 : 5), TOP - 6, name, isRight ? "end" : "start")
  ]
}
