import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import assert from "node:assert/strict"
import { symlink } from "node:fs/promises"
import { dirname } from "node:path"
import { withPartsHash } from "../../../../src/engine/cassette/shownParts.ts"
import type { Header, RecordedRun } from "../../../../src/base/domain/recording/Cassette.ts"
import { VERSION } from "../../../../src/base/domain/recording/cassetteFormat.ts"
import { fingerprint } from "../../../../src/base/domain/plan/fingerprint.ts"
import type { Json } from "../../../../src/base/domain/Json.ts"
import type { Cell } from "../../../../src/base/domain/plan/Plan.ts"
import * as Files from "../../../../src/engine/layers/platform/fileSystem.ts"
import * as Recorder from "../../../../src/engine/layers/record/cassettes.ts"
import { writeCassette } from "../../../../src/engine/layers/record/writeCassette.ts"
import * as Recorded from "../../../../src/engine/layers/replay/cassettes.ts"
import { parseCassette } from "../../cassette/parse.ts"
import { Cassettes, type Tape } from "../../../../src/engine/services/Cassettes.ts"
import { anyRuns, cell, header, inDirectory, openTape, planOf, played, resultsOf, runs } from "../recordings.ts"

const shown = "cassettes"
const file = `${shown}/${cell.id}.jsonl`
const servers = [{ name: "weather", version: "2.0.0", tools: [{ name: "get_weather", input_schema_sha256: "ab12" }] }]

interface Given extends Partial<Recorder.Options> {
  readonly cell?: Cell
}

const open = (directory: string, given: Given = {}) =>
  openTape(given.cell ?? cell).pipe(
    Effect.provide(
      Recorder.layer({
        folder: { directory, shown },
        mode: "missing",
        suite: "weather",
        version: "0.1.0",
        secrets: [],
        ...given
      })
    )
  )

/** Opens a tape, does something with it, and lets go of it. */
const using = <A, E, R>(directory: string, given: Given, body: (tape: Tape) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(open(directory, given), body))

const said = (index: number, text = `Run ${index}.`): RecordedRun => ({
  index,
  outcome: { status: "completed" },
  exchanges: [{ kind: "model", answer: { text, calls: [], stop_reason: "end_turn" } }]
})
const failed = (index: number): RecordedRun => ({ ...runs[1]!, index })

const keepAll = (tape: Tape, ...kept: ReadonlyArray<RecordedRun>) =>
  Effect.forEach(kept, (run) => tape.keep(run, servers))

const texts = (tape: Tape, count = cell.runs): ReadonlyArray<string | undefined> =>
  Array.from({ length: count }, (_, at) => {
    const recorded = tape.recorded(at + 1)
    const [first] = recorded !== undefined && "run" in recorded ? recorded.run.exchanges : []
    return first?.kind === "model" ? first.answer.text : undefined
  })

const pathOf = (directory: string, ending = ""): string => `${directory}/${cell.id}.jsonl${ending}`
const read = (path: string) => FileSystem.FileSystem.use((fs) => fs.readFileString(path))
const beside = (directory: string) =>
  Effect.map(
    FileSystem.FileSystem.use((fs) => fs.readDirectory(dirname(pathOf(directory)))),
    (names) => names.toSorted()
  )
const cassette = (directory: string) =>
  Effect.map(read(pathOf(directory)), (text) => Result.getOrThrow(parseCassette(file, text)))

const name = "claude-sonnet-4-5.jsonl"

