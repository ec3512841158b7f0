import { describe, test } from "bun:test"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import type { RecordedRun, Recording } from "../../../src/base/domain/recording/Cassette.ts"
import type { Json } from "../../../src/base/domain/Json.ts"
import { resealed, unsealed } from "./reseal.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { parseCassette, readInBlocks } from "./parse.ts"
import { CassetteError } from "../../../src/engine/services/Cassettes.ts"
import { header, json, runs } from "../layers/recordings.ts"

const file = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
const whole = formatCassette(header, runs)
const restore = "Restore it from version control, or record it again with --record."

const failure = (text: string): CassetteError => Result.getOrThrow(Result.flip(parseCassette(file, text)))

/** Damaged, without a path and to be restored, unless said. */
type Expected = Pick<CassetteError, "line_number" | "sentence"> &
  Partial<Pick<CassetteError, "hint" | "path" | "reason">>

/** The cassette with one line replaced by another text. */
const withLine = (number: number, line: string): string =>
  whole
    .split("\n")
    .map((text, index) => (index === number - 1 ? line : text))
    .join("\n")

/** The cassette with a value replaced inside one line. */
const edited = (number: number, change: (line: Record<string, unknown>) => void): string => {
  const line = JSON.parse(whole.split("\n")[number - 1] ?? "")
  change(line)
  return withLine(number, JSON.stringify(line))
}

describe("a cassette", () => {
  test("is read with its file, its header and its runs by index", () => {
    assert.deepEqual(Result.getOrThrow(parseCassette(file, whole)), {
      file,
      header,
      runs: new Map(runs.map((run) => [run.index, run]))
    })
  })

  test("may have no runs, keys of a later version, and CRLF line ends", () => {
    assert.equal(Result.getOrThrow(parseCassette(file, formatCassette(header, []))).runs.size, 0)
    const extended = resealed(edited(2, (line) => (line["mood"] = "sunny"))).replaceAll("\n", "\r\n")
    assert.deepEqual(Result.getOrThrow(parseCassette(file, extended)).runs.get(1), runs[0])
  })
})

