/**
 * A claim about one value, as data: what a suite says must hold, what a plan stores, and what the judge checks.
 */
import * as Schema from "effect/Schema"
import { Json } from "../Json.ts"
import { type FieldTypes, matcherFields } from "./matchers.ts"
import type * as Matchers from "./matchers.ts"

export type MatcherData = Matchers.MatcherData

const Nested: Schema.Codec<MatcherData> = Schema.suspend((): Schema.Codec<MatcherData> => MatcherData)

const fieldSchemas: { readonly [Kind in keyof FieldTypes]: Schema.Codec<FieldTypes[Kind]> } = {
  json: Json,
  jsons: Schema.Array(Json),
  text: Schema.String,
  number: Schema.Finite,
  matcher: Nested,
  matchers: Schema.Array(Nested)
}

const structOf = ([op, fields]: [string, { readonly [field: string]: keyof FieldTypes }]) =>
  Schema.Struct({
    op: Schema.Literal(op),
    ...Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, fieldSchemas[kind]]))
  })

/** The compiler does not see which fields belong to which `op`: both sides come from `matcherFields`. */
export const MatcherData = Schema.Union(
  Object.entries(matcherFields).map(structOf)
) as unknown as Schema.Codec<MatcherData>

/**
 * A matcher for values of type `A`, as the constructors of dsl/matchers.ts return it: a MatcherData whose `~matches` exists
 * for the compiler only. An interface and not an intersection with MatcherData, so that a mismatch is one short message.
 */
export interface Matcher<in A> {
  readonly op: MatcherData["op"]
  readonly "~matches": (_: A) => void
}

/** A matcher that needs a model. It has its own type, so no deterministic gate accepts it. */
export interface Graded<in A> {
  readonly op: "judge"
  readonly rubric: string
  readonly "~graded": (_: A) => void
}

/** One matcher per target of a report. The matcher of an optional target is for its defined values. */
export type Expectations<Report> = { readonly [Target in keyof Report]?: Matcher<Exclude<Report[Target], undefined>> }

/** Where and how a value failed its matcher. The same shape for every matcher and every reporter. */
export const Diff = Schema.Struct({
  /** Dot path from the matched value; empty for the value itself. */
  path: Schema.String,
  expected: Json,
  /** Left out if nothing was recorded: absent is not null. */
  actual: Schema.optionalKey(Json),
  reason: Schema.String
})
export interface Diff extends Schema.Schema.Type<typeof Diff> {}

/** Checks a value against a JSON Schema. Returns where it is invalid, or why the schema cannot be used. */
export type JsonSchemaCheck = (schema: Json, value: Json) => ReadonlyArray<Diff> | UnusableSchema

/** Why no value can be checked against a schema. */
export interface UnusableSchema {
  readonly unusable: string
}
