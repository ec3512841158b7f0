/**
 * Protobuf of OTLP against the bytes that the exporter of OpenTelemetry itself wrote: otlpExport.json has one request as
 * @opentelemetry/otlp-transformer serializes it, as protobuf in hexadecimal digits and as JSON.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import * as fc from "fast-check"
import { otlpFromProtobuf } from "../../../src/edges/telemetry/otlpProtobuf.ts"
import { exportedSpans } from "../../../src/edges/telemetry/spanReport.ts"
import real from "../../features/import/formats/otlpExport.json" with { type: "json" }

const bytes = Buffer.from(real.protobuf, "hex")

describe("an export of spans in protobuf", () => {
  test("holds the same spans as the same export in JSON", () => {
    const spans = exportedSpans(otlpFromProtobuf(bytes))
    assert.equal(spans?.length, 2)
    assert.deepEqual(spans, exportedSpans(JSON.parse(JSON.stringify(real.json))))
    assert.deepEqual(spans?.[0]?.attributes["negative"], -7)
    assert.equal(spans?.[1]?.isError, true)
  })

  test("that is cut off or damaged never throws", () =>
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Uint8Array.from(bytes)
        damaged[at] = byte
        otlpFromProtobuf(damaged)
        otlpFromProtobuf(bytes.subarray(0, at))
      }),
      { numRuns: 500 }
    ))

  test("is not found in other bytes", () => {
    assert.equal(otlpFromProtobuf(Buffer.from("not protobuf at all")), undefined)
    assert.equal(otlpFromProtobuf(bytes.subarray(0, bytes.length - 1)), undefined)
  })
})
