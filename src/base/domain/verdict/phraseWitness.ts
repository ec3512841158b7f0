/**
 * A witness of changed behaviour in words.
 */
import { canonicalJson } from "../../std/canonicalJson.ts"
import { shorten } from "../../std/shorten.ts"
import type { Witness } from "./Comparison.ts"

/** How much of the arguments is shown. */
const MAX = 200

/** How many runs each side has, if the reader should know. */
interface Sizes {
  readonly baseline: number
  readonly candidate: number
}

/** "weather get_forecast is called in 0 of 30 runs of the baseline and in 9 of 30 of the candidate" */
export const phraseWitness = (
  { after, args, baseline, candidate, name, server, times }: Witness,
  sizes?: Sizes
): string => {
  const of = (runs: number | undefined): string => (runs === undefined ? "" : ` of ${runs}`)
  const call = `${server} ${name}${args === undefined ? "" : ` ${shorten(canonicalJson(args), MAX)}`}`
  const order = after === undefined ? "" : ` directly after ${after.server} ${after.name}`
  const often = times === 1 ? "" : ` ${times} times or more`
  return (
    `${call} is called${order}${often} in ${baseline}${of(sizes?.baseline)} runs of the baseline ` +
    `and in ${candidate}${of(sizes?.candidate)} of the candidate`
  )
}
