/**
 * Progress on standard error: one line on a terminal, rewritten in place and cleared at the end; plain lines elsewhere.
 */
import process from "node:process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Cell, Plan } from "../../domain/Plan.ts"
import { tokensOf } from "../../domain/tokensOf.ts"
import { plainProgress, progressLine, type Progress } from "../../report/progressLine.ts"
import { clearLoading } from "../output/loadingLine.ts"
import { widthOf } from "../output/terminal.ts"
import type { RunObserver } from "./RunObserver.ts"

/** The shortest time between two drawings, and the longest. */
const FRAME_MS = 80
const TICK = "1 second"

interface Seen {
  done: number
  red: number
  tokens: number
  readonly running: Set<string>
}

/** `judges`: whether to judge each run, to count the red ones. */
export const progress = Effect.fnUntraced(function* (plans: ReadonlyArray<Plan>, judges: boolean) {
  const clock = yield* Clock.Clock
  const since = clock.currentTimeMillisUnsafe()
  const seen: Seen = { done: 0, red: 0, tokens: 0, running: new Set() }
  const total = plans.flatMap((plan) => plan.cells).reduce((sum, cell) => sum + cell.runs, 0)
  const standing = (): Progress => ({
    ...seen,
    total,
    elapsedMs: clock.currentTimeMillisUnsafe() - since,
    running: [...seen.running]
  })
  const replayed = new Map<Cell, { readonly runs: number; readonly tokens: number }>()
  const show = process.stderr.isTTY === true ? yield* writtenOver(standing, clock) : plainLines(standing)
  return {
    started: (_suite, cell, index) =>
      Effect.sync(() => {
        seen.running.add(rowOf(cell, index))
        show("started")
      }),
    finished: (_suite, cell, result, verdict) =>
      Effect.sync(() => {
        seen.running.delete(rowOf(cell, result.index))
        seen.done += 1
        seen.tokens += tokensOf(result)
        if (judges && verdict().verdict !== "pass") seen.red += 1
        show("finished")
      }),
    replayed: (cell, runs, tokens) => {
      const before = replayed.get(cell) ?? { runs: 0, tokens: 0 }
      replayed.set(cell, { runs, tokens })
      seen.done += runs - before.runs
      seen.tokens += tokens - before.tokens
      show("replayed")
    }
  } satisfies RunObserver
})

type Show = (what: "started" | "finished" | "replayed") => void

/** The first line is drawn before the first run starts. */
const writtenOver = Effect.fnUntraced(function* (standing: () => Progress, clock: Clock.Clock) {
  let drawn = Number.NEGATIVE_INFINITY
  const draw = (): void => {
    drawn = clock.currentTimeMillisUnsafe()
    process.stderr.write(`\r${progressLine(standing(), widthOf(2))}\u001b[K`)
  }
  clearLoading()
  yield* Effect.acquireRelease(Effect.sync(draw), () => Effect.sync(() => process.stderr.write("\r\u001b[K")))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(Effect.sync(draw), TICK)))
  const show: Show = () => {
    if (clock.currentTimeMillisUnsafe() - drawn >= FRAME_MS) draw()
  }
  return show
})

const plainLines =
  (standing: () => Progress): Show =>
  (what) => {
    if (what === "finished") process.stderr.write(`${plainProgress(standing())}\n`)
  }

const rowOf = (cell: Cell, index: number): string => `${cell.name} #${index}`
