/**
 * Waits until workers have recorded or given up every run that was asked for, and shows how far they are.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { CellStatus, Queue } from "../../engine/services/RunQueue.ts"
import { stderr } from "../../app/kit/output/output.ts"
import { clearStatus, showStatus } from "../../app/kit/output/statusLines.ts"
import { terminalAt } from "../../app/kit/output/terminal.ts"
import type { Signal } from "../../app/kit/interruption.ts"

export interface AskedRuns {
  readonly plan: string
  /** How many runs were missing. */
  readonly indices: number
  /** The cells that were asked for; undefined for all. */
  readonly cells: ReadonlySet<string> | undefined
}

/** Without a terminal, how long nothing is written about how far it is. */
const SILENT_MS = 30_000

/** After so long without a run under way, a message says how to start a worker. */
const IDLE_MS = 10_000

/** The signal that ended the wait; undefined if there is nothing more to wait for. */
export const untilRecorded = Effect.fnUntraced(function* (
  queue: Queue,
  asked: ReadonlyArray<AskedRuns>,
  signal: Effect.Effect<Signal>,
  isQuiet: boolean
) {
  const total = asked.reduce((sum, { indices }) => sum + indices, 0)
  if (total === 0) return undefined
  let [told, lastTold] = ["", yield* Clock.currentTimeMillis]
  let idleSince: number | undefined
  let isHinted = false
  for (;;) {
    const counts = yield* Effect.forEach(asked, (one) => countsOf(queue, one))
    const { failed, running, waiting } = counts.reduce(sum, none)
    const done = Math.max(0, total - waiting - running - failed)
    const line = `${done} of ${total} runs recorded, ${running} under way, ${waiting} waiting, ${failed} failed`
    const now = yield* Clock.currentTimeMillis
    if (!isQuiet && terminalAt(2) !== undefined) showStatus([{ text: line, columns: line.length }])
    else if (!isQuiet && line !== told && (told === "" || now - lastTold >= SILENT_MS)) {
      yield* stderr(`${line}\n`)
      ;[told, lastTold] = [line, now]
    }
    if (waiting + running === 0) {
      clearStatus()
      return undefined
    }
    idleSince = running > 0 ? undefined : (idleSince ?? now)
    if (!isHinted && idleSince !== undefined && now - idleSince >= IDLE_MS) {
      isHinted = true
      yield* stderr("No worker takes these runs: start one with passhat work, on any machine with the same suites.\n")
    }
    const stopped = yield* Effect.raceFirst(signal, Effect.as(Effect.sleep("1 second"), undefined))
    if (stopped !== undefined) {
      clearStatus()
      return stopped
    }
  }
})

type Counts = Omit<CellStatus, "cell">

const none: Counts = { waiting: 0, running: 0, kept: 0, failed: 0 }

const sum = (one: Counts, other: Counts): Counts => ({
  waiting: one.waiting + other.waiting,
  running: one.running + other.running,
  kept: one.kept + other.kept,
  failed: one.failed + other.failed
})

/** Of the whole plan if all of it was asked for, which is cheaper. */
const countsOf = (queue: Queue, { cells, plan }: AskedRuns) =>
  cells === undefined
    ? queue.counts(plan)
    : Effect.map(queue.status(plan), (status) => status.cells.filter(({ cell }) => cells.has(cell)).reduce(sum, none))
