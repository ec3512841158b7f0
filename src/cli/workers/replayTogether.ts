/**
 * Replays one recording in several threads at once: whoever has nothing to do takes the next block, and what they made of
 * theirs is put together.
 *
 * Every run is judged as it would be by one alone, from the same bytes by the same code, so the report is the same.
 */
import { tryCatch } from "../../std/tryCatch.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Recording } from "../../layers/replay/blocks.ts"
import type { Replaying } from "../../layers/replay/Crew.ts"
import type { Stretch } from "../../cassette/runIndices.ts"
import { type Share, sharedOf, shareOf, withdraw } from "../../layers/replay/share.ts"
import type { Helper } from "./helperThread.ts"
import type { Made } from "./Job.ts"

export interface Task {
  readonly cell: Cell
  readonly recording: Recording
  readonly replaying: Replaying
  /** In bytes. */
  readonly block?: number
}

/** Comes to the indices of its runs; to nothing where anybody met anything unusual, or where it was stopped. */
export const replayTogether = async (
  helpers: ReadonlyArray<Helper>,
  { block, cell, recording, replaying: { parts, run } }: Task,
  signal: AbortSignal
): Promise<ReadonlyArray<Stretch> | undefined> => {
  const shared = sharedOf(recording, block)
  const stretches: Array<Stretch> = []
  let isOver = false
  const take = (made: Made): void => {
    if (isOver) return
    parts.join(made.part)
    parts.heard(made.runs, made.tokens)
    stretches.push(...made.stretches)
  }
  const helps = helpers.map(({ help }) => help(cell, shared, take))
  const own = tryCatch(() => shareOf(shared, (recorded) => recorded.index > cell.runs || run(recorded)))
  const tookAll = own !== undefined && (await takeAll(own, signal))
  withdraw(shared)
  const begun = tookAll ? helps.filter(({ hasBegun }) => hasBegun()) : []
  const done = await Promise.all(begun.map((one) => one.done))
  isOver = true
  return tookAll && !signal.aborted && done.every(Boolean) ? [...own.stretches, ...stretches] : undefined
}

/** Whether all went well. Somebody else may have a turn after each block. */
const takeAll = async ({ close, take }: Share, signal: AbortSignal): Promise<boolean> => {
  let taken = take()
  while (taken === "taken" && !signal.aborted) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!signal.aborted) taken = take()
  }
  close()
  return taken === "none left" && !signal.aborted
}
