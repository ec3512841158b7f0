/**
 * Every matcher in one place: its fields, the words for it in a message, and what the compiler of suites refuses.
 *
 * The type comes from the fields, and so do the Schema (Matcher.ts) and the predicate (predicates.ts, generated). This
 * file does not load effect/Schema, since every replay loads this file.
 */
import { type Json, isArray, isJsonObject } from "../../std/Json.ts"
import { tryCatch } from "../../std/tryCatch.ts"
import { acceptsAll, schemaFlaws } from "./schemaFlaws.ts"
import { fitsEvery } from "../../std/regex/fitsEvery.ts"

/** What a field may hold. */
export interface FieldTypes {
  readonly json: Json
  readonly jsons: ReadonlyArray<Json>
  readonly text: string
  readonly number: number
  readonly matcher: MatcherData
  readonly matchers: ReadonlyArray<MatcherData>
}

/** The fields of each matcher beside `op`. */
export const matcherFields = {
  equals: { value: "json" },
  contains: { value: "json" },
  icontains: { value: "text" },
  containsAll: { values: "jsons" },
  regex: { pattern: "text", flags: "text" },
  schema: { schema: "json" },
  atLeast: { value: "number" },
  atMost: { value: "number" },
  between: { min: "number", max: "number" },
  length: { of: "matcher" },
  not: { of: "matcher" },
  allOf: { of: "matchers" },
  anyOf: { of: "matchers" }
} as const satisfies { readonly [op: string]: { readonly [field: string]: keyof FieldTypes } }

type Fields = typeof matcherFields
type Op = keyof Fields

/** The matcher of one `op`, as a plan stores it. */
type MatcherOf<Name extends Op> = Name extends Op
  ? {
      readonly [Field in "op" | keyof Fields[Name]]: Field extends keyof Fields[Name]
        ? TypeOf<Fields[Name][Field]>
        : Name
    }
  : never
type TypeOf<Field> = Field extends keyof FieldTypes ? FieldTypes[Field] : never

/** A matcher as a plan stores it. */
export type MatcherData = MatcherOf<Op>

interface Rules<Name extends Op> {
  /** The words for it in a message, after "expected": "at least 0.5". */
  readonly phrase: (matcher: MatcherOf<Name>) => string
  /** Why no value or every value matches, as the rest of a sentence that begins with the name of a target. */
  readonly flaws: (matcher: MatcherOf<Name>, ofList: boolean) => ReadonlyArray<string>
  /** The numbers that it compares with. */
  readonly thresholds: (matcher: MatcherOf<Name>) => ReadonlyArray<number>
}

const none = () => []