describe("recording a cell", () => {
  test("writes a cassette that replays the kept runs, and leaves no other file", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, undefined])
            yield* keepAll(tape, said(2), said(1))
            assert.deepEqual(yield* beside(directory), [`${name}.journal`, `${name}.lock`])
            yield* tape.finish()
          })
        )
        assert.deepEqual(yield* beside(directory), [name])
        const replayed = yield* played(cell).pipe(Effect.provide(Recorded.layer({ directory, shown })))
        assert.deepEqual(replayed.results, resultsOf(file, [said(1), said(2)]))
      })
    ))

  test("writes a header with the fingerprint, the time, the version and the servers", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* Effect.gen(function* () {
          yield* TestClock.setTime(Date.UTC(2026, 0, 2, 3, 4, 5))
          yield* using(directory, {}, (tape) => Effect.andThen(keepAll(tape, said(1), said(2)), tape.finish()))
        }).pipe(Effect.provide(TestClock.layer()))
        assert.deepEqual((yield* cassette(directory)).header, withPartsHash({ ...header, servers }))
      })
    ))

  test("returns the runs as a replay reads them", () =>
    inDirectory((directory) =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(anyRuns, async (performed) => {
            const asked = { ...cell, runs: 0 }
            const program = Effect.gen(function* () {
              const kept = yield* using(directory, { cell: asked, mode: "all" }, (tape) =>
                Effect.gen(function* () {
                  const given = yield* keepAll(tape, ...performed)
                  yield* tape.finish()
                  return given
                })
              )
              if (performed.length === 0) return
              const { runs: found } = yield* cassette(directory)
              assert.deepEqual(new Map(kept.map(({ run }) => [run.index, run])), found)
              assert.deepEqual(found, new Map(performed.map((run) => [run.index, run])))
            })
            await Effect.runPromise(Effect.provide(program, Files.layer))
          }),
          { numRuns: 30 }
        )
      )
    ))

  test("performs no recorded run again, and does not change a complete cassette", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(pathOf(directory), header, [said(1), said(2)])
        const before = yield* read(pathOf(directory))
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), ["Run 1.", "Run 2."])
            yield* tape.finish()
          })
        )
        assert.equal(yield* read(pathOf(directory)), before)
      })
    ))

  test("keeps runs that the suite no longer uses when it adds others", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(pathOf(directory), header, [said(1), said(9)])
        yield* using(directory, {}, (tape) => Effect.andThen(keepAll(tape, said(2)), tape.finish()))
        assert.deepEqual([...(yield* cassette(directory)).runs.keys()], [1, 2, 9])
      })
    ))

  test("performs a run again if it failed with an infrastructure error or lacks an observation", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const observed = { ...said(2), observations: { invoice: { is_error: false, content: [], timed_out: false } } }
        yield* writeCassette(pathOf(directory), header, [failed(1), observed])
        yield* using(directory, {}, (tape) => Effect.sync(() => assert.deepEqual(texts(tape), [undefined, "Run 2."])))
        const observations = [{ name: "invoice", server: "weather", tool: "get_weather", args: {} }]
        yield* writeCassette(pathOf(directory), header, [said(1), observed])
        yield* using(directory, { cell: { ...cell, observations } }, (tape) =>
          Effect.sync(() => assert.deepEqual(texts(tape), [undefined, "Run 2."]))
        )
      })
    ))

  test("records a stale or damaged cassette again, with a notice", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const other = { ...header, fingerprint: { ...header.fingerprint, sha256: "old" } }
        yield* writeCassette(pathOf(directory), other, [said(1)])
        const notices = (tape: Tape) =>
          Effect.sync(() => {
            assert.deepEqual(texts(tape), [undefined, undefined])
            return tape.issues.map(({ advisory, code, hint }) => ({ advisory, code, hint }))
          })
        const hint = "It is recorded again."
        assert.deepEqual(yield* using(directory, {}, notices), [{ advisory: true, code: "STALE_CASSETTE", hint }])
        yield* fs.writeFileString(pathOf(directory), "{")
        assert.deepEqual(yield* using(directory, {}, notices), [{ advisory: true, code: "DAMAGED_CASSETTE", hint }])
      })
    ))

  test("refuses to overwrite a cassette of a newer passhat, except if everything is recorded", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(dirname(pathOf(directory)), { recursive: true })
        yield* fs.writeFileString(pathOf(directory), '{"format":"passhat-cassette","version":4}\n')
        assert.equal((yield* Effect.flip(Effect.scoped(open(directory)))).reason, "Newer")
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.andThen(keepAll(tape, said(1), said(2)), tape.finish())
        )
        assert.equal((yield* cassette(directory)).runs.size, 2)
      })
    ))
})

