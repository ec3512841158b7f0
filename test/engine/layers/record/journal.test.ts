import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { symlink } from "node:fs/promises"
import type { RecordedRun, Recording } from "../../../../src/base/domain/recording/Cassette.ts"
import { appendLines, journalLines, parseJournal } from "../../../../src/engine/layers/record/journal.ts"
import { anyRuns, header, inDirectory, runs } from "../recordings.ts"

const file = "cassettes/a.jsonl.journal"
const recordingOf = (...kept: ReadonlyArray<RecordedRun>): Recording => ({
  file,
  header,
  runs: new Map(kept.map((run) => [run.index, run]))
})

/** As it grows: the first run starts it, the others follow. */
const journalOf = (kept: ReadonlyArray<RecordedRun>, mode: "all" | "missing" = "missing"): string =>
  kept.map((run, at) => journalLines(recordingOf(run), at === 0 ? mode : undefined)).join("")

const parsed = (text: string) => Result.getOrThrow(parseJournal(file, text))

describe("a journal", () => {
  test("reads back as it was written, in the same order", () => {
    fc.assert(
      fc.property(anyRuns, fc.constantFrom("all", "missing"), (kept, mode) => {
        fc.pre(kept.length > 0)
        const text = journalOf(kept, mode)
        assert.deepEqual(parsed(text), {
          mode,
          recording: recordingOf(...kept),
          length: Buffer.byteLength(text),
          torn: false
        })
      })
    )
  })

  test("holds a run that is there again with what judges said once, as it is there last", () => {
    const [first, second] = [runs[0]!, runs[1]!]
    const judgements = [{ asked_sha256: "0", question: "?", model: "m", ask: 1, verdict: "pass" as const, reason: "" }]
    const judged = { ...first, judgements }
    const { recording } = parsed(journalOf([first, second, judged]))!
    assert.deepEqual(recording.runs.get(first.index), judged)
    assert.equal(recording.runs.size, 2)
    const other = parseJournal(file, journalOf([first, { ...second, index: first.index, judgements }]))
    assert.match(JSON.stringify(Result.getOrThrow(Result.flip(other))), /is recorded twice/)
  })

  test("cut at any byte holds exactly the runs wholly before the cut", () => {
    const bytes = Buffer.from(journalOf(runs))
    const ends = Array.from(bytes).flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []))
    for (let cut = 0; cut <= bytes.length; cut++) {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, cut), { stream: true })
      const whole = Math.max(0, ends.filter((end) => end <= cut).length - 2)
      const journal = parsed(text)
      assert.deepEqual([...(journal?.recording.runs.values() ?? [])], runs.slice(0, whole), `cut at byte ${cut}`)
      assert.equal(journal?.length, whole === 0 ? undefined : ends[whole + 1])
      if (journal !== undefined) assert.equal(journal.torn, cut !== ends[whole + 1])
    }
  })

  test("that was cut continues after its last whole run", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = `${directory}/journal`
        const [first = "", second = ""] = runs.map((run, at) =>
          journalLines(recordingOf(run), at === 0 ? "all" : undefined)
        )
        for (const torn of ["", "x", second.slice(0, 40), second, second + second]) {
          yield* fs.writeFileString(path, first + torn)
          assert.equal(
            yield* appendLines(path, Buffer.byteLength(first), second),
            Buffer.byteLength(first) + Buffer.byteLength(second)
          )
          assert.equal(yield* fs.readFileString(path), first + second)
        }
      })
    ))

  test("replaces a link at its path and does not follow it", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/elsewhere`, "mine")
        yield* Effect.promise(() => symlink(`${directory}/elsewhere`, `${directory}/journal`))
        yield* appendLines(`${directory}/journal`, 0, "a\n")
        assert.equal(yield* fs.readFileString(`${directory}/elsewhere`), "mine")
        assert.equal(yield* fs.readFileString(`${directory}/journal`), "a\n")
      })
    ))

  test("with a flipped byte is damaged, except if the byte is its last", () => {
    const text = journalOf(runs)
    fc.assert(
      fc.property(fc.nat(text.length - 2), fc.integer({ min: 1, max: 127 }), (at, mask) => {
        fc.pre(text.charCodeAt(at) !== mask)
        const flipped = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1)
        const found = Result.getOrThrow(Result.flip(parseJournal(file, flipped)))
        assert.equal(found.reason, "Damaged")
        assert.match(found.sentence, /^cassettes\/a\.jsonl\.journal, line \d: its checksum does not match\.$/)
      }),
      { numRuns: 1000 }
    )
    assert.deepEqual([...(parsed(`${text.slice(0, -1)} `)?.recording.runs.values() ?? [])], runs.slice(0, 1))
  })

  test("whose last line has bytes that never reached the disk holds the runs before it, also if its line feed did", () => {
    const ends = [...journalOf(runs).matchAll(/\n/g)].map(({ index }) => index + 1)
    const zeroed = (from: number, to: number) =>
      journalOf(runs).slice(0, from) + "\0".repeat(to - from) + journalOf(runs).slice(to)
    const [start = 0, headerEnd = 0, first = 0, second = 0] = ends
    for (const [from, to] of [
      [first, second - 1],
      [first, first + 3],
      [second - 9, second - 2]
    ] as const) {
      const journal = parsed(zeroed(from, to))
      assert.deepEqual([...(journal?.recording.runs.values() ?? [])], runs.slice(0, 1))
      assert.equal(journal?.torn, true)
      assert.equal(journal?.length, Buffer.byteLength(journalOf(runs).slice(0, first)))
    }
    for (const [from, to] of [
      [0, 4],
      [start + 2, start + 40],
      [headerEnd + 2, first - 1]
    ] as const) {
      assert.equal(parsed(zeroed(from, to).slice(0, first)), undefined, "the first run was never whole")
      assert.ok(Result.isFailure(parseJournal(file, zeroed(from, to))), "a run follows, so the zeros are damage")
    }
  })

  test("without its first line, with a repeated run, or with other text is damaged", () => {
    const lines = journalOf([...runs, { ...runs[0]!, index: 3 }]).split(/(?<=\n)/)
    const sentence = (text: string) => Result.getOrThrow(Result.flip(parseJournal(file, text))).sentence
    assert.match(sentence(lines.toSpliced(0, 1).join("")), /line 1: it does not start a journal\.$/)
    assert.match(sentence([...lines, lines[2]].join("")), /run 1 is recorded twice/)
    assert.match(sentence("a\nb\nc\n"), /line 1: its checksum does not match\.$/)
  })
})