const rules: { readonly [Name in Op]: Rules<Name> } = {
  equals: { phrase: ({ value }) => `equal to ${JSON.stringify(value)}`, flaws: none, thresholds: none },
  contains: {
    phrase: ({ value }) => `containing ${JSON.stringify(value)}`,
    flaws: ({ value }, ofList) => emptyPart(value, ofList),
    thresholds: none
  },
  icontains: {
    phrase: ({ value }) => `containing ${JSON.stringify(value)} in any case`,
    flaws: ({ value }) => emptyPart(value, false),
    thresholds: none
  },
  containsAll: {
    phrase: ({ values }) => `containing all of ${JSON.stringify(values)}`,
    flaws: ({ values }, ofList) =>
      values.length === 0 ? ["is to contain all of nothing"] : values.flatMap((value) => emptyPart(value, ofList)),
    thresholds: none
  },
  regex: {
    phrase: ({ flags, pattern }) => `matching /${pattern}/${flags}`,
    flaws: ({ flags, pattern }) =>
      tryCatch(() => new RegExp(pattern, flags)) === undefined
        ? [`is matched by /${pattern}/${flags}, which is not a regular expression`]
        : fitsEveryText(pattern, flags)
          ? [`is matched by /${pattern}/${flags}, which every text matches`]
          : fitsNoText(pattern)
            ? [`is matched by /${pattern}/${flags}, which no text matches`]
            : [],
    thresholds: none
  },
  schema: {
    phrase: () => "valid against the JSON Schema",
    flaws: ({ schema }) => [
      ...schemaFlaws(schema).map((flaw) => `is matched by a JSON Schema with ${flaw}`),
      ...(acceptsAll(schema) ? ["is matched by a JSON Schema that every value is valid against"] : [])
    ],
    thresholds: none
  },
  atLeast: { phrase: ({ value }) => `at least ${value}`, flaws: none, thresholds: ({ value }) => [value] },
  atMost: { phrase: ({ value }) => `at most ${value}`, flaws: none, thresholds: ({ value }) => [value] },
  between: {
    phrase: ({ max, min }) => `between ${min} and ${max}`,
    flaws: ({ max, min }) => (min > max ? [`is to lie between ${min} and ${max}, which nothing does`] : []),
    thresholds: ({ max, min }) => [min, max]
  },
  length: {
    phrase: ({ of }) => `of a length ${phrase(of)}`,
    flaws: ({ of }) => flaws(of),
    // They count characters or elements, not what the target counts.
    thresholds: none
  },
  not: {
    phrase: ({ of }) => `not ${phrase(of)}`,
    flaws: ({ of }, ofList) => flaws(of, ofList),
    thresholds: ({ of }) => thresholds(of)
  },
  allOf: {
    phrase: ({ of }) => of.map(phrase).join(" and "),
    // Of no matchers it would always pass.
    flaws: ({ of }, ofList) =>
      of.length === 0 ? ["is matched by allOf of nothing"] : of.flatMap((one) => flaws(one, ofList)),
    thresholds: ({ of }) => of.flatMap(thresholds)
  },
  anyOf: {
    phrase: ({ of }) => of.map(phrase).join(" or "),
    flaws: ({ of }, ofList) =>
      of.length === 0 ? ["is matched by anyOf of nothing"] : of.flatMap((one) => flaws(one, ofList)),
    thresholds: ({ of }) => of.flatMap(thresholds)
  }
}

/** The rules of a matcher's own `op`, which the compiler does not see. */
const rulesOf = (matcher: MatcherData): Rules<Op> => rules[matcher.op] as Rules<Op>

/** How a message words a matcher, after "expected": "at least 0.5". A judge may be given one that was never checked. */
export const phrase = (matcher: MatcherData): string =>
  Object.hasOwn(rules, matcher.op) ? rulesOf(matcher).phrase(matcher) : "what a malformed matcher says"

/**
 * Why no value or every value matches, as the rest of a sentence that begins with the name of a target. Empty if it depends
 * on the value, as it has to. `ofList` is true for a target that is a list, such as `tool_calls[*].name`.
 */
export const flaws = (matcher: MatcherData, ofList = false): ReadonlyArray<string> =>
  rulesOf(matcher).flaws(matcher, ofList)

/** The JSON Schemas of a matcher and of the matchers in it. */
export const schemasIn = (matcher: MatcherData): ReadonlyArray<Json> => {
  if (matcher.op === "schema") return [matcher.schema]
  return "of" in matcher ? [matcher.of].flat().flatMap(schemasIn) : []
}

/** The numbers that a matcher compares its target with. */
export const thresholds = (matcher: MatcherData): ReadonlyArray<number> => rulesOf(matcher).thresholds(matcher)

/** Every text contains "", every list [], every object {}. In a list, "" and {} are elements like others. */
export const emptyPart = (value: Json, ofList: boolean): ReadonlyArray<string> => {
  const isEmpty = isArray(value)
    ? value.length === 0
    : !ofList && (value === "" || (isJsonObject(value) && Object.keys(value).length === 0))
  return isEmpty ? [`is to contain ${JSON.stringify(value)}, which is part of every such value`] : []
}

/**
 * Whether an expression matches every text, like "", "^", ".*", "|zzz" or "^[^]*$". Any other expression is not found to match every text:
 * "^(?!.*secret)" looks like one, and does not.
 */
export const fitsEveryText = (pattern: string, flags: string): boolean =>
  anything.test(pattern) || (/[ms]/.test(flags) && /^\^\.\*\$$/.test(pattern)) || fitsEvery(pattern, flags)

const anything = /^\^\[(?:\^|\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\]\*\$$/

/** Whether an expression matches no text: `not` of it matches every text. Any other expression is not found to match none. */
export const fitsNoText = (pattern: string): boolean =>
  /^(?:\[\]|\(\?!\)|\[\^(?:\\s\\S|\\S\\s|\\d\\D|\\D\\d|\\w\\W|\\W\\w)\])+$/.test(pattern)
