/**
 * Matchers: what a value must be, typed by the values that it can be asked of.
 */
import type { Graded, Matcher, MatcherData } from "../domain/Matcher.ts"
import type { Json } from "../domain/Json.ts"

/** Deep equality; the order of keys does not matter. */
export const equals = <const A extends Json>(value: A): Matcher<Widen<A>> => of({ op: "equals", value })

/** A text within a text, an element of a list, or the given keys of an object; lists as multisets, extra keys fine. */
export const contains = <const A extends Json>(value: A): Matcher<Container<Widen<A>>> => of({ op: "contains", value })

/** A text within a text, in upper or lower case. */
export const icontains = (value: string): Matcher<string> => of({ op: "icontains", value })

/** Every text within a text, or every element of a list. */
export const containsAll = <const A extends string | number | boolean>(
  values: ReadonlyArray<A>
): Matcher<Container<Widen<A>>> => of({ op: "containsAll", values })

export const regex = (pattern: RegExp | string, flags = ""): Matcher<string> =>
  typeof pattern === "string"
    ? of({ op: "regex", pattern, flags })
    : of({ op: "regex", pattern: pattern.source, flags: pattern.flags })

/** Valid against a JSON Schema (2020-12, formats on, no remote references). Also a shape for the arguments of a call. */
export const schema = (jsonSchema: Json): JsonSchemaMatcher =>
  of({ op: "schema", schema: jsonSchema }) as JsonSchemaMatcher
export type JsonSchemaMatcher = Matcher<unknown> & { readonly op: "schema"; readonly schema: Json }

export const atLeast = (value: number): Matcher<number> => of({ op: "atLeast", value })
export const atMost = (value: number): Matcher<number> => of({ op: "atMost", value })
/** Both ends included. */
export const between = (min: number, max: number): Matcher<number> => of({ op: "between", min, max })

/** Code points of a text, elements of a list. */
export const length = (size: number | Matcher<number>): Matcher<string | ReadonlyArray<unknown>> =>
  of({ op: "length", of: dataOf(typeof size === "number" ? equals(size) : size) })

export const not = <A>(matcher: Matcher<A>): Matcher<A> => of({ op: "not", of: dataOf(matcher) })
export const allOf = <A>(...matchers: ReadonlyArray<Matcher<A>>): Matcher<A> =>
  of({ op: "allOf", of: matchers.map(dataOf) })
export const anyOf = <A>(...matchers: ReadonlyArray<Matcher<A>>): Matcher<A> =>
  of({ op: "anyOf", of: matchers.map(dataOf) })

/** What a model would have to grade. No deterministic gate accepts it: a verdict never rests on a model. */
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

const dataOf = (matcher: Matcher<never>): MatcherData => matcher as unknown as MatcherData