describe("tools that a server lists differently after the first run", () => {
  const later = [{ ...servers[0]!, tools: [{ name: "get_weather", input_schema_sha256: "cd34" }] }]
  const message = "weather.get_weather is not listed as recorded: its input schema has changed."
  const told = (tape: Tape) => tape.issues.map(({ advisory, code, message: what }) => [code, advisory, what])

  test("give one notice, and the header keeps the tools of the first run", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, { cell: { ...cell, runs: 3 } }, (tape) =>
          Effect.gen(function* () {
            yield* keepAll(tape, said(1))
            assert.deepEqual(told(tape), [])
            yield* tape.keep(said(2), later)
            yield* tape.keep(said(3), later)
            assert.deepEqual(told(tape), [["TOOL_CHANGED", true, message]])
            yield* tape.finish()
          })
        )
        assert.deepEqual((yield* cassette(directory)).header.servers, servers)
      })
    ))

  test("give a notice if a recording continues from a journal", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) => keepAll(tape, said(1)))
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            yield* tape.keep(said(2), later)
            assert.deepEqual(told(tape), [["TOOL_CHANGED", true, message]])
            yield* tape.finish()
          })
        )
        assert.deepEqual((yield* cassette(directory)).header.servers, servers)
      })
    ))

  test("keep the date of the runs that are there already", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const dated = { ...header, recorded_at: "2020-01-01T00:00:00.000Z" }
        yield* FileSystem.FileSystem.use((fs) => fs.makeDirectory(dirname(pathOf(directory)), { recursive: true }))
        yield* writeCassette(pathOf(directory), dated, [said(1)])
        yield* using(directory, {}, (tape) => Effect.andThen(keepAll(tape, said(2)), tape.finish()))
        assert.equal((yield* cassette(directory)).header.recorded_at, dated.recorded_at)
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.andThen(keepAll(tape, said(1), said(2)), tape.finish())
        )
        assert.notEqual((yield* cassette(directory)).header.recorded_at, dated.recorded_at)
      })
    ))

  test("give no notice if everything is recorded again", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) => Effect.andThen(keepAll(tape, said(1), said(2)), tape.finish()))
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.gen(function* () {
            for (const run of [said(1), said(2)]) yield* tape.keep(run, later)
            assert.deepEqual(told(tape), [])
            yield* tape.finish()
          })
        )
        assert.deepEqual((yield* cassette(directory)).header.servers, later)
      })
    ))

  test("give the notice TOOLS_UNKNOWN if the recorded runs have no tools", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* FileSystem.FileSystem.use((fs) => fs.makeDirectory(dirname(pathOf(directory)), { recursive: true }))
        yield* writeCassette(pathOf(directory), header, [said(1)])
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            yield* tape.keep(said(2), later)
            assert.deepEqual(
              tape.issues.map(({ advisory, code }) => [code, advisory]),
              [["TOOLS_UNKNOWN", true]]
            )
          })
        )
      })
    ))
})

describe("a recording without the sources of its driver, which the suite names now", () => {
  const driver = { name: "mine", version: "1" }
  const driven = (own: NonNullable<Cell["behaviour"]["driver"]>): Cell => {
    const behaviour = { ...cell.behaviour, driver: own }
    return { ...cell, behaviour, fingerprint: fingerprint(behaviour) }
  }
  const sourced = driven({ ...driver, sources: [{ path: "agents/ask.py", sha256: "ab" }] })

  test("is recorded again as a whole if it lacks a run, even if it is a journal", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, { cell: driven(driver) }, (tape) => keepAll(tape, said(1)))
        yield* using(directory, { cell: sourced }, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, undefined])
            yield* keepAll(tape, said(1), said(2))
            yield* tape.finish()
          })
        )
        assert.deepEqual((yield* cassette(directory)).header.fingerprint.parts, sourced.behaviour)
      })
    ))
})

