/**
 * Latency: how long the runs of a cell took when they were recorded.
 *
 * A percentile is the shortest recorded time that this share of the runs did not exceed, so it is always the time of a run. If one run was
 * not timed there are no percentiles: it may have been the slowest.
 */
import type { Finding } from "../../base/domain/verdict/Verdict.ts"

/** The percentiles that can be gated on, each as a share of the runs. */
export const PERCENTILES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99, max: 1 } as const
export type Percentile = keyof typeof PERCENTILES

export type Report = { readonly [P in Percentile as `${P}_ms`]: number | undefined }

/** The times of the runs in milliseconds, undefined for those that were not timed. */
export type Times = ReadonlyArray<number | undefined>

export const measure = (times: Times): Report => {
  const sorted = times.filter(isTime).toSorted((a, b) => a - b)
  const isTimed = sorted.length === times.length
  const at = (share: number): number | undefined =>
    isTimed ? sorted[Math.ceil(share * sorted.length - 1e-9) - 1] : undefined
  const { max, p50, p90, p95, p99 } = PERCENTILES
  return { p50_ms: at(p50), p90_ms: at(p90), p95_ms: at(p95), p99_ms: at(p99), max_ms: at(max) }
}

/** A trace that passhat did not record may have anything there. */
const isTime = (time: number | undefined): time is number => Number.isFinite(time) && time! >= 0

/** The slowest run, or the runs that were not timed. */
export const explain = (times: Times): ReadonlyArray<Finding> => {
  const path = "clock.recorded_ms"
  const untimed = times.flatMap((time, at) =>
    isTime(time) ? [] : [{ run: at + 1, path, reason: "its time was not recorded" }]
  )
  if (untimed.length > 0) return untimed
  const slowest = times.reduce<number>((most, time, at) => (time! > times[most]! ? at : most), 0)
  return [{ run: slowest + 1, path, reason: `the slowest run took ${times[slowest]} ms` }]
}

export const describe = ({ max_ms, p50_ms, p95_ms }: Report): string =>
  max_ms === undefined ? "a run was not timed" : `p50 ${p50_ms} ms, p95 ${p95_ms} ms, max ${max_ms} ms`
