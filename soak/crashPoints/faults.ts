/**
 * What happens at one operation of a simulated disk, and what a crash there leaves.
 */

export interface Fault {
  readonly name: string
  /** Which operation, from 1. */
  readonly at: number
  /** The operation fails with it, and the program goes on. Absent for a crash. */
  readonly error?: "ENOSPC" | "EIO"
  /** Whether every operation after it fails too. */
  readonly stays?: boolean
  /** Whether the machine goes off after the operation, not before. */
  readonly isAfter?: boolean
  /** How much of a write is done all the same. */
  readonly tears?: (length: number) => number
  readonly loss: Loss
}

/** What is kept of that which no sync has reached. */
export interface Loss {
  /** Names that were given and taken away. Without renames, the other changes of names are kept. */
  readonly names: "all" | "none" | "no renames"
  /** Bytes that were written. `zeros`: the length is kept alone. `holes`: the first half is zeros, the second is kept. */
  readonly bytes: "all" | "none" | "zeros" | "holes"
}

/** As when a process is killed: the system writes the rest. */
export const NO_LOSS: Loss = { names: "all", bytes: "all" }

export type Kind = Omit<Fault, "at">

const half = (length: number): number => length >> 1

export const kinds: ReadonlyArray<Kind> = [
  { name: "a crash before it", loss: NO_LOSS },
  { name: "a crash after it", isAfter: true, loss: NO_LOSS },
  { name: "a write torn at 0", tears: () => 0, loss: NO_LOSS },
  { name: "a write torn at 1", tears: (length) => Math.min(1, length), loss: NO_LOSS },
  { name: "a write torn in the middle", tears: half, loss: NO_LOSS },
  { name: "a write torn before its last byte", tears: (length) => Math.max(0, length - 1), loss: NO_LOSS },
  { name: "a power cut that loses all that is not synced", isAfter: true, loss: { names: "none", bytes: "none" } },
  { name: "a power cut that loses names", isAfter: true, loss: { names: "none", bytes: "all" } },
  { name: "a power cut that loses renames", isAfter: true, loss: { names: "no renames", bytes: "all" } },
  { name: "a power cut that loses bytes", isAfter: true, loss: { names: "all", bytes: "none" } },
  { name: "a power cut that leaves zeros", isAfter: true, loss: { names: "all", bytes: "zeros" } },
  { name: "a power cut that leaves holes", isAfter: true, loss: { names: "all", bytes: "holes" } },
  { name: "ENOSPC", error: "ENOSPC", tears: half, loss: NO_LOSS },
  { name: "ENOSPC from there on", error: "ENOSPC", stays: true, tears: half, loss: NO_LOSS },
  { name: "EIO", error: "EIO", tears: half, loss: NO_LOSS },
  { name: "EIO from there on", error: "EIO", stays: true, tears: half, loss: NO_LOSS }
]
