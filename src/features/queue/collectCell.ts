/**
 * Writes the recording of a cell from the results of a queue: by the recorder, in the order of the runs, and whole or not at all.
 *
 * Runs that a fresh recording has stay as they are. What is not on the queue either is missing, and then nothing is written.
 */
import * as Effect from "effect/Effect"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import { explainProblem } from "../../engine/cassette/explain/explainProblem.ts"
import { isHeader } from "../../engine/cassette/predicates.ts"
import { staleness } from "../../engine/cassette/staleness.ts"
import type { RecordedRun } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import { type Capabilities, stopOf } from "../../base/domain/verdict/Metric.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { boundGates } from "../../engine/judge/judge.ts"
import { cellJudge } from "../../engine/judge/judgeCell.ts"
import { runIn } from "./store/unitTape.ts"
import { Cassettes, type Tape } from "../../engine/services/Cassettes.ts"
import { Infrastructure, issueOf } from "../../engine/services/Infrastructure.ts"
import type { KeptRun, Queue } from "../../engine/services/RunQueue.ts"
import type { CompiledSuite } from "../../app/suites/compileSuites.ts"

export interface Collected {
  readonly cell: Cell
  readonly file: string
  /** How many runs came from the queue, and from how many workers. */
  readonly taken: number
  readonly workers: number
  /** Why nothing was written. */
  readonly wrong?: Issue
  readonly issues: ReadonlyArray<Issue>
}

export interface Collecting {
  readonly suite: CompiledSuite
  readonly queue: Queue
  /** The fingerprint of the plan. */
  readonly plan: string
  readonly means: Capabilities
  /** Gets the time at which the runs of each cell were performed, before its recording is opened. */
  readonly times: Map<string, string>
}

/** Twice over the results: nothing is begun before it is known which runs are there. */
export const collectCell = (collecting: Collecting, cell: Cell) =>
  Effect.gen(function* () {
    const { plan, queue, times } = collecting
    const present = new Set<number>()
    yield* eachResult(queue, plan, cell, ({ header, index }) =>
      Effect.sync(() => {
        if (present.size === 0) times.set(cell.id, header.recorded_at)
        present.add(index)
      })
    )
    const tape = yield* (yield* Cassettes).open(cell)
    if ("play" in tape) return yield* new Infrastructure({ issue: unwritable(tape.file) })
    const workers = new Set<string>()
    const taken = yield* Effect.match(collected(collecting, cell, tape, present, workers), {
      onFailure: (error) => ({ wrong: issueOf(error), taken: 0 }),
      onSuccess: (count) => ({ taken: count })
    })
    const one: Collected = { cell, file: tape.file, workers: workers.size, issues: tape.issues, ...taken }
    return one
  }).pipe(
    Effect.catchTags({
      CassetteError: (error) => Effect.succeed(refused(cell, error.issue)),
      Infrastructure: (error) => Effect.succeed(refused(cell, error.issue))
    }),
    Effect.scoped
  )

const refused = (cell: Cell, wrong: Issue): Collected => ({
  cell,
  file: `${cell.id}.jsonl`,
  taken: 0,
  workers: 0,
  wrong,
  issues: []
})

const collected = Effect.fnUntraced(function* (
  { means, plan, queue, suite }: Collecting,
  cell: Cell,
  tape: Tape,
  present: ReadonlySet<number>,
  workers: Set<string>
) {
  const indices = Array.from({ length: cell.runs }, (_, at) => at + 1)
  const missing = new Set(indices.filter((index) => tape.recorded(index) === undefined))
  const absent = [...missing].filter((index) => !present.has(index))
  if (absent.length > 0) return yield* new Infrastructure({ issue: yield* incomplete(queue, plan, cell, tape, absent) })
  const judge = cellJudge(cell, boundGates(cell, suite), { means, traces: false, says: suite.says.get(cell.id) })
  const isStopping = (suite.definitions.get(cell.id) ?? []).some((one) => stopOf(one) !== undefined)
  const judged = (run: RecordedRun): void => (isStopping ? judge.take(replayRun(cell, run, tape.file)) : undefined)
  for (const index of indices) {
    const known = isStopping ? tape.recorded(index) : undefined
    if (known !== undefined && "run" in known) judged(known.run)
  }
  const taken = missing.size
  let media = taken === 0 ? undefined : yield* mediaOf(queue, plan, cell)
  yield* eachResult(queue, plan, cell, (kept) =>
    Effect.gen(function* () {
      if (!missing.delete(kept.index)) return
      const run = yield* runOf(cell, kept, tape.file)
      workers.add(kept.worker)
      const { run: clean } = yield* tape.keep(run, kept.header.servers, media)
      media = undefined
      judged(clean)
    })
  )
  // A result that was there a moment ago may have been removed since.
  if (missing.size > 0)
    return yield* new Infrastructure({ issue: yield* incomplete(queue, plan, cell, tape, [...missing]) })
  yield* tape.finish(judge.ending())
  return taken
})