describe("the error for a cassette that cannot be read", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, expected: Expected]> = [
    ["empty", " \n", { line_number: 1, sentence: `${file} is empty.` }],
    ["empty except for a byte order mark", "\ufeff\n", { line_number: 1, sentence: `${file} is empty.` }],
    [
      "empty except for blanks of other scripts",
      "\u00a0\n\u3000\v\u2028",
      { line_number: 1, sentence: `${file} is empty.` }
    ],
    [
      "another file",
      '{"name":"package"}\n',
      {
        line_number: 1,
        sentence: `${file} is not a cassette: the format in its first line is not "passhat-cassette".`,
        hint: "Move it out of the way, then record with --record."
      }
    ],
    [
      "a header that is no object",
      "[1]\n",
      {
        line_number: 1,
        sentence: `${file} is not a cassette: the format in its first line is not "passhat-cassette".`,
        hint: "Move it out of the way, then record with --record."
      }
    ],
    [
      "a newer version",
      '{"format":"passhat-cassette","version":4,"shape":"unknown"}\n',
      {
        reason: "Newer",
        line_number: 1,
        sentence: `${file} is of version 4, and this passhat reads versions up to 3.`,
        hint: "Update passhat, or record it again with --record."
      }
    ],
    [
      "an older version",
      edited(1, (line) => (line["version"] = 0)),
      { line_number: 1, path: "version", sentence: `${file}, line 1, version: expected 1 | 2 | 3.` }
    ],
    [
      "a header without its fingerprint",
      edited(1, (line) => delete line["fingerprint"]),
      { line_number: 1, path: "fingerprint", sentence: `${file}, line 1, fingerprint: missing key.` }
    ],
    [
      "a line in the middle that is not JSON",
      withLine(2, '{"index":1,'),
      { line_number: 2, sentence: `${file}, line 2: it is not JSON.` }
    ],
    [
      "a last line without its end",
      unsealed(whole).slice(0, -1),
      {
        line_number: 3,
        sentence: `${file}, line 3: the last line is torn, so run 2 is incomplete.`,
        hint: "Record it again with --record=missing."
      }
    ],
    [
      "a last line cut in the middle",
      unsealed(withLine(3, '{"exchanges":[{"kind"')),
      {
        line_number: 3,
        sentence: `${file}, line 3: the last line is torn, so run 2 is incomplete.`,
        hint: "Record it again with --record=missing."
      }
    ],
    [
      "a torn header",
      whole.slice(0, 40),
      {
        line_number: 1,
        sentence: `${file}, line 1: the last line is torn, so the header is incomplete.`,
        hint: "Record it again with --record=missing."
      }
    ],
    [
      "a run that is recorded twice",
      edited(3, (line) => (line["index"] = 1)),
      { line_number: 3, path: "index", sentence: `${file}, line 3, index: run 1 is recorded twice.` }
    ],
    [
      "a run that counts from 0",
      edited(2, (line) => (line["index"] = 0)),
      { line_number: 2, path: "index", sentence: `${file}, line 2, index: expected a value of at least 1.` }
    ],
    [
      "a value of another type",
      whole.replace(
        '"name":"get_weather","server":"weather"}],"stop_reason"',
        '"name":7,"server":"weather"}],"stop_reason"'
      ),
      {
        line_number: 2,
        path: "exchanges[0].answer.calls[0].name",
        sentence: `${file}, line 2, exchanges[0].answer.calls[0].name: expected string.`
      }
    ],
    [
      "tokens below zero",
      whole.replace('"input":900', '"input":-900'),
      {
        line_number: 2,
        path: "exchanges[0].answer.usage.input",
        sentence: `${file}, line 2, exchanges[0].answer.usage.input: expected a value greater than or equal to 0.`
      }
    ],
    [
      "a latency below zero",
      whole.replace('"latency_ms":812.5', '"latency_ms":-812.5'),
      {
        line_number: 2,
        path: "exchanges[0].latency_ms",
        sentence: `${file}, line 2, exchanges[0].latency_ms: expected a value of at least 0.`
      }
    ],
    [
      "an infinite number",
      whole.replace('"latency_ms":812.5', '"latency_ms":1e400'),
      {
        line_number: 2,
        path: "exchanges[0].latency_ms",
        sentence: `${file}, line 2, exchanges[0].latency_ms: expected a finite number.`
      }
    ],
    [
      "an infinite number in recorded JSON",
      whole.replace('"structured":{"c":21}', '"structured":{"c":1e400}'),
      {
        line_number: 2,
        path: "exchanges[1].answer.structured",
        sentence: `${file}, line 2, exchanges[1].answer.structured: expected JSON value.`
      }
    ],
    [
      "a key that is written twice",
      whole.replace('"city":"Sacramento"', '"city":"Sacramento","city":"Lodi"'),
      {
        line_number: 2,
        path: "exchanges[0].answer.calls[0].args.city",
        sentence: `${file}, line 2, exchanges[0].answer.calls[0].args.city: the key is written twice.`
      }
    ],
    [
      "excessive nesting",
      whole.replace('"structured":{"c":21}', `"structured":${"[".repeat(200_000)}${"]".repeat(200_000)}`),
      {
        line_number: 2,
        path: "exchanges[1].answer.structured",
        sentence: `${file}, line 2, exchanges[1].answer.structured: it is nested deeper than 128 levels.`
      }
    ]
  ]

  for (const [name, text, expected] of cases) {
    test(name, () => {
      assert.notEqual(text, whole)
      const error = failure(text)
      const { hint, line_number, path, reason, sentence } = error
      assert.deepEqual(
        { hint, line_number, path, reason, sentence },
        { hint: restore, path: undefined, reason: "Damaged", ...expected }
      )
      assert.equal(error.file, file)
      assert.equal(error.message, `${error.sentence} ${error.hint}`)
    })
  }

  test("is about the first of several flaws", () => {
    const twice = withLine(2, "?").slice(0, -1)
    assert.equal(failure(twice).line_number, 2)
  })
})

