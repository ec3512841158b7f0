/** The checksums of a recording: what is not as it was recorded is refused, and what version 2 wrote is read without them. */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { textSource } from "../../../src/engine/cassette/ByteSource.ts"
import { explainLine } from "../../../src/engine/cassette/explain/explainLine.ts"
import { parseRecording } from "../../../src/engine/cassette/readRecording.ts"
import { olderNotices } from "../../../src/engine/cassette/staleness.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { playCell } from "../../../src/engine/cassette/playCell.ts"
import { cell, header, runs } from "../layers/recordings.ts"
import { resealed, unsealed } from "./reseal.ts"

const file = "cassettes/a.jsonl"
const five = Array.from({ length: 5 }, (_, at): RecordedRun => ({ ...runs[at % 2]!, index: at + 1 }))
const [first, second] = runs as [RecordedRun, RecordedRun]
const whole = formatCassette(header, runs)
const linesOf = (text: string): ReadonlyArray<string> => text.split(/(?<=\n)/)

/** What is wrong with a text: its line, and a sentence. */
const problemOf = (text: string): readonly [line: number | undefined, what: string] | undefined => {
  const read = parseRecording(file, text)
  return "code" in read
    ? [("line" in read && read.line) || undefined, "what" in read ? read.what : read.code]
    : undefined
}

