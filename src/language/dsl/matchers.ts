/**
 * Matchers: what a value must be, typed by the values that they can be applied to.
 */
import type { Graded, Matcher, MatcherData } from "../../base/domain/matching/Matcher.ts"
import type { Json } from "../../base/domain/Json.ts"

/**
 * Deep equality; the order of keys does not matter.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[0].args", equals({ city: "Rome" })))
 * ```
 */
export const equals = <const A extends Json>(value: A): Matcher<Widen<A>> => of({ op: "equals", value })

/**
 * A text within a text, an element of a list, or the given keys of an object. Lists are compared as multisets.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[*].name", contains("get_weather")))
 * ```
 */
export const contains = <const A extends Json>(value: A): Matcher<Container<Widen<A>>> => of({ op: "contains", value })

/**
 * A text within a text, in upper or lower case.
 *
 * ```ts
 * asks.pipe(said(icontains("sunny")))
 * ```
 */
export const icontains = (value: string): Matcher<string> => of({ op: "icontains", value })

/**
 * Every one of the texts within a text, or of the elements within a list.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[*].name", containsAll(["get_weather", "get_forecast"])))
 * ```
 */
export const containsAll = <const A extends string | number | boolean>(
  values: ReadonlyArray<A>
): Matcher<Container<Widen<A>>> => of({ op: "containsAll", values })

/**
 * A text that a regular expression finds a match in.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[0].args.city", regex(/^rome/i)))
 * ```
 */
export const regex = (pattern: RegExp | string, flags = ""): Matcher<string> =>
  typeof pattern === "string"
    ? of({ op: "regex", pattern, flags })
    : of({ op: "regex", pattern: Object(pattern).source, flags: Object(pattern).flags })

/**
 * Valid against a JSON Schema (2020-12, with formats, without remote references). Also a shape for the arguments of a call.
 *
 * ```ts
 * asks.pipe(expect("tool_results[0].structured", schema({ type: "object", required: ["temperature"] })))
 * ```
 */
export const schema = (jsonSchema: Json): JsonSchemaMatcher =>
  of({ op: "schema", schema: jsonSchema }) as JsonSchemaMatcher
export type JsonSchemaMatcher = Matcher<unknown> & { readonly op: "schema"; readonly schema: Json }

/**
 * A number that is not less.
 *
 * ```ts
 * asks.pipe(runs(5), stability({ score: atLeast(0.7) }))
 * ```
 */
export const atLeast = (value: number): Matcher<number> => of({ op: "atLeast", value })

/**
 * A number that is not greater.
 *
 * ```ts
 * asks.pipe(expect("conversation.tokens.total", atMost(2_000)))
 * ```
 */
export const atMost = (value: number): Matcher<number> => of({ op: "atMost", value })

/**
 * A number between two others, both included.
 *
 * ```ts
 * asks.pipe(expect("tool_results[0].structured.temperature", between(-60, 60)))
 * ```
 */
export const between = (min: number, max: number): Matcher<number> => of({ op: "between", min, max })

/**
 * The number of code points of a text, or of elements of a list.
 *
 * ```ts
 * asks.pipe(expect("tool_calls", length(2)), said(length(atMost(400))))
 * ```
 */
export const length = (size: number | Matcher<number>): Matcher<string | ReadonlyArray<unknown>> =>
  of({ op: "length", of: dataOf(typeof size === "number" ? equals(size) : size) })

/**
 * A value that the matcher can be applied to, and that it does not match.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[*].name", not(contains("get_forecast"))))
 * ```
 */
export const not = <A>(matcher: Matcher<A>): Matcher<A> => of({ op: "not", of: dataOf(matcher) })

/**
 * A value that every one of the matchers matches.
 *
 * ```ts
 * asks.pipe(said(allOf(contains("Rome"), contains("degrees"))))
 * ```
 */
export const allOf = <A>(...matchers: ReadonlyArray<Matcher<A>>): Matcher<A> =>
  of({ op: "allOf", of: matchers.map(dataOf) })

/**
 * A value that at least one of the matchers matches.
 *
 * ```ts
 * asks.pipe(expect("tool_calls[0].args.city", anyOf(equals("Rome"), equals("Roma"))))
 * ```
 */
export const anyOf = <A>(...matchers: ReadonlyArray<Matcher<A>>): Matcher<A> =>
  of({ op: "anyOf", of: matchers.map(dataOf) })

/**
 * A rubric that a model would have to grade. No gate of passhat accepts it, because a verdict never depends on a model: `judged` asks
 * one, and decides nothing.
 *
 * ```ts
 * // @ts-expect-error a graded matcher in a deterministic gate
 * asks.pipe(said(judge<string>("Is the answer polite?")))
 * ```
 */
export const judge = <A>(rubric: string): Graded<A> => ({ op: "judge", rubric }) as Graded<A>

type Widen<A> = A extends string
  ? string
  : A extends number
    ? number
    : A extends boolean
      ? boolean
      : A extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Widen<Item>>
        : A extends object
          ? { readonly [K in keyof A]: Widen<A[K]> }
          : A

/** What can contain an `A`. */
type Container<A> = A extends string
  ? string | ReadonlyArray<string>
  : A extends ReadonlyArray<unknown>
    ? A
    : A extends object
      ? A | ReadonlyArray<A>
      : ReadonlyArray<A>

const of = <A>(matcher: MatcherData): Matcher<A> => Object.freeze(matcher) as unknown as Matcher<A>

/** Every Matcher is a MatcherData: `of` is the only way to make one. */
const dataOf = (matcher: Matcher<never>): MatcherData => matcher as unknown as MatcherData
