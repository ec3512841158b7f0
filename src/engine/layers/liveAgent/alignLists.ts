/**
 * Two values whose lists are put side by side before they are compared: where one has an element more, in the middle as well, the other
 * has a hole. Index by index, everything behind that element would differ.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"

type Pair = readonly [before: Json, after: Json]

/** Longer lists are compared index by index. */
const MOST_CELLS = 1_000_000

export const alignLists = (before: Json, after: Json): Pair => {
  if (isArray(before) && isArray(after)) return ofLists(before, after)
  if (!isJsonObject(before) || !isJsonObject(after)) return [before, after]
  const pairs = Object.entries(before).flatMap(([name, was]) => {
    const is = Object.hasOwn(after, name) ? after[name] : undefined
    return is === undefined ? [] : [[name, alignLists(was, is)] as const]
  })
  const side = (at: 0 | 1) => Object.fromEntries(pairs.map(([name, pair]) => [name, pair[at]]))
  return [
    { ...before, ...side(0) },
    { ...after, ...side(1) }
  ]
}

/** Sparse lists: an element that the other list has not is beside a hole. */
const ofLists = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>): Pair => {
  const places = placesIn(before, after)
  const [left, right]: [Array<Json>, Array<Json>] = [[], []]
  left.length = right.length = places.length
  for (const [place, [at = -1, other = -1]] of places.entries()) {
    const [was, is] = [before[at], after[other]]
    const pair = was === undefined || is === undefined ? [was, is] : alignLists(was, is)
    if (pair[0] !== undefined) left[place] = pair[0]
    if (pair[1] !== undefined) right[place] = pair[1]
  }
  return [left, right]
}

/** Indices of elements that are side by side. Undefined: the list has none there. */
type Places = ReadonlyArray<readonly [before: number | undefined, after: number | undefined]>

const placesIn = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>): Places => {
  const isByIndex = before.length === after.length || before.length * after.length > MOST_CELLS
  if (isByIndex) return besides([...before.keys()], [...after.keys()])
  const [was, is] = [before, after].map((list) => list.map((one) => canonicalJson(one))) as [
    Array<string>,
    Array<string>
  ]
  const common = commonLengths(was, is)
  const places: Array<Places[number]> = []
  let [removed, added]: [Array<number>, Array<number>] = [[], []]
  let [at, other] = [0, 0]
  while (at < was.length || other < is.length) {
    const isCommon = at < was.length && other < is.length && was[at] === is[other]
    if (isCommon) {
      places.push(...besides(removed, added), [at++, other++])
      removed = []
      added = []
    } else if (other >= is.length || (at < was.length && common[at + 1]![other]! >= common[at]![other + 1]!))
      removed.push(at++)
    else added.push(other++)
  }
  return [...places, ...besides(removed, added)]
}

/** What is between two equal elements has changed, as far as both lists have something there. */
const besides = (removed: ReadonlyArray<number>, added: ReadonlyArray<number>): Places =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => [removed[at], added[at]] as const)

/** Of the longest common subsequence of what begins at two indices. */
const commonLengths = (was: ReadonlyArray<string>, is: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<number>> => {
  const lengths = Array.from({ length: was.length + 1 }, () => Array.from({ length: is.length + 1 }, () => 0))
  for (let at = was.length - 1; at >= 0; at--) {
    for (let other = is.length - 1; other >= 0; other--) {
      lengths[at]![other] =
        was[at] === is[other]
          ? lengths[at + 1]![other + 1]! + 1
          : Math.max(lengths[at + 1]![other]!, lengths[at]![other + 1]!)
    }
  }
  return lengths
}