describe("a cassette of version 1", () => {
  const older: Header = {
    ...header,
    version: 1,
    fingerprint: { ...header.fingerprint, sha256: fingerprint(cell.behaviour) }
  }
  const written = (directory: string, ...kept: ReadonlyArray<RecordedRun>) =>
    writeCassette(pathOf(directory), older, kept)

  test("that has all runs is not changed, and gives a notice", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* FileSystem.FileSystem.use((fs) => fs.makeDirectory(dirname(pathOf(directory)), { recursive: true }))
        yield* written(directory, said(1), said(2))
        yield* using(directory, {}, (tape) =>
          Effect.sync(() => {
            assert.deepEqual(texts(tape), ["Run 1.", "Run 2."])
            assert.deepEqual(
              tape.issues.map(({ advisory, code }) => [code, advisory]),
              [["OLDER_CASSETTE", true]]
            )
          }).pipe(Effect.andThen(tape.finish()))
        )
        assert.equal((yield* cassette(directory)).header.version, 1)
      })
    ))

  test("that lacks a run is recorded again as a whole, with a header of this version", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* FileSystem.FileSystem.use((fs) => fs.makeDirectory(dirname(pathOf(directory)), { recursive: true }))
        yield* written(directory, said(1))
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, undefined])
            assert.deepEqual(
              tape.issues.map(({ code, hint }) => [code, hint]),
              [["OLDER_CASSETTE", "It is recorded again."]]
            )
            yield* keepAll(tape, said(1), said(2))
            yield* tape.finish()
          })
        )
        assert.equal((yield* cassette(directory)).header.version, VERSION)
      })
    ))
})

describe("a journal that another program changes while it is recorded", () => {
  const kinds: Readonly<Record<string, (text: string) => string>> = {
    "a text of it": (text) => text.replace("Run 1.", "Run X."),
    "its end": (text) => text.slice(0, -20),
    everything: () => ""
  }
  test.each(Object.keys(kinds))("in %s gives no cassette, and an issue that says so", (kind) =>
    inDirectory((directory) =>
      using(directory, {}, (tape) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          yield* keepAll(tape, said(1), said(2))
          const text = yield* read(pathOf(directory, ".journal"))
          yield* fs.writeFileString(pathOf(directory, ".journal"), kinds[kind]!(text))
          const { issue } = yield* Effect.flip(tape.finish())
          assert.match(
            issue.message,
            /\.journal was changed by another program while it was written, so that .+ is not\.$/
          )
          assert.equal(yield* fs.exists(pathOf(directory)), false)
        })
      )
    )
  )
})

