/**
 * Schemas of every kind that catalogues have, and some that they do not.
 */
import * as fc from "fast-check"
import { keywords } from "../../../src/dsl/described/constructs.ts"
import type { Any } from "./facade.ts"

/** A schema as data, so that it can be made of one `Schema` and of the other. */
export type Plan = (Schema: Any) => Any

const counts = fc.integer({ min: 0, max: 5 })
const numbers = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(0.5, -0, 1e20))
const literals = fc.oneof(fc.constantFrom("a", "b", "", "__proto__"), numbers, fc.boolean())
const names = fc.constantFrom("a", "b", "1", "0", "a-b", "__proto__", "constructor")

const call =
  (name: string, ...args: ReadonlyArray<unknown>): Plan =>
  (Schema) =>
    Schema[name](...args)

const filters: fc.Arbitrary<Plan> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("isMinLength", "isMaxLength", "isMinCodePoints", "isMaxCodePoints", "isMinProperties"),
      fc.oneof(counts, fc.constantFrom(1.5, -1))
    )
    .map(([name, count]) => call(name, count)),
  fc
    .tuple(fc.constantFrom("isBetweenLength", "isBetweenCodePoints", "isBetweenProperties"), counts, counts)
    .map(([name, least, most]) => call(name, least, most)),
  fc
    .tuple(
      fc.constantFrom("isGreaterThan", "isGreaterThanOrEqualTo", "isLessThan", "isLessThanOrEqualTo"),
      fc.oneof(numbers, fc.constant(Infinity))
    )
    .map(([name, bound]) => call(name, bound)),
  fc
    .tuple(numbers, numbers, fc.constantFrom({}, { exclusiveMinimum: true }))
    .map(([minimum, maximum, more]) => call("isBetween", { minimum, maximum, ...more })),
  fc.constantFrom(-2, 0.5, 3).map((factor) => call("isMultipleOf", factor)),
  fc.constantFrom(/^a/u, /b\/"$/u, /c/, /d/iu).map((pattern) => call("isPattern", pattern)),
  fc.constantFrom("isUnique", "isGUID", "isNonEmpty", "isUUID", "isInt").map((name) => call(name)),
  counts.map((count) => call("isMaxProperties", count, { description: "few" })),
  fc.constant((Schema: Any) => Schema.makeFilter(() => true))
)

export const { schema: plans } = fc.letrec<{ schema: Plan; field: Plan }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...Object.keys(keywords), "Number", "Undefined", "Trimmed", "JsonObject").map(
      (name): Plan =>
        (Schema) =>
          Schema[name]
    ),
    literals.map((value) => call("Literal", value)),
    fc.array(literals, { maxLength: 3 }).map((values) => call("Literals", values)),
    fc.tuple(fc.constantFrom("Array", "NonEmptyArray", "NullOr", "UndefinedOr", "UniqueArray"), tie("schema")).map(
      ([name, part]): Plan =>
        (Schema) =>
          Schema[name](part(Schema))
    ),
    fc.tuple(tie("schema"), fc.boolean()).map(
      ([values, isLong]): Plan =>
        (Schema) =>
          Schema.Record(isLong ? Schema.String.check(Schema.isMinLength(2)) : Schema.String, values(Schema))
    ),
    fc
      .tuple(fc.array(fc.tuple(names, tie("field")), { maxLength: 3 }), fc.option(tie("schema")))
      .map(([fields, rest]): Plan => (Schema) => {
        const struct = Schema.Struct(Object.fromEntries(fields.map(([name, field]) => [name, field(Schema)])))
        return rest === null ? struct : Schema.StructWithRest(struct, [Schema.Record(Schema.String, rest(Schema))])
      }),
    fc
      .tuple(fc.array(tie("field"), { maxLength: 3 }), fc.array(tie("schema"), { maxLength: 2 }))
      .map(([elements, rest]): Plan => (Schema) => {
        const tuple = Schema.Tuple(elements.map((element) => element(Schema)))
        return rest.length === 0
          ? tuple
          : Schema.TupleWithRest(
              tuple,
              rest.map((part) => part(Schema))
            )
      }),
    fc
      .tuple(
        fc.array(tie("schema"), { maxLength: 3 }),
        fc.constantFrom(undefined, { mode: "oneOf" }, { mode: "anyOf" })
      )
      .map(
        ([members, options]): Plan =>
          (Schema) =>
            Schema.Union(
              members.map((part) => part(Schema)),
              ...(options === undefined ? [] : [options])
            )
      ),
    fc.tuple(tie("schema"), fc.array(filters, { minLength: 1, maxLength: 3 })).map(
      ([part, all]): Plan =>
        (Schema) =>
          part(Schema).check(...all.map((one) => one(Schema)))
    ),
    fc
      .tuple(tie("schema"), fc.constantFrom({ description: "d" }, { title: "t", description: "d" }, { format: "f" }))
      .map(
        ([part, words]): Plan =>
          (Schema) =>
            part(Schema).annotate(words)
      )
  ),
  field: fc.oneof(
    tie("schema"),
    fc.tuple(fc.constantFrom("optionalKey", "optional"), tie("schema")).map(
      ([name, part]): Plan =>
        (Schema) =>
          Schema[name](part(Schema))
    )
  )
}))
