/**
 * Spans of OpenTelemetry in the same form for every way of writing them, and the traces that they are of.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { listOf, objectOf, textOf } from "./fields.ts"
import type { Place } from "./Item.ts"

export interface Span {
  readonly trace: string
  readonly id: string
  readonly parent: string | undefined
  readonly name: string
  /** In the unit of the source: spans of one source are only compared with each other. */
  readonly start: number
  readonly attributes: JsonObject
  readonly isError: boolean
  readonly place: Place
}

/** Span of Jaeger's export: `{ traceID, spanID, references, tags }`. */
export const jaegerSpan = (value: Json, place: Place): Span => {
  const { operationName, references, spanID, startTime, tags, traceID } = objectOf(value)
  const attributes = attributesOf(tags, (tag) => tag["value"])
  const parent = listOf(references)
    .map(objectOf)
    .find(({ refType }) => refType === "CHILD_OF")
  return {
    trace: textOf(traceID) ?? "",
    id: textOf(spanID) ?? "",
    parent: textOf(parent?.["spanID"]),
    name: textOf(operationName) ?? "",
    start: Number(startTime),
    attributes,
    isError: attributes["error"] === true || attributes["otel.status_code"] === "ERROR",
    place
  }
}

/** Span of OTLP as JSON: `{ traceId, spanId, parentSpanId, attributes, status }`. */
export const otlpSpan = (value: Json, place: Place): Span => {
  const { attributes, name, parentSpanId, spanId, startTimeUnixNano, status, traceId } = objectOf(value)
  const { code } = objectOf(status)
  return {
    trace: textOf(traceId) ?? "",
    id: textOf(spanId) ?? "",
    parent: textOf(parentSpanId) || undefined,
    name: textOf(name) ?? "",
    start: Number(startTimeUnixNano),
    attributes: attributesOf(attributes, (one) => anyValue(one["value"])),
    isError: code === 2 || code === "STATUS_CODE_ERROR",
    place
  }
}

const attributesOf = (list: Json | undefined, valueOf: (entry: JsonObject) => Json | undefined): JsonObject =>
  Object.fromEntries(
    listOf(list).flatMap((entry) => {
      const fields = objectOf(entry)
      const [key, value] = [textOf(fields["key"]), valueOf(fields)]
      return key === undefined || value === undefined ? [] : [[key, value]]
    })
  )

/** `{ intValue: "13" }` is 13: OTLP writes integers as texts. */
const anyValue = (value: Json | undefined): Json | undefined => {
  const { arrayValue, boolValue, doubleValue, intValue, kvlistValue, stringValue } = objectOf(value)
  if (intValue !== undefined) return Number(intValue)
  if (isJsonObject(arrayValue)) return listOf(arrayValue["values"]).flatMap((one) => anyValue(one) ?? [])
  if (isJsonObject(kvlistValue)) return attributesOf(kvlistValue["values"], (one) => anyValue(one["value"]))
  return stringValue ?? boolValue ?? doubleValue
}
