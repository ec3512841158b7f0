/**
 * Shortens names without making two of them the same.
 */
import { groupBy } from "../../../base/std/groupBy.ts"

/** Characters of the beginning that are kept at least of a name that is cut in the middle. */
const HEAD = 8

/**
 * Cuts each name. Names that would become the same are cut in the middle, so that what tells them apart is shown; if that is not
 * enough, they are not cut.
 */
export const distinct = (names: ReadonlyArray<string>, cut: (name: string) => string): ReadonlyArray<string> => {
  const short = new Map(names.map((name) => [name, cut(name)]))
  for (const alike of collisions(short)) {
    const from = firstDifference(alike)
    for (const name of alike) short.set(name, withoutMiddle(name, from, cut))
  }
  for (const alike of collisions(short)) for (const name of alike) short.set(name, name)
  return names.map((name) => short.get(name) ?? name)
}

/** The names of each text that stands for several. */
const collisions = (short: ReadonlyMap<string, string>): ReadonlyArray<ReadonlyArray<string>> =>
  [...groupBy([...short], ([, text]) => text).values()]
    .filter((alike) => alike.length > 1)
    .map((alike) => alike.map(([name]) => name))

/** Where the first of the names differs from one of the others. */
const firstDifference = ([first = "", ...others]: ReadonlyArray<string>): number => {
  let from = first.length
  for (const other of others) {
    let at = 0
    while (at < from && first[at] === other[at]) at++
    from = at
  }
  return isLow(first, from) ? from - 1 : from
}

/** As much of the beginning of a name as fits, and the rest from where it differs. */
const withoutMiddle = (name: string, from: number, cut: (name: string) => string): string => {
  const withHead = (head: number): string =>
    `${name.slice(0, isLow(name, head) ? head - 1 : head)}...${name.slice(from)}`
  if (from <= HEAD) return cut(name)
  let [fits, tooLong] = [HEAD, from]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (cut(withHead(middle)) === withHead(middle)) fits = middle
    else tooLong = middle
  }
  return cut(withHead(fits))
}

/** Whether the second half of a character that takes two units is here. */
const isLow = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text[at] ?? "")
