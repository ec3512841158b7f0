/**
 * A file of plain JSON with a trace, or with a list of traces of the same agent, as a cell.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { readTrace } from "../../language/metrics/readTrace.ts"
import { isArray, isJsonObject, type Json } from "../../base/std/Json.ts"
import type { RecordedCell } from "../../app/recordings/cellOf.ts"
import { UsageError } from "../../app/kit/UsageError.ts"

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
