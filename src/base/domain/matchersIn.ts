/**
 * All matchers that the words of a check may tell. "a and b or c" tells two, since words have no brackets.
 */
import { tryCatch } from "../std/tryCatch.ts"
import { type Json, isArray } from "../std/Json.ts"
import { type MatcherData, phrase } from "./matching/matchers.ts"

/** The most matchers that are told apart. */
const MOST = 200

/** Empty for words that tell no matcher, name a JSON Schema without its text, or may tell too many. */
export const matchersIn = (expected: string): ReadonlyArray<MatcherData> => {
  const known = new Map<string, ReadonlyArray<MatcherData>>()
  let isTooMuch = false

  const read = (words: string): ReadonlyArray<MatcherData> => {
    const before = known.get(words)
    if (before !== undefined || isTooMuch) return before ?? []
    const found = [
      ...wholeIn(words),
      ...inner(words, "not ").map((of): MatcherData => ({ op: "not", of })),
      ...inner(words, "of a length ").map((of): MatcherData => ({ op: "length", of })),
      ...joined(words, " and ", "allOf"),
      ...joined(words, " or ", "anyOf")
    ]
    known.set(words, found)
    isTooMuch ||= found.length > MOST || known.size > MOST
    return found
  }

  const inner = (words: string, lead: string): ReadonlyArray<MatcherData> =>
    words.startsWith(lead) ? read(words.slice(lead.length)) : []

  /** Two at a time: it makes no difference for three. */
  const joined = (words: string, between: string, op: "allOf" | "anyOf"): ReadonlyArray<MatcherData> =>
    placesOf(between, words).flatMap((at) => {
      const first = read(words.slice(0, at))
      return first.length === 0
        ? []
        : read(words.slice(at + between.length)).flatMap((last) => first.map((one) => ({ op, of: [one, last] })))
    })

  const found = read(expected)
  return isTooMuch || expected.includes(phrase({ op: "schema", schema: true })) ? [] : found
}

const placesOf = (part: string, words: string): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let at = words.indexOf(part); at !== -1; at = words.indexOf(part, at + 1)) places.push(at)
  return places
}

/** The matcher without another one in it. */
const wholeIn = (words: string): ReadonlyArray<MatcherData> => {
  const [, pattern, flags] = /^matching \/([^]*)\/([a-z]*)$/.exec(words) ?? []
  const [, folded] = /^containing ([^]*) in any case$/.exec(words) ?? []
  const [, all] = /^containing all of ([^]*)$/.exec(words) ?? []
  const [, part] = /^containing ([^]*)$/.exec(words) ?? []
  const text = jsonIn(folded)
  const values = jsonIn(all)
  const value = jsonIn(part)
  const read: ReadonlyArray<MatcherData | undefined> = [
    matcherIn(words),
    pattern === undefined ? undefined : { op: "regex", pattern, flags: flags ?? "" },
    typeof text === "string" ? { op: "icontains", value: text } : undefined,
    isArray(values) ? { op: "containsAll", values } : undefined,
    value === undefined ? undefined : { op: "contains", value }
  ]
  return read.filter((one): one is MatcherData => one !== undefined && phrase(one) === words)
}

const jsonIn = (text: string | undefined): Json | undefined =>
  text === undefined ? undefined : tryCatch(() => JSON.parse(text) as Json)

/** Undefined for words that tell no single comparison of numbers, and no value to be equal to. */
export const matcherIn = (expected: string): MatcherData | undefined => {
  const [, least] = /^at least (\S+)$/.exec(expected) ?? []
  const [, most] = /^at most (\S+)$/.exec(expected) ?? []
  const [, min, max] = /^between (\S+) and (\S+)$/.exec(expected) ?? []
  const value = expected.startsWith(EQUAL)
    ? tryCatch(() => JSON.parse(expected.slice(EQUAL.length)) as Json)
    : undefined
  const matcher: MatcherData | undefined =
    least !== undefined
      ? { op: "atLeast", value: Number(least) }
      : most !== undefined
        ? { op: "atMost", value: Number(most) }
        : min !== undefined
          ? { op: "between", min: Number(min), max: Number(max) }
          : value === undefined
            ? undefined
            : { op: "equals", value }
  return matcher !== undefined && phrase(matcher) === expected ? matcher : undefined
}

const EQUAL = "equal to "
