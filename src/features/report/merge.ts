/**
 * `passhat merge`: the json reports of all shards of a run, as one report.
 */
import * as Effect from "effect/Effect"
import type { Report, Shard } from "../../base/domain/verdict/Verdict.ts"
import { mergeShards } from "../../engine/judge/mergeShards.ts"
import { wasRun } from "../../engine/judge/skippedCell.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { checkThreshold, needsCatalogue } from "../coverage/coverage.ts"
import { rangeOf } from "../../app/select/shard.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { readReport } from "../../app/reports/readReport.ts"
import { present } from "./report.ts"

export const merge = Effect.fn("merge")(function* ({ coverageThreshold, reports, ...flags }: ValuesOf<"merge">) {
  yield* checkThreshold(coverageThreshold)
  const shards = yield* Effect.forEach(reports, readShard)
  yield* Effect.forEach(shards, (one) => belongs(one, shards[0] ?? one))
  const inOrder = shards.toSorted((a, b) => a.shard.index - b.shard.index)
  yield* eachOnce(inOrder)
  yield* sameCoverage(inOrder, coverageThreshold)
  const merged = mergeShards(
    inOrder.map((one) => one.report),
    coverageThreshold
  )
  if (coverageThreshold !== undefined) yield* needsCatalogue(merged.coverage?.total.of ?? 0)
  return yield* present(merged, flags)
})

/** A shard without coverage would have reached more, or less: its share is not known. */
const sameCoverage = (
  shards: ReadonlyArray<ReadShard>,
  threshold: number | undefined
): Effect.Effect<void, UsageError> => {
  const without = shards.find(({ report }) => report.coverage === undefined)
  const isAsked = threshold !== undefined || shards.some(({ report }) => report.coverage !== undefined)
  return without === undefined || !isAsked
    ? Effect.void
    : Effect.fail(
        new UsageError({
          what: `${without.file} does not have the coverage of its runs.`,
          hint: "Run every shard with --coverage, or leave it out everywhere."
        })
      )
}

interface ReadShard {
  readonly file: string
  readonly report: Report
  readonly shard: Shard
}

const readShard = Effect.fnUntraced(function* (file: string) {
  const report = yield* readReport(file)
  const { shard } = report
  if (shard === undefined) {
    return yield* new UsageError({ what: `${file} is not of a shard.`, hint: "Make it with --shard, or leave it out." })
  }
  const { from, to } = rangeOf(shard)
  const cells = report.suites.flatMap((suite) => suite.cells.filter(wasRun)).length
  if (shard.index < 1 || shard.index > shard.count || cells !== to - from) {
    return yield* new UsageError({
      what: `${file}, shard: ${named(shard)} of ${shard.cells} cells has ${to - from}, and the report holds ${cells}.`,
      hint: "Run that shard again, to its end."
    })
  }
  return { file, report, shard } satisfies ReadShard
})

const belongs = ({ file, shard }: ReadShard, first: ReadShard): Effect.Effect<void, UsageError> =>
  shard.of === first.shard.of && shard.count === first.shard.count
    ? Effect.void
    : Effect.fail(
        new UsageError({
          what: `${file} and ${first.file} are not shards of one run.`,
          hint: "Shards belong together when suites, flags, their number and the version of passhat are the same."
        })
      )

const eachOnce = Effect.fnUntraced(function* (inOrder: ReadonlyArray<ReadShard>) {
  for (const [at, { file, shard }] of inOrder.entries()) {
    const before = inOrder[at - 1]
    if (before?.shard.index === shard.index) {
      return yield* new UsageError({
        what: `${before.file} and ${file} are both ${named(shard)}.`,
        hint: "Leave one out."
      })
    }
  }
  const count = inOrder[0]?.shard.count ?? 0
  const missing = count - inOrder.length
  if (missing > 0) {
    const named = firstMissing(new Set(inOrder.map(({ shard }) => shard.index)), Math.min(missing, NAMED))
    const more = missing > named.length ? ` and ${missing - named.length} more` : ""
    return yield* new UsageError({
      what: `Of ${count} shards, ${named.join(", ")}${more} ${missing === 1 ? "is" : "are"} missing.`,
      hint: "Give the reports of all shards: what was not judged cannot pass."
    })
  }
})

/** How many missing shards a message names: a report may claim to be one of billions. */
const NAMED = 20

const firstMissing = (given: ReadonlySet<number>, most: number): ReadonlyArray<number> => {
  const missing: Array<number> = []
  for (let index = 1; missing.length < most; index++) if (!given.has(index)) missing.push(index)
  return missing
}

const named = ({ count, index }: Shard): string => `shard ${index}/${count}`
