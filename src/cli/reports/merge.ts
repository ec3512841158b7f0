/**
 * `passhat merge`: the json reports of all shards of a run, as one report.
 */
import * as Effect from "effect/Effect"
import type { Report, Shard } from "../../domain/Verdict.ts"
import { mergeShards } from "../../judge/mergeShards.ts"
import { wasRun } from "../../judge/skippedCell.ts"
import type { ValuesOf } from "../flags/commands.ts"
import { rangeOf } from "../select/shard.ts"
import { UsageError } from "../UsageError.ts"
import { readReport } from "./readReport.ts"
import { present } from "./report.ts"

export const merge = Effect.fn("merge")(function* ({ reports, ...flags }: ValuesOf<"merge">) {
  const shards = yield* Effect.forEach(reports, readShard)
  yield* Effect.forEach(shards, (one) => belongs(one, shards[0] ?? one))
  const inOrder = shards.toSorted((a, b) => a.shard.index - b.shard.index)
  yield* eachOnce(inOrder)
  return yield* present(mergeShards(inOrder.map((one) => one.report)), flags)
})

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
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !inOrder.some((one) => one.shard.index === index)
  )
  if (missing.length > 0) {
    return yield* new UsageError({
      what: `Of ${count} shards, ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing.`,
      hint: "Give the reports of all shards: what was not judged cannot pass."
    })
  }
})

const named = ({ count, index }: Shard): string => `shard ${index}/${count}`
