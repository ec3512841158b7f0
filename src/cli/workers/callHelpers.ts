/**
 * How many threads help with a recording, where that pays.
 */
import process from "node:process"
import { cores } from "../cores.ts"
import type { Helper } from "./helperThread.ts"
import type { Setting } from "./Job.ts"

/**
 * In bytes. A thread loads the suite once more, and its code has to be compiled once more: what it takes over has to be
 * worth more. On Bun the second of two cores already compiles and collects for the first.
 */
const WORTH_IT = 16 * 1024 * 1024
const WORTH_IT_ON_TWO_CORES = process.versions["bun"] === undefined ? WORTH_IT : 96 * 1024 * 1024

/** Each needs some memory. */
const MOST = 7

/** How many should help with so many bytes where nobody says: one for each further core, or none. */
export const helpersWorth = async (size: number): Promise<number> => {
  if (size < WORTH_IT) return 0
  const further = (await cores()) - 1
  return further < 2 && size < WORTH_IT_ON_TWO_CORES ? 0 : Math.min(MOST, further)
}

export const startHelpers = async (setting: Setting, count: number): Promise<ReadonlyArray<Helper>> => {
  if (count < 1) return []
  const { helper } = await import("./helperThread.ts")
  return Array.from({ length: count }, () => helper(setting))
}
