/**
 * Writes MCPMark's runs as a project: the suite files, and a cassette a task with a run a line.
 */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { RecordedRun } from "../../../src/base/domain/recording/Cassette.ts"
import { formatCassette } from "../../../src/engine/layers/record/writeCassette.ts"
import { MANIFEST } from "../../manifest.ts"
import { cellsOf } from "../cells.ts"
import { headerOf } from "../traces.ts"
import type { Recordings } from "../write.ts"
import type { PublishedTask } from "./read.ts"
import { mcpmark, type Task } from "./suite.ts"

export interface AskedMcpmark {
  /** How often every run is recorded, for more of them than were published. */
  readonly copies: number
  /** Where passhat is installed. */
  readonly nodeModules: string
  /** Makes the observation of the last run an error, so that a suite that looks at it is red. */
  readonly isSpoilt?: boolean
}

export const writeMcpmark = (
  folder: string,
  published: ReadonlyArray<PublishedTask>,
  { copies, isSpoilt = false, nodeModules }: AskedMcpmark
): Recordings => {
  const suites = join(folder, "suites")
  mkdirSync(suites, { recursive: true })
  for (const name of ["suite.ts", "green.ts", "red.ts"]) cpSync(join(import.meta.dirname, name), join(suites, name))
  const tasks = published.map((task) => suiteTask(task, copies))
  writeFileSync(join(suites, "tasks.json"), JSON.stringify(tasks))
  writeFileSync(join(folder, "package.json"), MANIFEST)
  symlinkSync(nodeModules, join(folder, "node_modules"))
  cellsOf(mcpmark(tasks, "green")).forEach((cell, at) => {
    const runs = copied(published[at]!.runs, copies)
    const file = join(folder, "cassettes", `${cell.id}.jsonl`)
    mkdirSync(dirname(file), { recursive: true })
    const isLast = at === tasks.length - 1
    writeFileSync(file, formatCassette(headerOf("mcpmark", cell), isSpoilt && isLast ? spoilt(runs) : runs))
  })
  return { count: tasks.reduce((sum, { runs }) => sum + runs, 0), folder }
}

const suiteTask = ({ name, prompt, runs, server }: PublishedTask, copies: number): Task => ({
  name,
  server,
  prompt,
  tools: [...new Set(runs.flatMap(({ trace }) => trace?.tool_calls.map((call) => call.name) ?? []))].toSorted(),
  runs: runs.length * copies
})

const copied = (runs: ReadonlyArray<RecordedRun>, copies: number): ReadonlyArray<RecordedRun> =>
  Array.from({ length: copies }, () => runs)
    .flat()
    .map((run, at) => ({ ...run, index: at + 1 }))

const spoilt = (runs: ReadonlyArray<RecordedRun>): ReadonlyArray<RecordedRun> =>
  runs.map((run, at) =>
    at < runs.length - 1
      ? run
      : { ...run, observations: { verdict: { is_error: true, content: [], timed_out: false } } }
  )
