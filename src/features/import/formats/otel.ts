/**
 * Traces of OpenTelemetry: the JSON of OTLP, as collectors and Tempo write it, and the export of Jaeger.
 */
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { listOf, objectOf } from "../../../edges/telemetry/fields.ts"
import { type Document, finding, type Item, type ReadOptions, within } from "../../../edges/telemetry/Item.ts"
import { jaegerSpan, otlpSpan, type Span } from "../../../edges/telemetry/Span.ts"
import { spanRuns } from "./spanRuns.ts"

/** A trace of Jaeger is one value: `{ traceID, spans, processes }`. */
export function* jaeger(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const document of documents) {
    if (!document.pointer.startsWith("#/data/")) continue
    if (!isJaeger(document)) yield finding("a trace without spans", document, true)
    const { spans } = objectOf(document.value)
    yield* spanRuns(
      listOf(spans).map((span, at) => jaegerSpan(span, within(document, "spans", at))),
      "jaeger",
      options
    )
  }
}

/** The spans of a trace may be in any number of batches, so that runs come once all of them are read. */
export function* otlp(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  const spans: Array<Span> = []
  for (const document of documents) {
    if (!isOtlp(document)) {
      yield finding("a value that is no batch of spans", document)
      continue
    }
    const { instrumentationLibrarySpans, scopeSpans } = objectOf(document.value)
    const [name, scopes] = isArray(scopeSpans)
      ? ["scopeSpans", scopeSpans]
      : ["instrumentationLibrarySpans", listOf(instrumentationLibrarySpans)]
    scopes.forEach((scope, at) =>
      listOf(objectOf(scope)["spans"]).forEach((span, number) =>
        spans.push(otlpSpan(span, within(document, name, at, "spans", number)))
      )
    )
  }
  yield* spanRuns(spans, "otlp", options)
}

export const isJaeger = ({ value }: Document): boolean =>
  isJsonObject(value) && typeof value["traceID"] === "string" && isArray(value["spans"])

export const isOtlp = ({ value }: Document): boolean =>
  isJsonObject(value) && (isArray(value["scopeSpans"]) || isArray(value["instrumentationLibrarySpans"]))
