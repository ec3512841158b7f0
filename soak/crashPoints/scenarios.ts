/**
 * Where a recording starts from: nothing, an old cassette, a cassette that lacks runs, and the journal of one that was cut short.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { spawnSync } from "node:child_process"
import { basename, dirname, join } from "node:path"
import type { RecordMode } from "../../src/engine/layers/record/journal.ts"
import { resealed } from "../../test/engine/cassette/reseal.ts"
import { lasting } from "../../test/engine/cassette/lasting.ts"
import { cell, logging, record } from "../recording/eightRuns.ts"
import { CASSETTE, type Files, type Promised, textOf } from "../recording/inspect.ts"
import { type Fault, NO_LOSS } from "./faults.ts"
import { simulatedDisk } from "./simulatedDisk.ts"
import type { Stored } from "./storage.ts"

/** Of this process, which the recorder is in. */
const UMASK = process.umask()

export interface Scenario {
  readonly name: string
  readonly mode: RecordMode
  readonly before: Stored
  readonly promised: Promised
  /** How many operations an uninterrupted recording takes. */
  readonly operations: number
}

/** One recording on a simulated disk, and what it leaves. */
export const recordOn = async (directory: string, before: Stored, mode: RecordMode, take: string, fault?: Fault) => {
  const disk = simulatedDisk(before, UMASK, fault)
  const log: Array<string> = []
  const note = (line: string): void => {
    if (!disk.isOff()) log.push(line)
  }
  const exit = await Effect.runPromiseExit(
    record({
      directory,
      mode,
      take,
      files: disk.layer,
      ...logging(take, note)
    })
  )
  const cells = Exit.isSuccess(exit) ? exit.value.cells : []
  const issues = cells.flatMap(({ issues: ofCell, runs }) => [
    ...ofCell,
    ...runs.flatMap((run) => ("issue" in run ? [run.issue] : []))
  ])
  return {
    left: processesEnded(disk.left()),
    log,
    count: disk.count(),
    issues: issues.filter(({ advisory }) => !advisory)
  }
}

/** The locks that this process left are of a process that is gone, as after a crash. */
const processesEnded = (stored: Stored): Stored =>
  new Map(
    [...stored].map(([path, file]) => {
      if (file.bytes === undefined || !basename(path).includes(".lock")) return [path, file]
      const text = new TextDecoder().decode(file.bytes).replace(`"pid":${process.pid}`, `"pid":${gone}`)
      return [path, { ...file, bytes: new TextEncoder().encode(text) }]
    })
  )

const gone = spawnSync("true").pid

/** The files beside the cassette. */
export const besideIn = (directory: string, stored: Stored): Files =>
  new Map(
    [...stored].flatMap(([path, { bytes, mode }]) =>
      bytes !== undefined && dirname(path) === folderIn(directory)
        ? [[path.slice(dirname(path).length + 1), { bytes, mode }] as const]
        : []
    )
  )

const folderIn = (directory: string): string => dirname(join(directory, cell.id))

/** In the middle of the fourth run. */
const CUT_SHORT: Fault = { name: "a crash", at: 34, tears: (length) => length >> 1, loss: NO_LOSS }

const withText = (stored: Stored, path: string, change: (text: string) => string): Stored => {
  const { bytes, mode = 0o644 } = stored.get(path) ?? {}
  const text = change(new TextDecoder().decode(bytes))
  return new Map([...stored, [path, { bytes: new TextEncoder().encode(text), mode }]])
}

/** The folder of cassettes is there, and empty; `put` makes a real folder of what is stored. */
export const scenariosIn = async (
  directory: string,
  put: (stored: Stored) => void
): Promise<ReadonlyArray<Scenario>> => {
  const empty: Stored = new Map([[directory, { mode: 0o755 }]])
  const recorded = async (before: Stored, mode: RecordMode, take: string, fault?: Fault) => {
    put(before)
    return (await recordOn(directory, before, mode, take, fault)).left
  }
  const old = await recorded(empty, "all", "old")
  const cassette = join(directory, `${cell.id}.jsonl`)
  const lacking = withText(old, cassette, (text) =>
    resealed(
      text
        .split(/(?<=\n)/)
        .slice(0, 4)
        .join("")
    )
  )
  const begun = await recorded(old, "all", "new", CUT_SHORT)
  const starts = [
    { name: "nothing is recorded yet", mode: "missing", before: empty },
    { name: "everything is recorded again", mode: "all", before: old },
    { name: "five runs are missing", mode: "missing", before: lacking },
    { name: "a recording of everything was cut short", mode: "missing", before: begun }
  ] as const
  const scenarios: Array<Scenario> = []
  for (const { before, mode, name } of starts) {
    put(before)
    const { count, left } = await recordOn(directory, before, mode, "new")
    const promised: Promised = {
      old: textOf(besideIn(directory, before), CASSETTE),
      whole: lasting(textOf(besideIn(directory, left), CASSETTE) ?? ""),
      umask: UMASK
    }
    scenarios.push({ name, mode, before, promised, operations: count })
  }
  return scenarios
}
