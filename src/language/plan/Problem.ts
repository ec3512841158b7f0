/**
 * What is wrong with a suite, and the way out, before it is known where it stands.
 */
import type { CallSite } from "../dsl/callSite.ts"

export interface Problem {
  readonly what: string
  readonly hint: string
  /** Where the gate that has the problem was made. */
  readonly callSite?: CallSite
}

export const when = (wrong: boolean, what: string, hint: string): ReadonlyArray<Problem> =>
  wrong ? [{ what, hint }] : []

export const wholeFrom1 = (n: number): boolean => Number.isSafeInteger(n) && n >= 1
