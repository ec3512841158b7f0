/**
 * Recording on a disk that fails: at each write, once or permanently.
 */
import { describe, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as PlatformError from "effect/PlatformError"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import * as Files from "../../../src/layers/platform/fileSystem.ts"
import type { Mode } from "../../../src/layers/record/journal.ts"
import { record } from "./eightRuns.ts"
import * as Space from "./workspace.ts"

interface Disk {
  /** Which write fails, from 1. */
  readonly fails: number
  /** Whether the ones after it fail too. */
  readonly stays: boolean
  readonly code: "ENOSPC" | "EIO"
}

/** The real files, where one write fails; half of what it was to write may be written. */
const failing = ({ code, fails, stays }: Disk) => {
  let writes = 0
  const risky = <A, R>(path: string, write: Effect.Effect<A, PlatformError.PlatformError, R>, half = Effect.void) =>
    Effect.suspend(() => {
      writes += 1
      if (writes < fails || (writes > fails && !stays)) return write
      const reason = { _tag: "Unknown", module: "FileSystem", method: "write", pathOrDescriptor: path } as const
      return Effect.andThen(half, Effect.fail(PlatformError.systemError({ ...reason, description: code })))
    })
  const layer = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (real) =>
      FileSystem.make({
        ...real,
        link: (from, to) => risky(to, real.link(from, to)),
        makeDirectory: (path, options) => risky(path, real.makeDirectory(path, options)),
        rename: (from, to) => risky(to, real.rename(from, to)),
        writeFile: (path, data, options) => risky(path, real.writeFile(path, data, options)),
        open: (path, options) =>
          Effect.map(options?.flag === undefined ? real.open(path) : risky(path, real.open(path, options)), (file) => ({
            ...file,
            sync: risky(path, file.sync),
            truncate: (length) => risky(path, file.truncate(length)),
            writeAll: (data) =>
              risky(path, file.writeAll(data), Effect.ignore(file.writeAll(data.subarray(0, data.length / 2))))
          }))
      })
    )
  ).pipe(Layer.provide(Files.layer))
  return { layer, reached: () => writes >= fails }
}

/** Comes to whether the write that was to fail was tried. */
const recordedOn = async (disk: Disk, mode: Mode): Promise<boolean> => {
  using space = Space.workspace()
  if (mode === "all") await Space.recordHere(space, "old")
  const old = existsSync(space.cassette) ? readFileSync(space.cassette, "utf8") : undefined
  const { layer, reached } = failing(disk)
  const performed: Array<number> = []
  const kept = new Set<number>()
  const recording = (onto: Mode, files: Layer.Layer<FileSystem.FileSystem>) =>
    record({
      directory: space.directory,
      mode: onto,
      take: "new",
      files,
      asked: ({ messages, run }) => messages.length === 1 && performed.push(run),
      seen: (event) => event._tag === "RunFinished" && "trace" in event.result && kept.add(event.result.index)
    }).pipe(Effect.runPromise)

  const { cells } = await recording(mode, layer)
  const issues = cells.flatMap((cell) => [
    ...cell.issues,
    ...cell.runs.flatMap((run) => ("issue" in run ? [run.issue] : []))
  ])
  Space.inspect(space, old)
  const complete = existsSync(space.cassette) && readFileSync(space.cassette, "utf8") !== old
  if (!complete)
    assert.ok(
      issues.some(({ message }) => message.includes(`(${disk.code})`)),
      "nothing was said of it"
    )
  if (!complete) assert.ok(issues.some(({ message }) => message.includes("cassettes/eight/runs/model.jsonl")))
  assert.deepEqual(
    Space.filesBeside(space).filter((name) => name.endsWith(".tmp") || name.includes(".lock")),
    []
  )

  performed.length = 0
  const begun = complete || Space.journaled(space).length > 0
  const before = new Set(kept)
  const resumed = await recording(begun ? "missing" : mode, Files.layer)
  assert.deepEqual(
    resumed.cells[0]?.issues.filter(({ advisory }) => !advisory),
    []
  )
  assert.deepEqual(
    performed.filter((run) => before.has(run)),
    [],
    "a run that was kept was performed again"
  )
  assert.deepEqual(Space.filesBeside(space), ["model.jsonl"])
  return reached()
}

describe("a disk that fails", () => {
  test.each([
    ["all", "ENOSPC", false],
    ["all", "ENOSPC", true],
    ["missing", "EIO", false],
    ["missing", "EIO", true]
  ] as const)(
    "leaves the old cassette or the whole new one, loses no kept run, and gives an issue: --record=%s, %s, permanently: %p",
    async (mode, code, stays) => {
      const failAt = async (fails: number): Promise<number> =>
        (await recordedOn({ fails, stays, code }, mode)) ? failAt(fails + 1) : fails
      const writes = await failAt(1)
      assert.ok(writes > 40, `only ${writes} writes`)
    },
    60_000
  )
})
