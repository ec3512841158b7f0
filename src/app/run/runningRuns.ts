/**
 * The runs that are going on, in the order in which they began, each with what it waits for and since when.
 */
import type * as Clock from "effect/Clock"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import type { RunningRun } from "../../edges/report/progressLine.ts"
import type { Waiting } from "../../engine/services/Progress.ts"

interface Entry extends Omit<RunningRun, "forMs"> {
  /** On the clock of the terminal: that of a run may be virtual. */
  readonly since: number
}

export const runningRuns = (clock: Clock.Clock) => {
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
