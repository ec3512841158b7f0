/**
 * `passhat score`: every metric of recordings that needs no model and knows nothing of the task, without a suite.
 */
import * as Effect from "effect/Effect"
import { print } from "../../edges/report/text/Line.ts"
import type { scoreRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { deliverAll, reporterTargets } from "../../app/run/reporterTargets.ts"
import { readAt } from "../../app/recordings/readAt.ts"
import { recordedCell } from "../../app/recordings/cellOf.ts"
import { recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { scoredReport } from "./scoredReport.ts"
import { scoreLines } from "./scoreLines.ts"
import { tracesIn } from "./tracesIn.ts"

/** A score is no verdict, so the exit code is 0 whatever the scores are. */
export const score = Effect.fn("score")(function* ({ recordings, ...flags }: Values<typeof scoreRow>) {
  const files = yield* recordingsIn(recordings.length === 0 ? ["cassettes"] : recordings)
  const cells = yield* Effect.forEach(files, (file) =>
    file.endsWith(".json") ? tracesIn(file) : Effect.map(readAt(file), recordedCell)
  )
  const report = scoredReport(cells)
  if (flags.reporter.length > 0) yield* deliverAll(yield* reporterTargets(flags), () => Effect.succeed(report), flags)
  else {
    yield* stdout(
      scoreLines(report)
        .map((one) => `${print(one, false)}\n`)
        .join("")
    )
  }
  return 0
})
