/**
 * `passhat score`: every metric of recordings that needs no model and knows nothing of the task, without a suite.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { print } from "../../edges/report/text/Line.ts"
import type { scoreRow } from "./commands.ts"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { deliverAll, reporterTargets } from "../../app/run/reporterTargets.ts"
import { readAt, recordingsIn } from "../../app/recordings/recordingsIn.ts"
import { type RecordedCell, recordedCell } from "../../app/recordings/cellOf.ts"
import { scoredReport } from "./scoredReport.ts"
import { scoreLines } from "./scoreLines.ts"
import { resolve } from "node:path"
import type { PlatformError } from "effect/PlatformError"
import { readTrace } from "../../language/metrics/readTrace.ts"
import { type Json, isArray, isJsonObject } from "../../base/std/Json.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

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

/** A file of plain JSON with a trace, or with a list of traces of the same agent, as a cell. */
export const tracesIn = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(fs.readFileString(resolve(file)), unreadable(file))
  const json = yield* Effect.fromResult(
    Result.try({ try: (): Json => JSON.parse(text) as Json, catch: () => refused(`${file} is not JSON.`) })
  )
  const traces = isArray(json) ? json : [json]
  const stranger = traces.findIndex((trace) => !isJsonObject(trace) || !isArray(trace["tool_calls"] ?? null))
  if (traces.length === 0) return yield* refused(`${file} has no trace.`)
  if (stranger !== -1) {
    return yield* refused(`${file}${isArray(json) ? `, [${stranger}]` : ""} is not a trace: it has no list tool_calls.`)
  }
  return cellOfTraces(file, traces)
})

const cellOfTraces = (file: string, traces: ReadonlyArray<Json>): RecordedCell => ({
  suite: file,
  cell: {
    id: file,
    agent: file,
    model: "",
    name: file,
    runs: traces.length,
    provider: { kind: "driver" },
    run_timeout_ms: 0,
    behaviour: { prompt: "", model: "", options: { max_turns: 0, max_tokens: 0 }, servers: [], faults: [] },
    fingerprint: "",
    observations: [],
    gates: []
  },
  runs: traces.map((trace, at) => ({ index: at + 1, trace: readTrace(trace) }))
})

const unreadable =
  (file: string) =>
  ({ reason }: PlatformError): UsageError =>
    refused(reason._tag === "NotFound" ? `${file} does not exist.` : `${file} cannot be read (${reason._tag}).`)

const refused = (what: string): UsageError =>
  new UsageError({ what, hint: "Name a recording of passhat, or a JSON file with a trace or a list of traces." })
