/**
 * Of which recordings digests are kept, and under which names: those of the digests, and of the note that says which
 * recording was replayed last.
 */
import type { Cell } from "../../domain/Plan.ts"

/** Smaller recordings are read in no time; of larger ones more would have to be kept in memory than there may be. */
const SMALLEST = 1024 * 1024
const LARGEST = 256 * 1024 * 1024

export const isWorthDigests = (size: number): boolean => size >= SMALLEST && size <= LARGEST

/** What changes when a recording is written, as a rule: not to be trusted with more than a guess. */
export const stampOf = (size: number, written: Date): string => `${size} ${written.getTime()}`

export const nameOf = ({ id }: Cell): string => `${id.replaceAll("/", "+")}.digests`
export const noteOf = ({ id }: Cell): string => `${id.replaceAll("/", "+")}.seen`
