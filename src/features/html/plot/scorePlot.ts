/**
 * One stability sub-score per run, from 0 to 1. More runs than there are places are a histogram of their scores.
 */
import { groupBy } from "../../../base/std/groupBy.ts"
import { listRuns } from "../../../edges/report/text/listRuns.ts"
import { type HistogramBar, histogramPlot } from "./histogramPlot.ts"
import { drawing, note, round, svgNode, type SvgNode } from "./Svg.ts"

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM, PLACES] = [320, 96, 30, 8, 8, 20, 120]

/** A score below it is drawn as weak. */
const FLOOR = 0.5

/** Ranges of scores. */
const RANGES = 20

/** Null is a score for which too little was recorded. */
export const scorePlot = (name: string, scores: ReadonlyArray<number | null>): SvgNode => {
  const known = scores.filter((score) => score !== null)
  const label = `${name}: ${known.length === 0 ? "not recorded" : `at least ${round(known.reduce((a, b) => Math.min(a, b)))}`}`
  return scores.length > PLACES ? histogram(label, scores) : stems(label, scores)
}

const histogram = (label: string, scores: ReadonlyArray<number | null>): SvgNode => {
  const runs = scores.flatMap((score, at) => (score === null ? [at + 1] : []))
  return histogramPlot({
    label,
    size: { width: WIDTH, height: HEIGHT },
    bars: scoreBars(scores),
    unit: "",
    from: 0,
    to: 1,
    line: { at: FLOOR, name: "" },
    unknown: { runs, title: `${runs.length} of ${scores.length} runs: not recorded (${listRuns(runs)})` }
  })
}

/** A range begins at the floor, so that all runs of a bar are weak or none is. */
export const scoreBars = (scores: ReadonlyArray<number | null>): ReadonlyArray<HistogramBar> => {
  const known = scores.flatMap((score, at) => (score === null ? [] : [{ run: at + 1, score }]))
  return [...groupBy(known, ({ score }) => Math.min(RANGES - 1, Math.floor(score * RANGES)))].map(([at, its]) => {
    const [from, to, runs] = [at / RANGES, (at + 1) / RANGES, its.map(({ run }) => run)]
    const title = `${runs.length} of ${scores.length} runs: ${from} to ${to} (${listRuns(runs)})`
    return { from, to, runs, isRed: from < FLOOR, title }
  })
}

const stems = (label: string, scores: ReadonlyArray<number | null>): SvgNode => {
  const y = (value: number): number => round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM))
  const x = (at: number): number =>
    round(LEFT + (scores.length === 1 ? 0.5 : at / (scores.length - 1)) * (WIDTH - LEFT - RIGHT))
  return drawing(
    WIDTH,
    HEIGHT,
    label,
    ...[0, 1].flatMap((value) => [
      svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "axis" }),
      note(LEFT - 6, y(value) + 4, String(value), "end")
    ]),
    svgNode("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(FLOOR), y2: y(FLOOR), class: "axis faint" }),
    ...scores.flatMap((value, at) => {
      if (value === null) return []
      const weak = value < FLOOR ? " weak" : ""
      return [
        svgNode("line", { x1: x(at), x2: x(at), y1: y(0), y2: y(value), class: `stem${weak}` }),
        svgNode(
          "circle",
          { cx: x(at), cy: y(value), r: scores.length > 60 ? 2 : 3.5, class: `dot${weak}` },
          svgNode("title", {}, `run #${at + 1}: ${round(value)}`)
        )
      ]
    }),
    note(LEFT, HEIGHT - 5, "#1"),
    note(WIDTH - RIGHT, HEIGHT - 5, `#${scores.length}`, "end")
  )
}
