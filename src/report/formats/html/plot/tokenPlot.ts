/**
 * Tokens per run, with the cap. With more runs than places, each place shows its most expensive run.
 */
import { buckets, drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, PLACES] = [640, 130, 44, 14, 22, 150]

/** Null is a run whose tokens were not recorded. */
export const tokenPlot = (tokens: ReadonlyArray<number | null>, cap: number | undefined): SvgNode => {
  const bars = buckets(tokens, PLACES, (a, b) => (b === null || (a !== null && a >= b) ? a : b))
  const top = Math.max(1, cap ?? 0, ...bars.map(({ value }) => value ?? 0)) * 1.05
  const y = (value: number): number => round(TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM))
  const step = (WIDTH - LEFT) / Math.max(bars.length, 8)
  const over = cap === undefined ? 0 : tokens.filter((value) => value !== null && value > cap).length
  return drawing(
    WIDTH,
    HEIGHT,
    cap === undefined ? "Tokens per run" : `Tokens per run: ${over} of ${tokens.length} runs over the cap of ${cap}`,
    note(LEFT - 6, y(0) + 4, "0", "end"),
    svgNode("line", { x1: LEFT, x2: WIDTH, y1: y(0), y2: y(0), class: "axis" }),
    ...bars.map(({ from, to, value }, at) => {
      const isOver = cap !== undefined && value !== null && value > cap
      const where = from === to ? `run #${from + 1}` : `the most of runs #${from + 1} to #${to + 1}`
      const spent = value === null ? "not recorded" : `${value} tokens${isOver ? ", over the cap" : ""}`
      const x = round(LEFT + at * step + step * 0.12)
      const width = round(Math.max(1, Math.min(step * 0.76, 40)))
      const bar = (low: number, high: number, kind: string): SvgNode =>
        svgNode("rect", { x, y: y(high), width, height: round(Math.max(1, y(low) - y(high))), class: kind })
      return svgNode(
        "g",
        {},
        svgNode("title", {}, `${where}: ${spent}`),
        ...(value === null
          ? [bar(0, top / 30, "bar unknown")]
          : isOver
            ? [bar(0, cap, "bar"), bar(cap, value, "bar over")]
            : [bar(0, value, "bar")])
      )
    }),
    ...(cap === undefined
      ? []
      : [
          svgNode("line", { x1: LEFT, x2: WIDTH, y1: y(cap), y2: y(cap), class: "cap" }),
          note(LEFT - 6, y(cap) + 4, String(cap), "end"),
          note(WIDTH, y(cap) - 4, "cap", "end")
        ]),
    note(LEFT, HEIGHT - 6, "#1"),
    note(Math.min(WIDTH, LEFT + bars.length * step), HEIGHT - 6, `#${tokens.length}`, "end")
  )
}
