/**
 * Two more forms of the weather suite: the recorded runs are those of the shipped suite, so that only the form differs.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import weather from "../../../suites/weather.ts"
import { replayRun } from "../../../src/engine/agentLoop/replayRun.ts"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import type { Cell } from "../../../src/base/domain/plan/Plan.ts"
import type { Suite } from "../../../src/language/dsl/suite.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { WEATHER_SUITES } from "../../contestants.ts"
import { root } from "../../runtimes.ts"
import { cellsOf } from "../cells.ts"
import { headerOf } from "../traces.ts"
import handWritten from "./handWritten.ts"
import ownDriver from "./ownDriver.ts"

/** Puts both suites and their recordings into a project that has the shipped suites. */
export const writeWeatherForms = (project: string): void => {
  mkdirSync(join(project, WEATHER_SUITES), { recursive: true })
  for (const name of ["handWritten.ts", "ownDriver.ts"]) {
    cpSync(join(import.meta.dirname, name), join(project, WEATHER_SUITES, name))
  }
  const [shipped] = cellsOf(weather)
  const runs = recordedRuns(shipped!)
  record(project, handWritten, runs)
  record(
    project,
    ownDriver,
    runs.map((run) => asTrace(shipped!, run))
  )
}

const cassetteOf = (folder: string, { id }: Cell): string => join(folder, "cassettes", `${id}.jsonl`)

const recordedRuns = (cell: Cell): ReadonlyArray<RecordedRun> =>
  readFileSync(cassetteOf(root, cell), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1, -1)
    .map((line) => {
      const { checksum: _, ...run } = JSON.parse(line)
      return run as RecordedRun
    })

/** The run as a driver's recording has it. */
const asTrace = (cell: Cell, { index, outcome, ...run }: RecordedRun): RecordedRun => {
  const replayed = replayRun(cell, { index, outcome, ...run }, cell.id)
  if (!("trace" in replayed)) throw new Error(`Run ${index} of ${cell.id} has no trace.`)
  return { index, outcome, exchanges: [], trace: replayed.trace }
}

const record = (project: string, suite: Suite, runs: ReadonlyArray<RecordedRun>): void => {
  const [cell] = cellsOf(suite)
  const file = cassetteOf(project, cell!)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, formatCassette(headerOf(suite.name, cell!), runs))
}
