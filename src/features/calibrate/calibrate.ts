/**
 * `passhat calibrate`: floors and caps from recorded runs, and how far they can be trusted.
 */
import * as Effect from "effect/Effect"
import { offerOf } from "../../engine/judge/skippedCell.ts"
import { type JudgedTrace, calibrateRuns, valuesOf } from "./calibrateRuns.ts"
import { print } from "../../edges/report/text/Line.ts"
import { escapeIndentedJson } from "../../base/std/escape.ts"
import type { calibrateRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { readAt, recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { recordedCell } from "../../app/recordings/cellOf.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { calibrationLines } from "./calibrationLines.ts"
import { readLabels } from "../labels/labels.ts"
import { type IsGood, goodRuns, labelledRuns } from "./goodRuns.ts"

export const calibrate = Effect.fn("calibrate")(function* (flags: Values<typeof calibrateRow>) {
  const { confidence, good, json, labels, share } = flags
  for (const [name, level] of Object.entries({ share, confidence })) {
    if (!(level > 0 && level < 1)) {
      return yield* new UsageError({ what: `--${name} is ${level}.`, hint: "It lies between 0 and 1." })
    }
  }
  if (good !== undefined && labels !== undefined) {
    return yield* new UsageError({ what: "--good and --labels exclude each other.", hint: "Leave one out." })
  }
  const labelled = labels === undefined ? undefined : labelledRuns(yield* readLabels(labels))
  const isGood = labelled?.isGood ?? (yield* Effect.fromResult(goodRuns(good)))
  const paths = flags.cassettes.length === 0 ? ["cassettes"] : flags.cassettes
  const read = yield* Effect.forEach(yield* recordingsIn(paths), (file) => runsOf(file, isGood))
  const runs = read.flatMap((one) => one.runs)
  const goodCount = runs.filter((run) => run.isGood).length
  if (goodCount === 0) {
    return yield* new UsageError({
      what: `None of ${runs.length} runs is known to be good.`,
      hint:
        labels === undefined
          ? "Record runs of a healthy agent, or name another value with --good."
          : "Label good runs with passhat view --actions; a run that has done something else since has no label."
    })
  }
  const counted = {
    runs: runs.length,
    goodRuns: goodCount,
    cases: new Set(runs.map((run) => run.case)).size,
    leftOut: read.reduce((sum, one) => sum + one.leftOut, 0),
    ...(labelled !== undefined && { unmetLabels: labelled.unmet() }),
    share,
    confidence,
    ...calibrateRuns(runs, { share, confidence })
  }
  yield* stdout(
    json
      ? `${escapeIndentedJson(JSON.stringify(counted, undefined, 2))}\n`
      : calibrationLines(counted)
          .map((one) => `${print(one, false)}\n`)
          .join("")
  )
  return 0
})

interface Read {
  readonly runs: ReadonlyArray<JudgedTrace>
  readonly leftOut: number
}

/** The traces of one recording at a time are in memory. */
const runsOf = Effect.fnUntraced(function* (file: string, isGood: IsGood) {
  const { cell, runs } = recordedCell(yield* readAt(file))
  const offer = offerOf(cell)
  const judged = runs.flatMap((run): ReadonlyArray<JudgedTrace> => {
    const known = "trace" in run ? isGood(run.trace, run.index) : undefined
    return "trace" in run && known !== undefined
      ? [{ case: cell.id, isGood: known, values: valuesOf(run.trace, offer) }]
      : []
  })
  return { runs: judged, leftOut: runs.length - judged.length } satisfies Read
})
