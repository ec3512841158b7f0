/**
 * Trends for people: a line a cell with bars of its last rates, then what is worse, since when, and what changed then.
 */
import type { Alarm, Change, Trend, TrendPoint, TrendRate, Trends } from "../../base/domain/verdict/History.ts"
import { escapeLine } from "../../base/std/escape.ts"
import { rateBars } from "../../edges/report/text/bars.ts"
import { type Line, type Tone, line, wholeLine } from "../../edges/report/text/Line.ts"
import { clip, inColumns } from "../../edges/report/text/width.ts"

export const trendLines = (trends: Trends): ReadonlyArray<Line> => [
  ...table(trends.cells),
  ...trends.cells.flatMap((trend) => (trend.alarm === undefined ? [] : alarmLines(trend, trend.alarm))),
  ...trends.cells.flatMap(changeLines),
  line(0, "plain", ""),
  line(0, "plain", promise(trends))
]

export const cellName = ({ name, suite }: Pick<Trend, "name" | "suite">): string => `${suite} > ${name}`

const HEAD = ["cell", "rows", "first", "last", "pass rate", "trend", ""]
/** The widest name of a cell, and the most bars. */
const WIDEST = 60
const MOST_BARS = 40

const table = (cells: ReadonlyArray<Trend>): ReadonlyArray<Line> => {
  const rows: ReadonlyArray<readonly [Tone, ReadonlyArray<string>]> = [
    ["heading", HEAD],
    ...cells.map((trend) => [trend.alarm === undefined ? "plain" : "fail", trendRow(trend)] as const)
  ]
  return inColumns(rows.map(([, row]) => row)).map((text, at) => wholeLine(0, rows[at]?.[0] ?? "plain", text))
}

const trendRow = (trend: Trend): ReadonlyArray<string> => {
  const { alarm, points } = trend
  const rate = points.findLast((point) => point.rate !== undefined)?.rate
  return [
    clip(escapeLine(cellName(trend)), WIDEST),
    String(points.length),
    dayOf(points[0]?.at ?? ""),
    dayOf(points.at(-1)?.at ?? ""),
    rate === undefined ? "" : rateText(rate),
    points.slice(-MOST_BARS).map(bar).join(""),
    alarm === undefined ? "" : `worse since ${dayOf(alarm.since)}`
  ]
}

/** A line stands before a bar whose conditions differ from those of the bar before it. */
const bar = ({ changed, rate }: TrendPoint, at: number): string =>
  `${changed.length > 0 && at > 0 ? "|" : ""}${rateBars([rate === undefined ? undefined : rate.passes / rate.runs])}`

const rateText = ({ high, low, passes, runs }: TrendRate): string =>
  `${passes}/${runs} (${low.toFixed(2)} to ${high.toFixed(2)})`

const dayOf = (at: string): string => at.slice(0, 10)

const alarmLines = (trend: Trend, { after, before, changed, since }: Alarm): ReadonlyArray<Line> => [
  line(0, "plain", ""),
  line(0, "fail", `${cellName(trend)} is worse since ${since}`),
  line(1, "plain", `it passed ${rateText(before)} before, and ${rateText(after)} since then`),
  line(
    1,
    "plain",
    changed.length === 0 ? "nothing that passhat knows of changed then" : `${listed(changed)} changed then`
  )
]

/** The latest change of a cell: older ones are in the JSON. */
const changeLines = (trend: Trend): ReadonlyArray<Line> => {
  const last = trend.points.findLast(({ changed }) => changed.length > 0)
  return last === undefined || last.at === trend.alarm?.since
    ? []
    : [line(0, "faint", `${cellName(trend)}: ${listed(last.changed)} changed with the row of ${last.at}`)]
}

const listed = (changed: ReadonlyArray<Change>): string => changed.join(", ")

const promise = ({ cells, confidence }: Trends): string => {
  const worse = cells.filter(({ alarm }) => alarm !== undefined).length
  const rate = Number((1 - confidence).toPrecision(6))
  return `${cells.length} ${cells.length === 1 ? "cell" : "cells"}, ${worse} worse; a cell that never changes is ever called worse with a chance of at most ${rate}`
}
