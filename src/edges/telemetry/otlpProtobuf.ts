/**
 * Reads an export of spans in OTLP's protobuf as the JSON of OTLP. Of the messages it reads what passhat needs of a span: ids, name,
 * times, attributes and status.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** How deep values of attributes may be nested. */
const MAX_DEPTH = 32

/** Undefined for bytes that are no such message. */
export const otlpFromProtobuf = (bytes: Uint8Array): JsonObject | undefined =>
  tryCatch((): JsonObject => ({ resourceSpans: messages(bytes, 1).map(resourceSpans) }))

const resourceSpans = (bytes: Uint8Array): Json => ({
  scopeSpans: messages(bytes, 2).map((scope) => ({ spans: messages(scope, 2).map(span) }))
})

const span = (bytes: Uint8Array): Json => {
  const fields = fieldsOf(bytes)
  const [status] = all(fields, 15)
  return {
    traceId: hexOf(all(fields, 1)[0]),
    spanId: hexOf(all(fields, 2)[0]),
    parentSpanId: hexOf(all(fields, 4)[0]),
    name: textOf(all(fields, 5)[0]),
    startTimeUnixNano: String(all(fields, 7)[0] ?? 0n),
    attributes: all(fields, 9).map((one) => keyValue(bytesOf(one), 0)),
    status: status === undefined ? {} : { code: Number(all(fieldsOf(bytesOf(status)), 3)[0] ?? 0n) }
  }
}

const keyValue = (bytes: Uint8Array, depth: number): Json => {
  const fields = fieldsOf(bytes)
  const [value] = all(fields, 2)
  return { key: textOf(all(fields, 1)[0]), value: value === undefined ? {} : anyValue(bytesOf(value), depth) }
}

/** The last field counts, as in every message of protobuf. */
const anyValue = (bytes: Uint8Array, depth: number): Json => {
  const field = fieldsOf(bytes).at(-1)
  if (field === undefined || depth > MAX_DEPTH) return {}
  const { number, value } = field
  if (number === 1) return { stringValue: textOf(value) }
  if (number === 2) return { boolValue: value !== 0n }
  if (number === 3) return { intValue: String(BigInt.asIntN(64, value as bigint)) }
  if (number === 4) return { doubleValue: doubleOf(value as bigint) }
  const inner = number === 5 || number === 6 ? messages(bytesOf(value), 1) : []
  if (number === 5) return { arrayValue: { values: inner.map((one) => anyValue(one, depth + 1)) } }
  return number === 6 ? { kvlistValue: { values: inner.map((one) => keyValue(one, depth + 1)) } } : {}
}

interface Field {
  readonly number: number
  /** Bytes of a length-delimited field, otherwise a number. */
  readonly value: Uint8Array | bigint
}

const all = (fields: ReadonlyArray<Field>, number: number): ReadonlyArray<Field["value"]> =>
  fields.filter((one) => one.number === number).map(({ value }) => value)

const messages = (bytes: Uint8Array, number: number): ReadonlyArray<Uint8Array> =>
  all(fieldsOf(bytes), number).map(bytesOf)

/** Reads outside of the bytes raise a RangeError of DataView, which `otlpFromProtobuf` takes as damage. */
const fieldsOf = (bytes: Uint8Array): ReadonlyArray<Field> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields: Array<Field> = []
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (let more = true; more; shift += 7n) {
      const byte = view.getUint8(shift > 63n ? -1 : at++)
      value |= BigInt(byte & 0x7f) << shift
      more = byte >= 0x80
    }
    return value
  }
  const fixed = (size: 4 | 8): bigint => {
    at += size
    return size === 8 ? view.getBigUint64(at - 8, true) : BigInt(view.getUint32(at - 4, true))
  }
  const delimited = (): Uint8Array => {
    const length = Number(varint())
    at += length
    return new Uint8Array(bytes.buffer, bytes.byteOffset + at - length, checked(length, bytes.byteLength - at + length))
  }
  while (at < bytes.byteLength) {
    const key = Number(varint())
    const [number, wire] = [key >>> 3, key & 7]
    const read = { 0: varint, 1: () => fixed(8), 2: delimited, 5: () => fixed(4) }[wire as 0 | 1 | 2 | 5]
    fields.push({
      number: checked(number, Number.MAX_SAFE_INTEGER),
      value: (read ?? (() => BigInt(view.getUint8(-1))))()
    })
  }
  return fields
}

/** A length beyond the end becomes one that no array can have. */
const checked = (value: number, limit: number): number => (value <= limit ? value : -1)

const bytesOf = (value: Field["value"]): Uint8Array => (typeof value === "bigint" ? new Uint8Array(-1) : value)

const textOf = (value: Field["value"] | undefined): string =>
  value === undefined ? "" : new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(value))

const hexOf = (value: Field["value"] | undefined): string =>
  value === undefined ? "" : Array.from(bytesOf(value), (byte) => byte.toString(16).padStart(2, "0")).join("")

const doubleOf = (bits: bigint): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}