describe("a cassette that is read in pieces", () => {
  const told = (read: Result.Result<ReadonlyArray<RecordedRun>, CassetteError>) =>
    Result.match(read, { onSuccess: (heard) => heard, onFailure: ({ message, reason }) => ({ message, reason }) })
  const inPieces = (text: string, size: number) => {
    const heard: Array<RecordedRun> = []
    const read = readInBlocks(file, text, size, { header: () => undefined, run: (run) => heard.push(run) })
    return told(Result.map(read, () => heard))
  }
  const atOnce = (text: string) =>
    told(Result.map(parseCassette(file, text), (recording) => [...recording.runs.values()]))

  test("is the same wherever the pieces are cut, whole or damaged", () => {
    const texts = [
      whole,
      "",
      " \n\n ",
      "\n\n",
      "\u3000\n\u00a0\n",
      `\n${whole}`,
      `${whole}\n`,
      whole.slice(0, -1),
      withLine(2, "?")
    ]
    for (const text of texts) {
      for (let size = 1; size <= 40; size++) assert.deepEqual(inPieces(text, size), atOnce(text))
    }
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...whole.split("\n"), "{", "", " "), { maxLength: 6 }),
        fc.integer({ min: 1, max: 999 }),
        (lines, size) => {
          const text = lines.join("\n")
          assert.deepEqual(inPieces(text, size), atOnce(text))
        }
      )
    )
  })

  test("is refused at its header before any run is read", () => {
    const read = readInBlocks(file, whole, 64, {
      header: () => ({ code: "empty", file }),
      run: () => assert.fail("a run was read")
    })
    assert.deepEqual(read, Result.fail(failure("")))
  })
})

describe("a hostile cassette is an error or a recording, never a crash,", () => {
  test("with characters replaced, inserted and removed", () => {
    const edit = fc.record({
      at: fc.nat(whole.length - 1),
      remove: fc.nat(3),
      insert: fc.oneof(
        fc.string({ unit: "binary", maxLength: 3 }),
        fc.constantFrom("{", "]", '"', "\\", "\n", "0", "-")
      )
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const text = edits.reduce(
          (before, { at, remove, insert }) => before.slice(0, at) + insert + before.slice(at + remove),
          whole
        )
        for (const one of [text, resealed(text), unsealed(text)]) survives(one)
      }),
      { numRuns: 3000 }
    )
  })

  test("with any value replaced by any other", () => {
    const lines = whole.trimEnd().split("\n")
    let refused = 0
    fc.assert(
      fc.property(fc.nat(lines.length - 1), fc.nat(), json, (number, at, value) => {
        const mutant = replaceNth(JSON.parse(lines[number] ?? ""), at, value)
        const text = withLine(number + 1, JSON.stringify(mutant))
        if (!survives(resealed(text))) refused++
        survives(unsealed(text))
        survives(text)
      }),
      { numRuns: 3000 }
    )
    assert.ok(refused > 1000, "most mutations are noticed")
  })

  test("with any text at all", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => assert.equal(survives(text), false)))
  })
})

const written = ({ header: read, runs: kept }: Recording): string => formatCassette(read, [...kept.values()])

/** Whether a text is a recording, which then survives being written; if not, the error is typed and names the file. */
const survives = (given: string): boolean => {
  const result = parseCassette(file, given)
  if (Result.isFailure(result)) {
    assert.ok(result.failure instanceof CassetteError)
    assert.ok(result.failure.sentence.startsWith(file) && result.failure.sentence.endsWith("."))
    return false
  }
  // Compared as text: -0 is written as 0.
  const text = written(result.success)
  assert.equal(written(Result.getOrThrow(parseCassette(file, text))), text)
  return true
}

/** The value with one of the values in it, counted in order and around, replaced. */
const replaceNth = (value: Json, at: number, replacement: Json): Json => {
  const text = JSON.stringify(value)
  let count = 0
  JSON.parse(text, () => void count++)
  let place = at % count
  return JSON.parse(text, (_, inner: Json) => (place-- === 0 ? replacement : inner))
}
