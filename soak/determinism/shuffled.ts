/**
 * JSON with the members of every object in another order: the same value, in other bytes.
 */
import type { Dice } from "../../bench/workload/dice.ts"

/** Of every line of a text. */
export const shuffledLines = (text: string, dice: Dice): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? line : JSON.stringify(shuffled(JSON.parse(line), dice))))
    .join("\n")

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