describe("a recording that was cut short", () => {
  test("continues, and performs no kept run again", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) => keepAll(tape, said(2)))
        assert.deepEqual(yield* beside(directory), [`${name}.journal`])
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, "Run 2."])
            yield* keepAll(tape, said(1))
            yield* tape.finish()
          })
        )
        assert.deepEqual([...(yield* cassette(directory)).runs.values()], [said(1), said(2)])
        assert.deepEqual(yield* beside(directory), [name])
      })
    ))

  test("after its last run is completed without another run", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) => keepAll(tape, said(2), said(1)))
        yield* using(directory, {}, (tape) => tape.finish())
        assert.equal((yield* cassette(directory)).runs.size, 2)
        assert.deepEqual(yield* beside(directory), [name])
      })
    ))

  test("loses only a torn last line, with a notice", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* using(directory, {}, (tape) => keepAll(tape, said(1), said(2)))
        const whole = yield* fs.readFile(pathOf(directory, ".journal"))
        yield* fs.writeFile(pathOf(directory, ".journal"), whole.subarray(0, -1))
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), ["Run 1.", undefined])
            assert.deepEqual(
              tape.issues.map(({ advisory, message }) => [advisory, message]),
              [[true, `The last line of ${file}.journal is torn.`]]
            )
            yield* keepAll(tape, said(2, "Again."))
            yield* tape.finish()
          })
        )
        assert.deepEqual([...(yield* cassette(directory)).runs.values()], [said(1), said(2, "Again.")])
      })
    ))

  test("is refused if it is damaged in the middle, until everything is recorded again", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* using(directory, {}, (tape) => keepAll(tape, said(1), said(2)))
        const text = yield* read(pathOf(directory, ".journal"))
        yield* fs.writeFileString(pathOf(directory, ".journal"), text.replace("Run 1.", "Run X."))
        const error = yield* Effect.flip(Effect.scoped(open(directory)))
        assert.equal(
          error.message,
          `${file}.journal, line 3: its checksum does not match. Record everything again with --record.`
        )
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.andThen(keepAll(tape, said(1), said(2)), tape.finish())
        )
        assert.deepEqual(yield* beside(directory), [name])
      })
    ))

  test("of another cell is discarded", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* using(directory, {}, (tape) => keepAll(tape, said(1)))
        const changed = { ...cell, fingerprint: "c3d4", behaviour: { ...cell.behaviour, prompt: "?" } }
        yield* using(directory, { cell: changed }, (tape) =>
          Effect.sync(() => assert.deepEqual(texts(tape), [undefined, undefined]))
        )
        assert.deepEqual(yield* beside(directory), [])
      })
    ))

  test("is discarded if its runs lack an observation of the suite", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const observations = [{ name: "invoice", server: "weather", tool: "get_weather", args: {} }]
        const observing = { ...cell, observations }
        const observed = (index: number): RecordedRun => ({
          ...said(index),
          observations: { invoice: { is_error: false, content: [], timed_out: false } }
        })
        yield* using(directory, {}, (tape) => keepAll(tape, said(1)))
        yield* using(directory, { cell: observing }, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, undefined])
            yield* keepAll(tape, observed(1))
          })
        )
        yield* using(directory, { cell: observing }, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), ["Run 1.", undefined])
            yield* keepAll(tape, observed(2))
            yield* tape.finish()
          })
        )
        assert.deepEqual([...(yield* cassette(directory)).runs.values()], [observed(1), observed(2)])
      })
    ))

  test("of everything does not change the old cassette, and does not mix with it", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(pathOf(directory), header, [said(1, "old"), said(2, "old")])
        const old = yield* read(pathOf(directory))
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, undefined])
            yield* keepAll(tape, said(2, "new"))
          })
        )
        assert.equal(yield* read(pathOf(directory)), old)
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), [undefined, "new"])
            yield* keepAll(tape, said(1, "new"))
            assert.equal(yield* read(pathOf(directory)), old)
            yield* tape.finish()
          })
        )
        assert.deepEqual([...(yield* cassette(directory)).runs.values()], [said(1, "new"), said(2, "new")])
      })
    ))

  test("of missing runs adds to the cassette, and is discarded by a recording of everything", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const three = { ...cell, runs: 3 }
        yield* writeCassette(pathOf(directory), header, [said(1, "old")])
        yield* using(directory, { cell: three }, (tape) => keepAll(tape, said(2, "new")))
        yield* using(directory, { cell: three }, (tape) =>
          Effect.sync(() => assert.deepEqual(texts(tape, 3), ["old", "new", undefined]))
        )
        yield* using(directory, { cell: three, mode: "all" }, (tape) =>
          Effect.sync(() => assert.deepEqual(texts(tape, 3), [undefined, undefined, undefined]))
        )
        yield* using(directory, { cell: three }, (tape) =>
          Effect.sync(() => assert.deepEqual(texts(tape, 3), ["old", undefined, undefined]))
        )
      })
    ))
})

describe("a cell with a run that failed with an infrastructure error", () => {
  test("keeps its journal and its old cassette, names the run, and performs it again", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(pathOf(directory), header, [said(1, "old"), said(2, "old")])
        const old = yield* read(pathOf(directory))
        yield* using(directory, { mode: "all" }, (tape) =>
          Effect.gen(function* () {
            const [, second] = yield* keepAll(tape, said(1, "new"), failed(2))
            assert.deepEqual(second?.run, failed(2))
            const { issue } = yield* Effect.flip(tape.finish())
            assert.deepEqual(
              [issue.code, issue.message, issue.hint],
              [
                "INFRASTRUCTURE",
                `${file} is not written, since run 2 could not be recorded.`,
                "The other runs are kept: go on with --record=missing."
              ]
            )
          })
        )
        assert.equal(yield* read(pathOf(directory)), old)
        yield* using(directory, {}, (tape) =>
          Effect.gen(function* () {
            assert.deepEqual(texts(tape), ["new", undefined])
            yield* keepAll(tape, said(2, "new"))
            yield* tape.finish()
          })
        )
        assert.deepEqual([...(yield* cassette(directory)).runs.values()], [said(1, "new"), said(2, "new")])
      })
    ))
})

