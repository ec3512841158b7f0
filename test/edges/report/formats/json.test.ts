import assert from "node:assert/strict"
import * as fc from "fast-check"
import stringify from "fast-json-stable-stringify"
import { describe, test } from "bun:test"
import type { Report } from "../../../../src/base/domain/verdict/Verdict.ts"
import { json, ndjson } from "../../../../src/edges/report/formats/json.ts"
import { OFFENCE, anyText, hostile } from "../hostile.ts"
import { ofCell, plain, renderText, report, sample, withText } from "../sample.ts"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import type { Event } from "../../../../src/base/domain/verdict/Event.ts"
import { eventSchema } from "../../../../src/edges/report/reportSchema.ts"
import { many } from "../many.ts"

/** The same value with the keys of every object in the other order. */
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, reversed(inner)])
            .toReversed()
        )
      : value

const parsesBack = (text: string): void => {
  const value = withText(sample, () => text)
  const bytes = renderText(json, value, plain)
  assert.deepEqual(JSON.parse(bytes), value)
  assert.doesNotMatch(bytes, OFFENCE)
}

describe("json", () => {
  test("keys are sorted, and the document is one line", () => {
    assert.equal(
      renderText(
        json,
        { version: 1, format: "passhat-report", suites: [], status: "complete", verdict: "none" },
        plain
      ),
      `{"format":"passhat-report","status":"complete","suites":[],"verdict":"none","version":1}\n`
    )
  })

  test("the order of keys and the options do not change a byte", () => {
    const bytes = renderText(json, sample, plain)
    assert.equal(renderText(json, reversed(sample) as Report, plain), bytes)
    assert.equal(renderText(json, sample, { color: true, width: 40, verbose: true, quiet: true }), bytes)
  })

  test("the joined pieces equal the whole document, and each run is in its own piece", () => {
    const pieces = [...json.render(sample, plain)]
    assert.equal(pieces.join(""), `${stringify(sample)}\n`)
    assert.ok(pieces.every((piece) => (piece.match(/"index":/g) ?? []).length <= 1))
  })

  test("hostile text in every place of a report parses back", () => {
    for (const text of hostile) parsesBack(text)
  })

  test("any text in every place of a report parses back", () => {
    fc.assert(fc.property(anyText, parsesBack))
  })
})

const eventsOf = (value: Report): ReadonlyArray<Event> =>
  renderText(ndjson, value, plain)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const validate = new Ajv2020().compile(eventSchema() as object)

const keepsStructure = (text: string): void => {
  const printed = renderText(
    ndjson,
    withText(sample, () => text),
    plain
  )
  assert.doesNotMatch(printed, OFFENCE)
  assert.deepEqual(
    printed
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).event),
    eventsOf(sample).map(({ event }) => event)
  )
}

describe("ndjson", () => {
  test("the first line has format and version, the last the verdict", () => {
    for (const value of [sample, ofCell(), report(), many.fiftyCells]) {
      const all = eventsOf(value)
      assert.deepEqual(all[0], { event: "start", format: "passhat-events", version: 1 })
      const last = all.at(-1)!
      assert.ok(last.event === "end" && last.verdict === value.verdict && last.status === value.status)
      assert.equal(all.filter(({ event }) => event === "start" || event === "end").length, 2)
    }
  })

  test("every run starts and finishes once, before its cell, which finishes before its suite", () => {
    const printed = eventsOf(sample).map((one) =>
      [one.event, "cell" in one ? one.name : "suite" in one ? one.suite : "", "run" in one ? one.run : ""]
        .join(" ")
        .trim()
    )
    const expected = sample.suites.flatMap(({ cells, suite }) => [
      ...cells.flatMap(({ name, runs }) => [
        ...runs.flatMap(({ index }) => [`run-started ${name} ${index}`, `run-finished ${name} ${index}`]),
        `cell-finished ${name}`
      ]),
      `suite-finished ${suite}`
    ])
    assert.deepEqual(printed, ["start", ...expected, "end"])
  })

  test("a run carries its verdict and the checks that did not pass", () => {
    const finished = eventsOf(sample).filter((one) => one.event === "run-finished")
    const runs = sample.suites.flatMap(({ cells }) => cells).flatMap((cell) => cell.runs)
    assert.deepEqual(
      finished.map(({ verdict }) => verdict),
      runs.map(({ verdict }) => verdict)
    )
    assert.deepEqual(
      finished.map(({ checks }) => checks),
      runs.map(({ checks }) => checks.filter(({ verdict }) => verdict !== "pass"))
    )
  })

  test("the counts match the events", () => {
    const all = eventsOf(many.fiftyCells)
    const count = (verdict: string) =>
      all.filter((one) => one.event === "run-finished" && one.verdict === verdict).length
    const last = all.at(-1)
    assert.ok(last?.event === "end")
    assert.deepEqual(last.runs, { pass: count("pass"), fail: count("fail"), none: count("none") })
    assert.deepEqual(last.runs, { pass: 979, fail: 21, none: 0 })
  })

  test("a line while running is the line of the finished report", () => {
    const lines = eventsOf(sample).map((event) => ndjson.follow?.(event))
    assert.equal(lines.join(""), renderText(ndjson, sample, plain))
  })

  test("hostile text in every place of a report changes no structure", () => {
    for (const text of hostile) keepsStructure(text)
  })

  test("any text in every place of a report changes no structure", () => {
    fc.assert(fc.property(anyText, keepsStructure))
  })
})

describe("event-schema.json", () => {
  test("equals the event's Schema, byte for byte", () => {
    const file = join(import.meta.dirname, "../../../../src/edges/report/event-schema.json")
    assert.equal(readFileSync(file, "utf8"), `${JSON.stringify(eventSchema(), null, 2)}\n`)
  })

  test("accepts every line, and fields that a later passhat may add", () => {
    for (const event of [...eventsOf(sample), ...eventsOf(many.oneCell)]) {
      assert.equal(validate(event), true, JSON.stringify(validate.errors))
      assert.equal(validate({ ...event, later: 1 }), true)
    }
  })

  test("refuses values that are no events", () => {
    for (const event of [{}, { event: "finished" }, { event: "end" }, { event: "run-started", run: -1 }, []]) {
      assert.equal(validate(event), false)
    }
  })
})
