/**
 * The replay of the short way: judges the cells of a suite from recordings that have nothing unusual about them, the large
 * ones with the help of other threads.
 */
import { statSync } from "node:fs"
import process from "node:process"
import type { RecordedRun } from "../domain/Cassette.ts"
import type { Capabilities } from "../domain/Metric.ts"
import type { Cell } from "../domain/Plan.ts"
import type { CellVerdict } from "../domain/Verdict.ts"
import { boundGates } from "../judge/judge.ts"
import { type CellJudge, type CellPart, cellJudge } from "../judge/judgeCell.ts"
import { projectCache } from "../layers/platform/projectCache.ts"
import type { Recording } from "../layers/replay/blocks.ts"
import { isWorthDigests, noteOf, stampOf } from "../layers/replay/digestNames.ts"
import type { Folder } from "../layers/replay/Folder.ts"
import { plainRecordings } from "../layers/replay/plainRecordings.ts"
import { seenIn } from "../layers/replay/seenIndices.ts"
import { toRun } from "../plan/compile.ts"
import { replay } from "../run/replay.ts"
import type { CompiledSuite } from "./compileSuites.ts"
import { sourcesOf } from "./sources.ts"
import { terminalAt } from "./terminal.ts"
import type { Helper } from "./workers/helperThread.ts"
import { helpersWorth, startHelpers } from "./workers/callHelpers.ts"
import { replayTogether } from "./workers/replayTogether.ts"

/** In all: more than this takes long enough to be told how far it is, and to be kept for the next time. */
const SMALL = 8 * 1024 * 1024

/** In all: the verdicts of so many runs need the memory that the helpers had. */
const HUGE = 1024 * 1024 * 1024

interface Task {
  readonly cell: Cell
  readonly judge: CellJudge
  readonly recording: Recording
  readonly file: string
}

/** What was judged until the signal came. Nothing where there is anything unusual. */
export const plainReplay = async (
  suite: CompiledSuite,
  folder: Folder,
  means: Capabilities,
  signal: AbortSignal
): Promise<ReadonlyArray<CellVerdict> | undefined> => {
  const tasks = tasksOf(suite, folder, means)
  if (tasks === undefined) return undefined
  const size = tasks.reduce((sum, { recording }) => sum + recording.size, 0)
  if (size > SMALL && (terminalAt(2) !== undefined || !areNew(suite, tasks))) return undefined
  const { url } = suite
  const helpers = url === undefined ? [] : await startHelpers({ url, runs: undefined }, await helpersWorth(size))
  let isSound = true
  for (const task of tasks) isSound &&= await isReplayed(helpers, task, signal)
  const dismissed = Promise.all(helpers.map(({ dismiss }) => dismiss()))
  if (size > HUGE) await dismissed.then(makeRoom)
  return isSound || signal.aborted ? located(suite, tasks) : undefined
}

/** Where gates stand is looked up only where one of them has something to say: it takes reading the suite's source maps. */
const located = (suite: CompiledSuite, tasks: ReadonlyArray<Task>): ReadonlyArray<CellVerdict> => {
  const cells = tasks.map(({ judge }) => judge.finish([]))
  if (cells.every(({ gates }) => gates.every(({ verdict }) => verdict === "pass"))) return cells
  const sources = sourcesOf(suite)
  return cells.map((cell) => ({
    ...cell,
    gates: cell.gates.map((gate, at) => {
      const source = sources.get(cell.id)?.[at]
      return source === undefined ? gate : { ...gate, source }
    })
  }))
}

/** What was read is garbage by now, and the verdicts of very many runs need its room. Only Bun lets a program say so. */
const makeRoom = (): void => (globalThis as { readonly Bun?: { readonly gc: (now: true) => void } }).Bun?.gc(true)

const tasksOf = (suite: CompiledSuite, folder: Folder, means: Capabilities): ReadonlyArray<Task> | undefined => {
  const { cells } = toRun(suite.plan)
  const recordings = plainRecordings(folder, cells)
  return (
    recordings &&
    cells.map((cell) => ({
      cell,
      judge: cellJudge(cell, boundGates(cell, suite), { means, traces: false }),
      recording: recordings.get(cell.id)!,
      file: `${folder.shown}/${cell.id}.jsonl`
    }))
  )
}

/** Whether no recording was replayed before: else there may be digests of it. From now on they all were. */
const areNew = ({ project }: CompiledSuite, tasks: ReadonlyArray<Task>): boolean => {
  const cache = projectCache(project.root, process.env)
  const digestible = tasks.filter(({ judge, recording }) => !judge.readsAnswers && isWorthDigests(recording.size))
  if (digestible.some(({ cell }) => cache.read(noteOf(cell)) !== undefined)) return false
  for (const { cell, recording } of digestible) {
    const { mtime, size } = statSync(recording.path)
    cache.write(noteOf(cell), stampOf(size, mtime))
  }
  return true
}

/** Whether every run that the cell asks for is there, and was replayed as recorded. */
const isReplayed = async (
  helpers: ReadonlyArray<Helper>,
  { cell, file, judge, recording }: Task,
  signal: AbortSignal
): Promise<boolean> => {
  const run = (recorded: RecordedRun): boolean => {
    const result = replay(cell, recorded, file)
    judge.take(result)
    return "trace" in result
  }
  const parts = { join: (part: unknown) => judge.join(part as CellPart), heard: nobody, clear: nobody }
  const replaying = { run, parts }
  const stretches = await replayTogether(judge.isDivisible ? helpers : [], { cell, recording, replaying }, signal)
  const seen = stretches && seenIn(stretches)
  return seen !== undefined && seen.isUpTo(cell.runs)
}

const nobody = (): void => undefined