describe("a cassette that cannot be recorded", () => {
  test("is busy while another process records it, and the message names the process and the lock", () =>
    inDirectory((directory) =>
      using(directory, {}, () =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(Effect.scoped(open(directory, { mode: "all" })))
          assert.equal(error.reason, "Busy")
          assert.equal(error.issue.code, "BUSY_CASSETTE")
          assert.equal(
            error.message,
            `${file} is being recorded by process ${process.pid}. Wait until it is done. If nothing records it, delete ${file}.lock.`
          )
        })
      )
    ))

  test("is refused outside the folder, by a name or by a link", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.makeDirectory(`${directory}/cassettes`)
        yield* fs.makeDirectory(`${directory}/outside`)
        yield* Effect.promise(() => symlink(`${directory}/outside`, `${directory}/cassettes/weather`))
        const byLink = yield* Effect.flip(Effect.scoped(open(`${directory}/cassettes`)))
        assert.equal(byLink.sentence, `${file} leads outside cassettes.`)
        const byName = yield* Effect.flip(
          Effect.scoped(open(`${directory}/cassettes`, { cell: { ...cell, id: "../outside/a" } }))
        )
        assert.equal(byName.sentence, "cassettes/../outside/a.jsonl leads outside cassettes.")
      })
    ))

  test("is refused if its file cannot be written, with the code of the system", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* fs.writeFileString(`${directory}/weather`, "")
        const error = yield* Effect.flip(Effect.scoped(open(directory)))
        assert.equal(error.sentence, `${file} cannot be written (ENOTDIR).`)
      })
    ))

  test("gives an issue with the file and the reason if a run cannot be kept", () =>
    inDirectory((directory) =>
      using(directory, {}, (tape) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          yield* fs.makeDirectory(pathOf(directory, ".journal/in/the/way"), { recursive: true })
          const { issue } = yield* Effect.flip(tape.keep(said(1), servers))
          assert.match(issue.message, new RegExp(`^${file} could not be written \\([A-Z_]+\\)\\.$`))
          assert.equal(issue.code, "INFRASTRUCTURE")
        })
      )
    ))

  test("gives an issue if the run could not be read back", () =>
    inDirectory((directory) =>
      using(directory, {}, (tape) =>
        Effect.gen(function* () {
          const nested = (depth: number): Json => Array.from({ length: depth }).reduce<Json>((inner) => [inner], 1)
          const deep = (depth: number): RecordedRun => ({
            ...said(1),
            observations: { deep: { is_error: false, content: [nested(depth)], timed_out: false } }
          })
          for (const [depth, sentence] of [
            [200, /is not written: it could not be read back: .*nested deeper than 128 levels\.$/],
            [200_000, /is not written: what was recorded is nested too deeply\.$/]
          ] as const) {
            assert.match((yield* Effect.flip(tape.keep(deep(depth), servers))).issue.message, sentence)
          }
          yield* keepAll(tape, said(1), said(2))
          yield* tape.finish()
        })
      )
    ))
})