describe("a recording", () => {
  test("is refused with any one bit flipped", () => {
    const bytes = Buffer.from(whole)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      const source = { ...textSource(""), size: bytes.length, read: from(bytes) }
      assert.ok(isRefused(source), `bit ${bit & 7} of byte ${bit >> 3}`)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
    }
  })

  test("is refused with lines removed, moved, copied or added, whatever their order", () => {
    const lines = linesOf(formatCassette(header, five))
    fc.assert(
      fc.property(fc.array(fc.nat(lines.length - 1), { maxLength: 9 }), (order) => {
        const text = order.map((at) => lines[at]).join("")
        assert.equal(problemOf(text) === undefined, text === lines.join(""))
      })
    )
    assert.equal(problemOf(lines.join("")), undefined)
    const [top = "", one = "", two = "", , , , last = ""] = lines
    assert.match(problemOf([top, two, last].join(""))?.[1] ?? "", /^its checksum does not match/)
    assert.match(problemOf([top, one, two].join(""))?.[1] ?? "", /the checksum of the file, is missing/)
    assert.deepEqual(problemOf([top, one, two, last].join("")), [
      4,
      "the checksum of the file does not match: lines before it were removed, added or changed"
    ])
    assert.deepEqual(problemOf([...lines, two].join("")), [8, "run 2 is recorded twice"])
    assert.deepEqual(problemOf([...lines, two.replace('"index":2', '"index":9')].join("")), [
      8,
      "it comes after the last line of the recording"
    ])
  })

  test("is refused with runs of another one, even of one that has the same header", () => {
    const other = formatCassette({ ...header, recorded_at: "2027-01-01T00:00:00.000Z" }, runs)
    const [top = ""] = linesOf(whole)
    assert.equal(problemOf(top + linesOf(other).slice(1).join(""))?.[0], 2)
    const twin = linesOf(formatCassette(header, [{ ...second, index: 1 }, second]))
    const [, one = "", , last = ""] = linesOf(whole)
    assert.equal(problemOf([top, one, twin[2], last].join(""))?.[0], 3)
    assert.equal(problemOf([top, twin[1], ...linesOf(whole).slice(2)].join(""))?.[0], 3)
  })

  test("is refused without a checksum in its header, or with one that its version does not have", () => {
    assert.match(problemOf(whole.replace(/^\{"checksum":"\w+",/, "{"))?.[1] ?? "", /^it has no checksum/)
    assert.match(problemOf(resealed(whole.replace('"version":3', '"version":2')))?.[1] ?? "", /^it has a checksum/)
    assert.match(problemOf(whole.replace(/\n\{"checksum":"\w+",/, "\n{"))?.[1] ?? "", /^it has no checksum/)
  })

  test("is read after an edit by a hand that computes its checksums again", () => {
    assert.equal(problemOf(resealed(whole)), undefined)
    assert.equal(resealed(whole), whole)
    const edited = resealed(whole.replace("Sacramento", "Salem"))
    assert.notEqual(edited, whole)
    assert.equal(problemOf(edited), undefined)
  })
})

describe("a recording of version 2", () => {
  test("has the same runs, and a notice that says how it gets checksums", () => {
    const older = parseRecording(file, unsealed(whole))
    assert.ok(!("code" in older))
    assert.deepEqual(
      [older.header, older.runs],
      [{ ...header, version: 2 }, new Map(runs.map((run) => [run.index, run]))]
    )
    const [notice, ...rest] = olderNotices(cell, older.header, file)
    assert.deepEqual([notice?.code, notice?.advisory, rest], ["OLDER_CASSETTE", true, []])
    assert.match(`${notice?.message} ${notice?.hint}`, /version 2, which has no checksums: .* --record=missing/)
    assert.deepEqual(olderNotices(cell, header, file), [])
  })

  test("is what an earlier passhat wrote, with the runs of its successor", () => {
    const name = "weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
    const [then, now] = [
      join(import.meta.dirname, "version2", name),
      join(import.meta.dirname, "../../../cassettes", name)
    ].map((path) => parseRecording(path, readFileSync(path, "utf8")))
    assert.ok(then !== undefined && now !== undefined && !("code" in then) && !("code" in now))
    assert.equal(then.header.version, 2)
    assert.deepEqual([...then.runs.keys()], [...now.runs.keys()])
  })
})

describe("runs that are the same", () => {
  const noticesOf = (text: string) => {
    const player = playCell(file, textSource(text), { ...cell, runs: 5 }, { take: () => undefined })
    while (player.next().kind !== "end");
    return player.finish().filter(({ code }) => code === "IDENTICAL_RUNS")
  }
  /** A run in which the model took so long. */
  const timed = (index: number, ms: number): RecordedRun => ({
    ...first,
    index,
    exchanges: [...first.exchanges, ...first.exchanges].map((one) => ({ ...one, latency_ms: ms }))
  })
  const written = (...all: ReadonlyArray<RecordedRun>): string => formatCassette(header, all)

  test("are named in a notice, in every version", () => {
    const copied = written(timed(1, 1), timed(2, 2), timed(3, 1), timed(4, 1), timed(5, 2))
    for (const text of [copied, unsealed(copied)]) {
      const [notice, ...rest] = noticesOf(text)
      assert.deepEqual([notice?.advisory, rest], [true, []])
      assert.match(notice?.message ?? "", /: run 1, 3, 4; run 2, 5\.$/)
    }
  })

  test("are no others: a time, an id or a word makes a run another one", () => {
    assert.deepEqual(noticesOf(written(...[1, 2, 3, 4, 5].map((at) => timed(at, at)))), [])
    assert.deepEqual(noticesOf(unsealed(written(...[1, 2, 3, 4, 5].map((at) => timed(at, at))))), [])
  })
})

const from =
  (bytes: Uint8Array) =>
  (buffer: Uint8Array, position: number): number => {
    const piece = bytes.subarray(position, position + buffer.length)
    buffer.set(piece)
    return piece.length
  }

/** Reads as a replay does. */
const isRefused = (source: ReturnType<typeof textSource>): boolean => {
  const { next, resume } = playCell(file, source, cell, { take: () => undefined })
  for (;;) {
    const step = next()
    if (step.kind === "end") return false
    if (step.kind === "problem") return true
    if (step.kind !== "unknown") continue
    const decoded = explainLine(step.line)
    if ("code" in decoded || resume(decoded) !== undefined) return true
  }
}
