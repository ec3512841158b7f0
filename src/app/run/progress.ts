/**
 * Progress on standard error: lines on a terminal, rewritten in place and cleared at the end; plain lines elsewhere.
 */
import process from "node:process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../base/domain/plan/Plan.ts"
import { type Progress, type RunningRun, plainProgress, progressLines } from "../../edges/report/progressLine.ts"
import { totalUsd } from "../../edges/report/runLines.ts"
import { widthOf as columnsOf } from "../../edges/report/text/width.ts"
import { printAboveStatus } from "../kit/output/printAboveStatus.ts"
import { clearStatus, showStatus } from "../kit/output/statusLines.ts"
import { widthOf } from "../kit/output/terminal.ts"
import type { RunObserver } from "./RunObserver.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { Waiting } from "../../engine/services/Progress.ts"

/** The shortest time between two drawings, and the longest. */
const FRAME_MS = 80
const TICK_MS = 1_000

interface Seen {
  done: number
  red: number
  tokens: number
  usd: number | undefined
}

/** Runs are judged where they are live, to count the red ones. */
export const progress = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>, isLive: boolean) {
  const clock = yield* Clock.Clock
  const since = clock.currentTimeMillisUnsafe()
  const seen: Seen = { done: 0, red: 0, tokens: 0, usd: undefined }
  const running = runningRuns(clock)
  const total = plans.flatMap((plan) => plan.cells).reduce((sum, cell) => sum + cell.runs, 0)
  const standing = (): Progress => ({
    ...seen,
    total,
    elapsedMs: clock.currentTimeMillisUnsafe() - since,
    running: running.all()
  })
  const replayed = new Map<Cell, { readonly runs: number; readonly tokens: number }>()
  const isTerminal = process.stderr.isTTY === true
  // Only live runs have code of a suite that prints.
  if (isTerminal && isLive) yield* printAboveStatus
  const show = isTerminal ? yield* writtenOver(standing, clock) : plainLines(standing)
  return {
    started: (_suite, cell, index) =>
      Effect.sync(() => {
        running.started(cell, index)
        show("started")
      }),
    finished: (_suite, cell, result, verdict) =>
      Effect.sync(() => {
        const { tokens, usd } = running.finished(cell, result)
        seen.usd = seen.done === 0 ? usd : totalUsd([seen.usd, usd])
        seen.done += 1
        seen.tokens += tokens
        if (isLive && verdict().verdict !== "pass") seen.red += 1
        show("finished")
      }),
    replayed: (cell, runs, tokens) => {
      const before = replayed.get(cell) ?? { runs: 0, tokens: 0 }
      replayed.set(cell, { runs, tokens })
      seen.done += runs - before.runs
      seen.tokens += tokens - before.tokens
      show("replayed")
    },
    // A log names no waits, so that it does not depend on the clock.
    ...(isTerminal && {
      waiting: (waiting, usd) => {
        running.waits(waiting, usd)
        show("waits")
      }
    })
  } satisfies RunObserver
})

type Show = (what: "started" | "finished" | "replayed" | "waits") => void

/** The first lines are drawn before the first run starts. */
const writtenOver = Effect.fnUntraced(function* (standing: () => Progress, clock: Clock.Clock) {
  let drawn = Number.NEGATIVE_INFINITY
  let isChanged = false
  const draw = (): void => {
    drawn = clock.currentTimeMillisUnsafe()
    isChanged = false
    const lines = progressLines(standing(), { columns: widthOf(2), rows: process.stderr.rows ?? 0 })
    showStatus(lines.map((text) => ({ text, columns: columnsOf(text) })))
  }
  const drawAfter = (millis: number): void => {
    if (clock.currentTimeMillisUnsafe() - drawn >= millis) draw()
  }
  clearStatus()
  yield* Effect.acquireRelease(Effect.sync(draw), () => Effect.sync(clearStatus))
  yield* Effect.sync(() => drawAfter(isChanged ? FRAME_MS : TICK_MS)).pipe(
    Effect.delay(FRAME_MS),
    Effect.forever,
    Effect.forkScoped
  )
  const show: Show = (what) => {
    isChanged = true
    // A replay gives no time to the loop above. A wait may be over at once, so it has to last until the next drawing.
    if (what === "replayed") drawAfter(FRAME_MS)
  }
  return show
})

const plainLines =
  (standing: () => Progress): Show =>
  (what) => {
    if (what === "finished") process.stderr.write(`${plainProgress(standing())}\n`)
  }

interface Entry extends Omit<RunningRun, "forMs"> {
  /** On the clock of the terminal: that of a run may be virtual. */
  readonly since: number
}

const runningRuns = (clock: Clock.Clock) => {
  const running = new Map<string, Entry>()
  return {
    all: (): ReadonlyArray<RunningRun> => {
      const now = clock.currentTimeMillisUnsafe()
      return [...running.values()].map(({ since, ...run }) => ({ ...run, forMs: now - since }))
    },
    started: (cell: Cell, index: number): void => {
      const since = clock.currentTimeMillisUnsafe()
      const name = `${cell.name} #${index}`
      running.set(keyOf(cell, index), { name, on: undefined, tools: [], since, tokens: 0, usd: undefined })
    },
    waits: ({ cell, index, on, tools, usage }: Waiting, usd: number | undefined): void => {
      const before = running.get(keyOf(cell, index))
      if (before === undefined) return
      const isSame = before.on === on && before.tools.join() === tools.join()
      const since = isSame ? before.since : clock.currentTimeMillisUnsafe()
      running.set(keyOf(cell, index), { ...before, on, tools, since, tokens: usage.input + usage.output, usd })
    },
    /** Returns what the run is known to have used. */
    finished: (cell: Cell, result: RunResult): Spent => {
      const entry = running.get(keyOf(cell, result.index))
      running.delete(keyOf(cell, result.index))
      if (!("trace" in result)) return { tokens: entry?.tokens ?? 0, usd: entry?.usd }
      const { tokens } = result.trace.conversation
      // A run that waited for nothing was recorded before. What an agent tells only at its end, or not at all, has no price.
      const isRecorded = entry?.on === undefined
      const isPriced = tokens !== undefined && tokens.total === entry?.tokens
      return { tokens: tokens?.total ?? 0, usd: isRecorded ? 0 : isPriced ? entry.usd : undefined }
    }
  }
}

type Spent = Pick<RunningRun, "tokens" | "usd">

/** The id of a cell begins with its suite. */
const keyOf = ({ id }: Cell, index: number): string => `${id}#${index}`
