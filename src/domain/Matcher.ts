/**
 * A claim about one value, as data: what a suite says must hold, what a plan stores, and what the judge checks.
 */
import * as Schema from "effect/Schema"
import { Json } from "./Json.ts"

/** A matcher as a plan stores it. */
export type MatcherData =
  | { readonly op: "equals"; readonly value: Json }
  | { readonly op: "contains"; readonly value: Json }
  | { readonly op: "icontains"; readonly value: string }
  | { readonly op: "containsAll"; readonly values: ReadonlyArray<Json> }
  | { readonly op: "regex"; readonly pattern: string; readonly flags: string }
  | { readonly op: "schema"; readonly schema: Json }
  | { readonly op: "atLeast"; readonly value: number }
  | { readonly op: "atMost"; readonly value: number }
  | { readonly op: "between"; readonly min: number; readonly max: number }
  | { readonly op: "length"; readonly of: MatcherData }
  | { readonly op: "not"; readonly of: MatcherData }
  | { readonly op: "allOf"; readonly of: ReadonlyArray<MatcherData> }
  | { readonly op: "anyOf"; readonly of: ReadonlyArray<MatcherData> }

const Nested: Schema.Codec<MatcherData> = Schema.suspend((): Schema.Codec<MatcherData> => MatcherData)

export const MatcherData: Schema.Codec<MatcherData> = Schema.Union([
  Schema.Struct({ op: Schema.Literal("equals"), value: Json }),
  Schema.Struct({ op: Schema.Literal("contains"), value: Json }),
  Schema.Struct({ op: Schema.Literal("icontains"), value: Schema.String }),
  Schema.Struct({ op: Schema.Literal("containsAll"), values: Schema.Array(Json) }),
  Schema.Struct({ op: Schema.Literal("regex"), pattern: Schema.String, flags: Schema.String }),
  Schema.Struct({ op: Schema.Literal("schema"), schema: Json }),
  Schema.Struct({ op: Schema.Literal("atLeast"), value: Schema.Finite }),
  Schema.Struct({ op: Schema.Literal("atMost"), value: Schema.Finite }),
  Schema.Struct({ op: Schema.Literal("between"), min: Schema.Finite, max: Schema.Finite }),
  Schema.Struct({ op: Schema.Literal("length"), of: Nested }),
  Schema.Struct({ op: Schema.Literal("not"), of: Nested }),
  Schema.Struct({ op: Schema.Literal("allOf"), of: Schema.Array(Nested) }),
  Schema.Struct({ op: Schema.Literal("anyOf"), of: Schema.Array(Nested) })
])

/**
 * A matcher for values of type `A`, as the constructors of dsl/matchers.ts return it: a MatcherData whose `~matches` exists
 * for the compiler only. An interface and not an intersection with MatcherData, so that a mismatch is one short message.
 */
export interface Matcher<in A> {
  readonly op: MatcherData["op"]
  readonly "~matches": (_: A) => void
}

/** A matcher that asks a model. It has another type, so no deterministic gate accepts it. */
export interface Graded<in A> {
  readonly op: "judge"
  readonly rubric: string
  readonly "~graded": (_: A) => void
}

/** One matcher per target of a report. A target that may be undefined is matched when it is not. */
export type Expectations<Report> = { readonly [Target in keyof Report]?: Matcher<Exclude<Report[Target], undefined>> }

/** Where and how a value failed its matcher. The same shape for every matcher and every reporter. */
export const Diff = Schema.Struct({
  /** Dot path from the matched value; empty for the value itself. */
  path: Schema.String,
  expected: Json,
  /** Left out where nothing was recorded: absent is not null. */
  actual: Schema.optionalKey(Json),
  reason: Schema.String
})
export interface Diff extends Schema.Schema.Type<typeof Diff> {}

/** Checks a value against a JSON Schema: where it is invalid, or what is wrong with the schema itself. */
export type JsonSchemaCheck = (schema: Json, value: Json) => ReadonlyArray<Diff> | UnusableSchema

/** Why nothing can be checked against it. */
export interface UnusableSchema {
  readonly unusable: string
}
