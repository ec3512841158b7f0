/**
 * What crosses between the program and the threads that help it: plain data, all of it.
 */
import type { Cell } from "../../domain/Plan.ts"
import type { CellPart } from "../../judge/judgeCell.ts"
import type { Shared } from "../../layers/replay/share.ts"
import type { Stretch } from "../../cassette/runIndices.ts"

/** What a thread is told when it starts. */
export interface Setting {
  /** The module whose default export is the suite. */
  readonly url: string
  /** How many runs of each cell, where the suite does not decide. */
  readonly runs: number | undefined
}

/** A recording to help with. */
export interface Job {
  readonly number: number
  readonly cell: Cell
  readonly shared: Shared
  /** 1 once the thread is about to take a block. Before that, nobody needs to wait for it. */
  readonly begun: Int32Array<SharedArrayBuffer>
}

/** What a thread says of a job: what it made of each block, and in the end whether all went well. */
export type Message = { readonly job: number } & (Made | { readonly isSound: boolean })

/** Each is sent once, so that a thread has nothing to keep. */
export interface Made {
  readonly part: CellPart
  readonly stretches: ReadonlyArray<Stretch>
  readonly runs: number
  readonly tokens: number
}

/** Set where a suite is loaded by such a thread: its file is not the program there, although the runtime may think so. */
export const isWorker = "passhat/worker"
