/**
 * The error of a suite whose rows cannot be read: its message says everything, so that no place in the code has to.
 */
import { raise } from "../../base/std/tryCatch.ts"

const NAME = "RowsError"

export const raiseRowsError = (message: string): never => raise(message, NAME)

/** By its name: the suite may have another copy of passhat. */
export const isRowsError = (cause: unknown): cause is Error => cause instanceof Error && cause.name === NAME
