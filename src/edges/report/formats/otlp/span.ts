/**
 * A span of OTLP in JSON, with evaluations as its events.
 */
import type { Json, JsonObject } from "../../../../base/std/Json.ts"

export type Attributes = { readonly [name: string]: string | number | boolean | ReadonlyArray<string> | undefined }

export interface SpanPlace {
  readonly traceId: string
  readonly nanoseconds: (milliseconds: number) => string
}

/** What was judged, as OpenTelemetry's conventions have it. */
export interface Evaluation {
  readonly name: string
  readonly value: Json
  readonly verdict: string
  readonly explanation: string | undefined
  readonly advisory: boolean
}

export interface SpanParts {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly milliseconds: number
  readonly verdict: string
  readonly attributes: Attributes
  readonly events: ReadonlyArray<Evaluation>
}

/** The kind and the status codes are OTLP's numbers: an internal span, and an error where something failed. */
export const span = ({ nanoseconds, traceId }: SpanPlace, parts: SpanParts): JsonObject => ({
  traceId,
  spanId: parts.spanId,
  ...(parts.parentSpanId !== undefined && { parentSpanId: parts.parentSpanId }),
  name: parts.name,
  kind: 1,
  startTimeUnixNano: nanoseconds(0),
  endTimeUnixNano: nanoseconds(parts.milliseconds),
  attributes: attributesOf(parts.attributes),
  events: parts.events.map((evaluation) => ({
    name: "gen_ai.evaluation.result",
    timeUnixNano: nanoseconds(parts.milliseconds),
    attributes: attributesOf({
      "gen_ai.evaluation.name": evaluation.name,
      "gen_ai.evaluation.score.label": evaluation.verdict,
      "gen_ai.evaluation.score.value": typeof evaluation.value === "number" ? evaluation.value : undefined,
      "gen_ai.evaluation.explanation": evaluation.explanation,
      "passhat.advisory": evaluation.advisory || undefined
    })
  })),
  status: parts.verdict === "fail" ? { code: 2 } : {}
})

/** Left out where a value is undefined. A number is a double unless it counts something. */
export const attributesOf = (attributes: Attributes): ReadonlyArray<Json> =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(key, value) }]
  )

const anyValue = (key: string, value: NonNullable<Attributes[string]>): Json => {
  if (typeof value === "string") return { stringValue: value }
  if (typeof value === "boolean") return { boolValue: value }
  if (typeof value === "object") return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
  return key.endsWith("score.value") ? { doubleValue: value } : { intValue: String(value) }
}
