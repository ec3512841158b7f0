/**
 * The shape that an expected call requires of its arguments.
 */
import type { Json, JsonObject } from "../../../../base/domain/Json.ts"
import type { Diff, JsonSchemaCheck } from "../../../../base/domain/matching/Matcher.ts"
import { contains, equals, isContained } from "../match/contains.ts"
import { holdsInexact, INEXACT, isLeftOpen } from "../../../../base/std/inexact.ts"

/** `any` and `ignore` both accept all arguments: `any` says that all are right, `ignore` that they do not matter. */
export type ArgumentShape =
  | "any"
  | "ignore"
  | { readonly exact: Json }
  | { readonly subset: Json }
  | { readonly includes: Json }
  | { readonly schema: Json }

/** Where the recorded arguments differ from the shape, with paths from the call. */
export const argumentDiffs = (
  shape: ArgumentShape,
  args: JsonObject,
  jsonSchema: JsonSchemaCheck
): ReadonlyArray<Diff> => {
  if (typeof shape === "string") return []
  if ("exact" in shape) return equals(shape.exact, args, "args")
  if ("schema" in shape) return schemaDiffs(shape.schema, args, jsonSchema)
  return contains(subsetOf(shape), args, "args")
}

/** Whether `argumentDiffs` gives none, without making them for subsets. */
export const fitsShape = (shape: ArgumentShape, args: JsonObject, jsonSchema: JsonSchemaCheck): boolean =>
  typeof shape === "object" && ("subset" in shape || "includes" in shape)
    ? isContained(subsetOf(shape), args)
    : argumentDiffs(shape, args, jsonSchema).length === 0

/**
 * Why the shape cannot be compared with these arguments; undefined if it can. Some schemas fail on some arguments only.
 */
export const shapeError = (
  shape: ArgumentShape,
  recorded: ReadonlyArray<JsonObject>,
  jsonSchema: JsonSchemaCheck
): string | undefined => {
  if (typeof shape === "string") return undefined
  if ("schema" in shape) {
    const failed = [{}, ...recorded].map((args) => jsonSchema(shape.schema, args)).find((one) => "unusable" in one)
    if (failed !== undefined) return `the JSON Schema cannot be used: ${failed.unusable}`
    return recorded.some((args) => isLeftOpen(shape.schema, args)) ? INEXACT : undefined
  }
  return holdsInexact("exact" in shape ? shape.exact : subsetOf(shape)) ? INEXACT : undefined
}

const subsetOf = (shape: { readonly subset: Json } | { readonly includes: Json }): Json =>
  "subset" in shape ? shape.subset : shape.includes

const schemaDiffs = (schema: Json, args: JsonObject, jsonSchema: JsonSchemaCheck): ReadonlyArray<Diff> => {
  const checked = jsonSchema(schema, args)
  return "unusable" in checked
    ? [{ path: "args", expected: schema, actual: args, reason: checked.unusable }]
    : checked.map((diff) => ({ ...diff, path: below(diff.path) }))
}

const below = (path: string): string => (path === "" || path.startsWith("[") ? `args${path}` : `args.${path}`)
