/**
 * A recording that is made in memory, and given away whole once every run of its cell is there.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { toolIssues } from "../../cassette/toolIssues.ts"
import { leftOutOf } from "../../cassette/unusedRuns.ts"
import type { Ending, Header, RecordedRun, ServerInfo } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Kept, Tape } from "../../services/Cassettes.ts"
import { Infrastructure, infrastructure } from "../../services/Infrastructure.ts"
import { cleaned } from "../record/cleaned.ts"
import { endedAt } from "../record/endedAt.ts"
import type { Recovered } from "../record/recover.ts"
import type { Redactor } from "../record/redact.ts"
import { goesOn, headerAt, incomplete, isSame, notRecorded, toolsMixed } from "../record/tape.ts"
import { formatCassette } from "../record/writeCassette.ts"

export type Write = (text: string) => Effect.Effect<void, unknown>

export interface MemoryRecorder {
  readonly cell: Cell
  /** How messages spell where it is. */
  readonly file: string
  readonly redactor: Redactor
  readonly header: Omit<Header, "servers">
  /** Absent: it is kept nowhere. */
  readonly write?: Write
  /** Whether no run is performed, and judges are asked about those that are recorded. */
  readonly onlyJudges?: boolean
}

/** A run that was performed is judged as it would be replayed: without secrets, and read back. */
export const memoryTape = (
  { cell, file, header: unintroduced, onlyJudges = false, redactor, write }: MemoryRecorder,
  recovered: Recovered
): Tape => {
  const runs = new Map(recovered.runs.map((run) => [run.index, run]))
  const tools = toolIssues(file, toolsMixed)
  let header: Header | undefined
  const keep = (performed: RecordedRun, introduced: ReadonlyArray<ServerInfo>) =>
    Result.map(
      cleaned(redactor, cell, { file, header: { ...unintroduced, servers: introduced }, runs: [performed] }),
      (clean): Kept => {
        const run = clean.runs.get(performed.index)!
        if (run.outcome.status === "completed") {
          header ??= goesOn(clean.header, recovered)
          tools.compare(header, clean.header.servers)
          runs.set(run.index, run)
        }
        return { run, issues: [] }
      }
    )
  const keepJudged = (judged: RecordedRun) => {
    const known = header ?? recovered.header ?? { ...unintroduced, servers: [] }
    return Result.map(cleaned(redactor, cell, { file, header: known, runs: [judged] }), (clean) => {
      header = known
      const run = clean.runs.get(judged.index)!
      runs.set(run.index, run)
      return run
    })
  }
  const finish = Effect.fnUntraced(function* (store: Write, ending: Ending) {
    const { isKept, missing, stopped, wrong } = endedAt(cell, file, recovered, (index) => runs.has(index), ending)
    if (missing.length > 0) return yield* incomplete(file, missing, false)
    const written = headerAt(header ?? recovered.header, stopped)
    const isUnchanged = header === undefined && isSame(written, recovered.header)
    if (written !== undefined && !isUnchanged) {
      const kept = [...runs.values()].filter(({ index }) => isKept(index))
      yield* Effect.mapError(store(formatCassette(written, kept)), (error) => unwritten(file, error))
    }
    if (wrong !== undefined) return yield* new Infrastructure({ issue: wrong })
  })
  return {
    file,
    get issues() {
      return [...recovered.issues, ...tools.all()]
    },
    recorded: (index) => {
      const run = runs.get(index)
      if (run === undefined) return onlyJudges ? { issue: notRecorded(file, index) } : undefined
      return { run }
    },
    keep: (run, introduced) => Effect.suspend(() => Effect.fromResult(keep(run, introduced))),
    keepJudged: (run) => Effect.suspend(() => Effect.fromResult(keepJudged(run))),
    judgesRecorded: onlyJudges,
    leftOut: leftOutOf(cell, file, recovered.runs),
    finish: (ending = {}) => (write === undefined ? Effect.void : Effect.uninterruptible(finish(write, ending)))
  }
}

const unwritten = (file: string, error: unknown) =>
  infrastructure(
    `${file} could not be written (${error instanceof Error ? error.message : String(error)}).`,
    "Correct the store, then record again."
  )
