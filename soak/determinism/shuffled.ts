/**
 * JSON with the members of every object in another order: the same value, in other bytes.
 */
import type { Dice } from "../../bench/workload/dice.ts"
import { bareLines, resealed } from "../../test/engine/cassette/reseal.ts"

/** A recording with shuffled lines, and the checksums that these lines should have. */
export const shuffledRecording = (text: string, dice: Dice): string =>
  resealed(
    bareLines(text)
      .map((line) => `${JSON.stringify(shuffled(JSON.parse(line), dice))}\n`)
      .join("")
  )

const shuffled = (value: unknown, dice: Dice): unknown => {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, dice))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(mixed(Object.entries(value), dice).map(([name, one]) => [name, shuffled(one, dice)]))
}

/** By Fisher and Yates. */
const mixed = <A>(values: ReadonlyArray<A>, dice: Dice): ReadonlyArray<A> => {
  const all = [...values]
  for (let last = all.length - 1; last > 0; last--) {
    const at = dice(last + 1)
    ;[all[last], all[at]] = [all[at]!, all[last]!]
  }
  return all
}
