/**
 * Receives what an agent in another process reports of itself: spans of OpenTelemetry, and steps as lines of JSON.
 */
import type { StepReport } from "../../../../base/domain/recording/Driver.ts"
import type { Json } from "../../../../base/domain/Json.ts"
import type { Span } from "../../../../edges/telemetry/Span.ts"
import { isJsonObject } from "../../../../base/std/Json.ts"
import { tryCatch } from "../../../../base/std/tryCatch.ts"
import type { RequestHandler } from "../../platform/respond.ts"
import { bodyOf } from "../models/wireBody.ts"

/** The importer's readers, loaded only when an agent runs in another process. */
export interface Readers {
  readonly exportedSpans: (value: Json | undefined) => ReadonlyArray<Span> | undefined
  readonly otlpFromProtobuf: (bytes: Uint8Array) => Json | undefined
  readonly spanKey: (span: Span) => string
}

export interface Reports {
  readonly handlers: Readonly<Record<string, RequestHandler>>
  /** Each span once, also if its exporter sent it again. */
  readonly spans: ReadonlyMap<string, Span>
  /** How many bodies could not be read, or were too many, and the beginning of the first. */
  readonly unreadable: () => { readonly count: number; readonly text: string }
  /** How many steps came as lines. */
  readonly steps: () => number
  /** How many requests are being read. */
  readonly pending: () => number
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_SPANS = 5_000
const MAX_STEPS = 5_000

export const receiveReports = (step: (report: StepReport) => void, readers: Readers): Reports => {
  const spans = new Map<string, Span>()
  const ids = new Set<string>()
  const unreadable = { count: 0, text: "" }
  let [pending, steps] = [0, 0]
  const refuse = (status: number, text: string): Response => {
    if (unreadable.count++ === 0) unreadable.text = text.slice(0, 200)
    return new Response(null, { status })
  }
  const reading =
    (read: (body: Uint8Array, request: Request) => Response): RequestHandler =>
    async (request) => {
      pending++
      const body = await bodyOf(request, MAX_BYTES).catch(() => undefined)
      pending--
      return body === undefined ? refuse(413, "a body that is too large or damaged") : read(body, request)
    }
  const traces = reading((body, { headers }) => {
    const isJson = headers.get("content-type")?.includes("json") === true
    const value = isJson ? tryCatch((): Json => JSON.parse(textOf(body))) : readers.otlpFromProtobuf(body)
    const found = readers.exportedSpans(value)
    if (found === undefined) return refuse(400, textOf(body))
    for (const span of found) {
      if (spans.size >= MAX_SPANS) return refuse(413, `more than ${MAX_SPANS} spans`)
      spans.set(readers.spanKey(span), span)
    }
    return isJson ? Response.json({}) : new Response(new Uint8Array(), { headers: PROTOBUF })
  })
  const lines = reading((body) => {
    const all = textOf(body)
      .split("\n")
      .filter((line) => line.trim() !== "")
    for (const line of all) {
      const report = stepOf(tryCatch((): Json => JSON.parse(line)))
      if (report === undefined) return refuse(400, line)
      if (++steps > MAX_STEPS) return refuse(413, `more than ${MAX_STEPS} steps`)
      if (report.id !== undefined && ids.has(report.id)) continue
      if (report.id !== undefined) ids.add(report.id)
      step(report.step)
    }
    return new Response(null, { status: 204 })
  })
  const ignored: RequestHandler = async () => Response.json({})
  return {
    handlers: { "/v1/traces": traces, "/v1/logs": ignored, "/v1/metrics": ignored, "/report": lines },
    spans,
    unreadable: () => unreadable,
    steps: () => steps,
    pending: () => pending
  }
}

const PROTOBUF = { "content-type": "application/x-protobuf" }

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body)

interface Line {
  /** A line with an id that came before is ignored, so that a report can be sent again. */
  readonly id: string | undefined
  readonly step: StepReport
}

/** A line is an object, whose fields are those of a step in the spelling of recordings. */
const stepOf = (line: Json | undefined): Line | undefined => {
  if (!isJsonObject(line)) return undefined
  const { calls, id, own_calls = [], stop_reason, text, usage } = line
  if (!Array.isArray(own_calls) || !own_calls.every((one) => isJsonObject(one) && typeof one["name"] === "string")) {
    return undefined
  }
  const tokens = isJsonObject(usage) ? usage : {}
  return {
    id: typeof id === "string" ? id : undefined,
    step: {
      text: typeof text === "string" ? text : "",
      stopReason: typeof stop_reason === "string" ? stop_reason : undefined,
      calls: typeof calls === "number" ? calls : undefined,
      usage: { input: numberOf(tokens["input"]), output: numberOf(tokens["output"]) },
      ownCalls: own_calls.map(({ args, is_error, name, result }) => ({
        name,
        args,
        result,
        ...(typeof is_error === "boolean" && { isError: is_error })
      }))
    }
  }
}

const numberOf = (value: Json | undefined): number | undefined => (typeof value === "number" ? value : undefined)
