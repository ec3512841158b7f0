/**
 * `--good` and `--labels`: which runs are known to be good, by a value of their trace or by what a person said of them.
 */
import * as Result from "effect/Result"
import type { Json } from "../../base/domain/Json.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { parsePath, resolveTarget } from "../../language/metrics/resolveTarget.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { evidenceOf, keyOf, type Labels } from "../labels/labels.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

/** Undefined for a run that does not have the value: it is neither good nor bad. */
export type IsGood = (trace: Trace, run: number) => boolean | undefined

/** By labels, of which some may be of runs that are no longer recorded. */
export const labelledRuns = (labels: Labels) => {
  const met = new Set<string>()
  const isGood: IsGood = (trace, run) => {
    const key = keyOf({ run, evidence: evidenceOf(trace) })
    const label = labels.get(key)
    if (label === undefined) return undefined
    met.add(key)
    return label.label === "note" ? undefined : label.label === "good"
  }
  /** How many labels fit no run that was looked at. */
  return { isGood, unmet: () => labels.size - met.size }
}

/** `observations.outcome.structured.passed=true`; the value is JSON, or else a text. Without a filter every run is good. */
export const goodRuns = (filter: string | undefined): Result.Result<IsGood, UsageError> => {
  if (filter === undefined) return Result.succeed(() => true)
  const at = filter.indexOf("=")
  const [path, text] = [filter.slice(0, at), filter.slice(at + 1)]
  if (at < 1 || text === "" || parsePath(path) === undefined) {
    return Result.fail(
      new UsageError({
        what: `--good takes a path of the trace and its value, and not "${filter}".`,
        hint: "Write --good observations.outcome.structured.passed=true, say."
      })
    )
  }
  const wanted = canonicalJson(
    Result.getOrElse(
      Result.try((): Json => JSON.parse(text) as Json),
      () => text
    )
  )
  return Result.succeed((trace) => {
    const found = resolveTarget(trace, path)
    return found === undefined ? undefined : canonicalJson(found.value as Json) === wanted
  })
}
