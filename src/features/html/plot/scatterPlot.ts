/**
 * Tokens by calls: a sign for each run, in the colour and the shape of its verdict. Runs at the same place share a sign, whose
 * area is their number: a few red runs do not hide many green ones.
 */
import type { Verdict } from "../../../base/domain/verdict/Verdict.ts"
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 220, 56, 14, 12, 34]
/** Places along each side: runs closer than that share a sign, so that ten thousand runs are a few hundred of them. */
const [ACROSS, UP] = [96, 36]

export interface Dot {
  readonly run: number
  readonly calls: number
  readonly tokens: number
  readonly verdict: Verdict
}

export const scatterPlot = (dots: ReadonlyArray<Dot>): SvgNode => {
  const most = (values: ReadonlyArray<number>): number => values.reduce((a, b) => Math.max(a, b), 1)
  const [mostCalls, mostTokens] = [most(dots.map(({ calls }) => calls)), most(dots.map(({ tokens }) => tokens))]
  const x = (calls: number): number => LEFT + (calls / mostCalls) * (WIDTH - LEFT - RIGHT)
  const y = (tokens: number): number => TOP + (1 - tokens / mostTokens) * (HEIGHT - TOP - BOTTOM)
  const places = new Map<string, { readonly first: Dot; count: number }>()
  for (const dot of dots) {
    const key = `${Math.round((dot.calls / mostCalls) * ACROSS)} ${Math.round((dot.tokens / mostTokens) * UP)} ${dot.verdict}`
    const place = places.get(key)
    if (place === undefined) places.set(key, { first: dot, count: 1 })
    else place.count++
  }
  const mostRuns = most([...places.values()].map(({ count }) => count))
  return drawing(
    WIDTH,
    HEIGHT,
    `Tokens by calls of ${dots.length} runs: up to ${counted(mostCalls)} and ${mostTokens} tokens`,
    svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), class: "axis" }),
    svgNode("line", { x1: LEFT, x2: LEFT, y1: y(mostTokens), y2: y(0), class: "axis" }),
    note(LEFT - 6, y(mostTokens) + 4, String(mostTokens), "end"),
    note(LEFT - 6, y(0) + 4, "0", "end"),
    note(LEFT, HEIGHT - 18, "0"),
    note(WIDTH - RIGHT, HEIGHT - 18, counted(mostCalls), "end"),
    ...[...places.values()]
      .toSorted((a, b) => rank[a.first.verdict] - rank[b.first.verdict])
      .map(({ count, first }) =>
        svgNode(
          "g",
          { class: `spot ${first.verdict}` },
          svgNode("title", {}, titleOf(first, count)),
          sign(first.verdict, round(x(first.calls)), round(y(first.tokens)), sizeOf(count, mostRuns))
        )
      )
  )
}

/** Of the largest sign that many runs share, and of the smallest that can be seen. */
const [LARGEST, SMALLEST] = [9, 1.5]

const sizeOf = (count: number, most: number): number =>
  Math.max(SMALLEST, Math.min(LARGEST, 4 + most / 10) * Math.sqrt(count / most))

/** What is red is drawn last, over the rest. */
const rank: Readonly<Record<Verdict, number>> = { pass: 0, none: 1, fail: 2 }

const titleOf = ({ calls, run, tokens, verdict }: Dot, count: number): string =>
  `run #${run}${count > 1 ? ` and ${count - 1} more` : ""}: ${counted(calls)}, ${tokens} tokens, ${words[verdict]}`

const words: Readonly<Record<Verdict, string>> = { pass: "pass", fail: "fail", none: "no verdict" }

/** A circle for pass, a cross for fail, a square for no verdict. */
const sign = (verdict: Verdict, x: number, y: number, size: number): SvgNode => {
  const r = round(size)
  if (verdict === "pass") return svgNode("circle", { cx: x, cy: y, r })
  if (verdict === "none") return svgNode("rect", { x: round(x - r), y: round(y - r), width: 2 * r, height: 2 * r })
  const [left, right, top, bottom] = [x - r, x + r, y - r, y + r].map(round)
  return svgNode("path", {
    d: `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`,
    "stroke-width": round(Math.min(2.5, r * 0.6))
  })
}

const counted = (calls: number): string => `${calls} call${calls === 1 ? "" : "s"}`
