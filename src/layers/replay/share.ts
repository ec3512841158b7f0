/**
 * A thread's share of a recording: the runs of block after block, each taken by whoever comes first.
 */
import { tryCatch } from "../../std/tryCatch.ts"
import type { RecordedRun } from "../../domain/Cassette.ts"
import { BLOCK, LINE_FEED, openBlocks, type Recording, textOf } from "./blocks.ts"
import { readPlainRun } from "./plainRun.ts"
import type { Stretch } from "../../cassette/runIndices.ts"

/** What threads that share a recording have in common. Plain data, as it has to cross from one to another. */
export interface Shared {
  readonly recording: Recording
  readonly block: number
  /** The number of the next block that nobody took yet, as one 32-bit integer. */
  readonly next: SharedArrayBuffer
}

export interface Share {
  /** Takes a block. Where anything is unusual, nothing that was taken by anybody counts. */
  readonly take: () => Taken
  /** The indices of the runs that it took, in the order of the file. May be taken away. */
  readonly stretches: Array<Stretch>
  readonly close: () => void
}

export type Taken = "taken" | "none left" | "unusual"

export const sharedOf = (recording: Recording, block = BLOCK): Shared => ({
  recording,
  block,
  next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
})

/** Leaves nothing for others to take. */
export const withdraw = ({ next, ...shared }: Shared): void => {
  Atomics.store(new Int32Array(next), 0, countOf(shared))
}

/** Hands over every run of its blocks to one who may refuse it. `node:fs` may throw. */
export const shareOf = (shared: Shared, run: (recorded: RecordedRun) => boolean): Share => {
  const next = new Int32Array(shared.next)
  const count = countOf(shared)
  const blocks = openBlocks(shared.recording, shared.block)
  const stretches: Array<Stretch> = []

  const takeLine = (line: string): boolean => {
    const recorded = readPlainRun(line)
    if (recorded === undefined || !run(recorded)) return false
    note(stretches, recorded.index)
    return true
  }

  const takeBlock = (at: number): boolean => {
    const lines = blocks.lines(at)
    if (lines === undefined) return false
    // Line by line, though that is more calls: a text as long as a block is new memory every time.
    for (let from = 0; from < lines.length;) {
      const end = lines.indexOf(LINE_FEED, from)
      if (!takeLine(textOf(lines.subarray(from, end)))) return false
      from = end + 1
    }
    return true
  }

  const take: Share["take"] = () => {
    const at = Atomics.load(next, 0) < count ? Atomics.add(next, 0, 1) : count
    const isSound = tryCatch(() => (at < count ? takeBlock(at) : blocks.isSame()))
    if (isSound !== true) return "unusual"
    return at < count ? "taken" : "none left"
  }

  return { take, stretches, close: blocks.close }
}

const countOf = ({ block, recording: { from, size } }: Omit<Shared, "next">): number => Math.ceil((size - from) / block)

const note = (stretches: Array<Stretch>, index: number): void => {
  const last = stretches.at(-1)
  if (last !== undefined && last[1] + 1 === index) stretches[stretches.length - 1] = [last[0], index]
  else stretches.push([index, index])
}