const eachResult = Effect.fnUntraced(function* <E>(
  queue: Queue,
  plan: string,
  cell: Cell,
  take: (kept: KeptRun) => Effect.Effect<unknown, E>
) {
  for (let after = 0; after < cell.runs;) {
    const page = yield* queue.results(plan, cell.id, after)
    if (page.length === 0) return
    for (const kept of page) if (kept.index <= cell.runs) yield* take(kept)
    after = page.at(-1)!.index
  }
})

const mediaOf = Effect.fnUntraced(function* (queue: Queue, plan: string, cell: Cell) {
  const found = new Map<string, string>()
  for (const sha256 of yield* queue.media(plan, cell.id)) {
    const base64 = yield* queue.medium(plan, cell.id, sha256)
    if (base64 !== undefined) found.set(sha256, base64)
  }
  return found.size === 0 ? undefined : found
})

/** A row that another program has changed is no run. */
const runOf = (cell: Cell, { header, index, line }: KeptRun, file: string) => {
  if (!isHeader(header)) return damaged(`What the queue has as run ${index} of ${cell.name} has no header.`)
  const stale = staleness(cell, header, file)
  if (stale !== undefined) return damaged(explainProblem(stale).sentence)
  const run = runIn(file, line, index)
  return typeof run === "string" ? damaged(run) : Effect.succeed(run)
}

const damaged = (sentence: string) =>
  Effect.fail(
    new Infrastructure({
      issue: issue(
        "DAMAGED_CASSETTE",
        sentence,
        "Delete it from the queue with passhat queue clear, and record it again."
      )
    })
  )

/** What is missing, and what is known of it. */
const incomplete = Effect.fnUntraced(function* (
  queue: Queue,
  plan: string,
  cell: Cell,
  { file }: Tape,
  absent: ReadonlyArray<number>
) {
  const { cells, failed } = yield* queue.status(plan)
  const counts = cells.find((one) => one.cell === cell.id)
  const why = failed.filter((one) => one.cell === cell.id)
  const reasons = new Set(why.map((one) => one.issue.message))
  const states = [
    ...((counts?.waiting ?? 0) > 0 ? [`${counts?.waiting} wait`] : []),
    ...((counts?.running ?? 0) > 0 ? [`${counts?.running} are under way`] : []),
    ...((counts?.failed ?? 0) > 0 ? [`${counts?.failed} failed: ${[...reasons].slice(0, 3).join(" ")}`] : [])
  ]
  const known = states.length === 0 ? "it is not on the queue" : states.join(", ")
  return issue(
    "MISSING_RUN",
    `${file} is not written: run ${listed(absent)} is missing (${known.replace(/\.$/, "")}).`,
    why.length > 0
      ? "Mend what it says, then passhat queue retry."
      : states.length === 0
        ? "Enqueue it with passhat record."
        : "Wait for the workers, or start one with passhat work."
  )
})

const listed = (indices: ReadonlyArray<number>): string =>
  indices.length <= 10 ? indices.join(", ") : `${indices.slice(0, 10).join(", ")} and ${indices.length - 10} more`

const unwritable = (file: string): Issue =>
  issue("INFRASTRUCTURE", `${file} cannot be recorded: a layer of the suite only replays.`, "Let it record as well.")
