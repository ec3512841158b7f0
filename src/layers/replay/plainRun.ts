/**
 * A line of a cassette that holds a run, read without the Schema. What is refused here is left to the Schema, which also
 * says what is wrong.
 */
import { isRecordedRun } from "../../cassette/predicates.ts"
import type { RecordedRun } from "../../domain/Cassette.ts"
import { tryCatch } from "../../std/tryCatch.ts"

/**
 * The run of a whole line, or undefined.
 *
 * The value must be written again as it was read: then no key is there twice, which JSON.parse would drop in silence, and
 * no number has lost digits.
 */
export const readPlainRun = (text: string): RecordedRun | undefined =>
  tryCatch(() => {
    const value: unknown = JSON.parse(text)
    return isRecordedRun(value) && JSON.stringify(value) === text ? value : undefined
  })
