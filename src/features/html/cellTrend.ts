/**
 * What a page draws of the history of a cell: its latest rows, and since when it is worse.
 */
import type { Alarm, Trend, TrendPoint, Trends } from "../../base/domain/verdict/History.ts"

export interface CellTrend {
  /** The oldest first. */
  readonly points: ReadonlyArray<Pick<TrendPoint, "at" | "changed" | "rate" | "verdict">>
  /** How many older rows the history has. */
  readonly older: number
  readonly alarm?: Alarm
  /** The chance that a cell that never changes is ever called worse. */
  readonly error: number
}

/** Rows that are drawn. */
const MOST = 120

export const trendOfCells = (trends: Trends | undefined): ((cell: string) => CellTrend | undefined) => {
  const known = new Map((trends?.cells ?? []).map((trend) => [trend.cell, trend]))
  return (cell) => {
    const trend = known.get(cell)
    return trend && cellTrend(trend, Number((1 - (trends?.confidence ?? 1)).toPrecision(6)))
  }
}

const cellTrend = ({ alarm, points }: Trend, error: number): CellTrend => ({
  points: points.slice(-MOST).map(({ at, changed, rate, verdict }) => ({
    at,
    changed,
    ...(rate !== undefined && { rate }),
    verdict
  })),
  older: Math.max(0, points.length - MOST),
  ...(alarm !== undefined && { alarm }),
  error
})

export const dayOf = (at: string): string => at.slice(0, 10)
