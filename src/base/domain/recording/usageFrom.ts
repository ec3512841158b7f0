/**
 * The tokens of an answer, from the counts that a provider sent.
 */
import type { Usage } from "./Cassette.ts"
import { natural } from "../../std/natural.ts"

/** Undefined unless both are whole numbers from 0. `more` are parts of the input that `input` leaves out. */
export const usageFrom = (input: unknown, output: unknown, ...more: ReadonlyArray<unknown>): Usage | undefined => {
  const counts = [output, input, ...more.filter((one) => one !== undefined && one !== null)].map(natural)
  if (counts.includes(undefined)) return undefined
  const [said = 0, ...read] = counts as ReadonlyArray<number>
  return { input: read.reduce((sum, one) => sum + one, 0), output: said }
}