describe("secrets", () => {
  const secrets = [{ name: "API_KEY", value: "s3cr3t-s3cr3t" }]

  test("in the prompt are not in the cassette, which is still fresh", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const telling = { ...cell, behaviour: { ...cell.behaviour, prompt: "Log in with s3cr3t-s3cr3t." } }
        yield* using(directory, { cell: telling, secrets }, (tape) => keepAll(tape, said(1, "I used s3cr3t-s3cr3t.")))
        assert.ok(!(yield* read(pathOf(directory, ".journal"))).includes("s3cr3t"))
        yield* using(directory, { cell: telling, secrets }, (tape) =>
          Effect.gen(function* () {
            assert.match(texts(tape)[0] ?? "", /^I used \[REDACTED:API_KEY:[0-9a-f]{8}\]\.$/)
            yield* keepAll(tape, said(2))
            yield* tape.finish()
          })
        )
        const { header: written } = yield* cassette(directory)
        assert.match(written.fingerprint.parts.prompt, /^Log in with \[REDACTED:API_KEY:[0-9a-f]{8}\]\.$/)
        assert.equal(written.fingerprint.parts_sha256, fingerprint(written.fingerprint.parts))
        const replayed = yield* played(telling).pipe(Effect.provide(Recorded.layer({ directory, shown })))
        assert.deepEqual([replayed.file, replayed.results.length], [file, 2])
      })
    ))

  test("that an old cassette contains are replaced when it is written again", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        yield* writeCassette(pathOf(directory), header, [said(1, "It is s3cr3t-s3cr3t.")])
        yield* using(directory, { secrets }, (tape) => Effect.andThen(keepAll(tape, said(2)), tape.finish()))
        assert.ok(!(yield* read(pathOf(directory))).includes("s3cr3t"))
      })
    ))

  test("that became known after the journal was begun are replaced in the parts too, which get the hash of that", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const telling = { ...cell, behaviour: { ...cell.behaviour, prompt: "Log in with s3cr3t-s3cr3t." } }
        yield* using(directory, { cell: telling }, (tape) => keepAll(tape, said(1)))
        yield* using(directory, { cell: telling, secrets }, (tape) =>
          Effect.andThen(keepAll(tape, said(2)), tape.finish())
        )
        const { header: written } = yield* cassette(directory)
        assert.match(written.fingerprint.parts.prompt, /^Log in with \[REDACTED:/)
        assert.equal(written.fingerprint.parts_sha256, fingerprint(written.fingerprint.parts))
      })
    ))

  test("in the issue of a failed run are replaced in the returned run", () =>
    inDirectory((directory) =>
      using(directory, { secrets }, (tape) =>
        Effect.gen(function* () {
          const issue = { ...failed(1).outcome, status: "infrastructure_error" as const }
          assert.ok("issue" in issue)
          const why = { ...issue.issue, message: "401 for key s3cr3t-s3cr3t" }
          const { run } = yield* tape.keep({ ...failed(1), outcome: { ...issue, issue: why } }, servers)
          assert.ok(!JSON.stringify(run).includes("s3cr3t"))
        })
      )
    ))

  test("that cannot be replaced make the run unwritten, with an issue", () =>
    inDirectory((directory) =>
      Effect.gen(function* () {
        const cases = [
          ["completed", "it could not be read back: "],
          [cell.model, "a secret is part of the name of its agent or its model"],
          ['text":"Run 1.","', "it would show the value of API_KEY"]
        ] as const
        for (const [value, why] of cases) {
          yield* using(directory, { mode: "all", secrets: [{ name: "API_KEY", value }] }, (tape) =>
            Effect.gen(function* () {
              const run: RecordedRun = {
                ...said(1),
                observations: { o: { is_error: false, content: [{ text: "Run 1.", type: "t" }], timed_out: false } }
              }
              const { issue } = yield* Effect.flip(tape.keep(run, servers))
              assert.ok(issue.message.includes(`${file} is not written: ${why}`), issue.message)
            })
          )
          assert.deepEqual(yield* beside(directory), [])
        }
      })
    ))
})

test("recordings that no cell uses give the same notice as in a replay", () =>
  inDirectory((directory) =>
    Effect.gen(function* () {
      yield* writeCassette(`${directory}/weather/gone/a.jsonl`, header, runs)
      const layer = Recorder.layer({ folder: { directory, shown }, mode: "all", suite: "w", version: "1", secrets: [] })
      const issues = yield* Cassettes.use((service) => service.unused(planOf(cell))).pipe(Effect.provide(layer))
      assert.deepEqual(
        issues.map(({ message }) => message),
        ["cassettes/weather/gone/a.jsonl is used by no cell of its suite."]
      )
    })
  ))
