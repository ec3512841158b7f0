/**
 * Whether a matcher passes every value that its target can have: such a check can only pass.
 *
 * A few values stand for all that the matcher can tell apart: its own constants, and one value of each other sort. What it says of a text,
 * a list or an object beside its constants (an expression, a JSON Schema, a length) is tried both ways. A matcher with too many parts to try
 * is taken for one that can fail.
 */
import type { JsonSchemaCheck, MatcherData } from "../../base/domain/matching/Matcher.ts"
import { type Range, rangeOf } from "../../base/domain/verdict/ranges.ts"
import { acceptsAll } from "../../base/domain/matching/schemaFlaws.ts"
import type { Unit } from "../../base/domain/verdict/Metric.ts"
import { isArray, isJsonObject, type Json } from "../../base/std/Json.ts"
import { match } from "./match.ts"

/** The most parts of which every combination is tried. */
const MOST_PARTS = 12

export const passesEvery = (matcher: MatcherData, unit: Unit | undefined, jsonSchema?: JsonSchemaCheck): boolean => {
  const range = rangeOf(unit)
  if ((range === undefined || range.isText === true) && CLAIMS.has(matcher.op)) return false
  const leaves = leavesOf(matcher)
  const parts = [...new Set(leaves.flatMap(partsOf))]
  if (leaves.length + parts.length > MOST_PARTS) return false
  const points = [...leaves.flatMap(constantsOf), ...pointsOf(matcher, range)]
  return (
    holdsEitherWay(matcher, "", leaves) ||
    (points.filter((value) => isIn(range, value)).every((value) => match(matcher, value, jsonSchema).passed) &&
      sortsOf(matcher, range, parts).every((value) =>
        holdsEitherWay(
          matcher,
          value,
          leaves.filter((leaf) => isOpaque(leaf, range)),
          jsonSchema
        )
      ))
  )
}

/** A text, or anything, does not always equal or contain something: what it always does is a flaw of the matcher itself. */
const CLAIMS: ReadonlySet<string> = new Set(["equals", "contains", "icontains", "containsAll", "regex"])

/** The matchers in a matcher that have no matcher of the same value in them, each once. */
const leavesOf = (matcher: MatcherData): ReadonlyArray<MatcherData> => {
  const all = (one: MatcherData): ReadonlyArray<MatcherData> =>
    one.op === "not" ? all(one.of) : one.op === "allOf" || one.op === "anyOf" ? one.of.flatMap(all) : [one]
  return [...new Map(all(matcher).map((leaf) => [JSON.stringify(leaf), leaf])).values()]
}

/** The values that a matcher tells from all others. */
const constantsOf = (leaf: MatcherData): ReadonlyArray<Json> => {
  if (leaf.op === "equals") return [leaf.value]
  if (leaf.op !== "schema" || !isJsonObject(leaf.schema)) return []
  const { const: only, enum: listed } = leaf.schema
  return [...(only === undefined ? [] : [only]), ...(isArray(listed) ? listed : [])]
}

/** The texts and other scalars that a value may contain. */
const partsOf = (leaf: MatcherData): ReadonlyArray<Json> =>
  (leaf.op === "containsAll"
    ? leaf.values
    : leaf.op === "contains" || leaf.op === "icontains"
      ? [leaf.value]
      : []
  ).filter((part) => typeof part !== "object" || part === null)

/** Whether the answer for a value of some sort is not that for another of the sort. */
const isOpaque = (leaf: MatcherData, range: Range | undefined): boolean =>
  leaf.op === "regex" ||
  (leaf.op === "schema" && (range === undefined || tellsTexts(leaf.schema))) ||
  leaf.op === "length" ||
  (leaf.op === "contains" && typeof leaf.value === "object") ||
  (leaf.op === "containsAll" && leaf.values.some((value) => typeof value === "object"))

/** Whether a JSON Schema can take one text and not another, beside those that it lists. */
const tellsTexts = (schema: Json): boolean => {
  if (!isJsonObject(schema)) return false
  const { type: _, ...others } = schema
  return (
    Object.keys(others).some((key) => /^(?:m..Length|pattern|format|not|...?Of|if|\$.*)$/.test(key)) &&
    !acceptsAll(others)
  )
}

/** Values that stand for themselves: those of a short list, and numbers on both sides of every number in the matcher. */
const pointsOf = (matcher: MatcherData, range: Range | undefined): ReadonlyArray<Json> => {
  if (range === undefined || range.isText === true) return []
  if (range.values !== undefined) return range.values
  return numbersAround([range.from ?? 0, range.to ?? 0, ...numbersIn(matcher as unknown as Json)])
}

const numbersIn = (value: Json): ReadonlyArray<number> =>
  typeof value === "number"
    ? [value]
    : isArray(value)
      ? value.flatMap(numbersIn)
      : isJsonObject(value)
        ? Object.values(value).flatMap(numbersIn)
        : []

const numbersAround = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  const between = sorted.map((one, at) => (one + (sorted[at + 1] ?? one + 2)) / 2)
  return [...sorted, ...between].flatMap((one) => [
    one,
    Math.floor(one),
    Math.ceil(one),
    Math.floor(one) - 1,
    Math.ceil(one) + 1
  ])
}

const isIn = (range: Range | undefined, value: Json): boolean => {
  if (range === undefined) return true
  if (range.isText === true) return typeof value === "string"
  if (range.values !== undefined) return range.values.includes(value)
  if (typeof value !== "number" || (range.isWhole === true && !Number.isInteger(value))) return false
  return value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity)
}

/** A value of each sort that the matcher does not hold itself. A text or list of some of the parts stands for all that have these parts. */
const sortsOf = (matcher: MatcherData, range: Range | undefined, parts: ReadonlyArray<Json>): ReadonlyArray<Json> => {
  if (range !== undefined && range.isText !== true) return []
  const some = subsets(parts)
  const texts = some.map((few) => ["", ...few.filter((part) => typeof part === "string"), ""].join("\u0000"))
  if (range !== undefined) return texts
  return [...texts, ...some, ...numbersAround(numbersIn(matcher as unknown as Json)), 0.5, true, false, null, {}]
}

const subsets = <A>([first, ...others]: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (first === undefined) return [[]]
  const some = subsets(others)
  return [...some, ...some.map((few) => [first, ...few])]
}

/** Whether a matcher passes a value, whatever these of its leaves say. */
const holdsEitherWay = (
  matcher: MatcherData,
  value: Json,
  open: ReadonlyArray<MatcherData>,
  jsonSchema?: JsonSchemaCheck
): boolean =>
  subsets(open.map((leaf) => JSON.stringify(leaf))).every((passing) => {
    const said = (one: MatcherData): MatcherData => {
      const key = JSON.stringify(one)
      if (one.op === "not") return { op: "not", of: said(one.of) }
      if (one.op === "allOf" || one.op === "anyOf") return { op: one.op, of: one.of.map(said) }
      if (!open.some((leaf) => JSON.stringify(leaf) === key)) return one
      const passes: MatcherData = { op: "equals", value }
      return passing.includes(key) ? passes : { op: "not", of: passes }
    }
    return match(said(matcher), value, jsonSchema).passed
  })
