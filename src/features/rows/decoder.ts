/**
 * Decodes rows with the schema of a suite: any that is a Standard Schema, as those of zod are, and those of effect, of whichever copy.
 */
import { createRequire } from "node:module"
import { isObject } from "../../base/std/Json.ts"
import type { JsonKey } from "../../base/std/jsonPlace.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"

/** A [Standard Schema](https://standardschema.dev), as far as it is used. */
export interface StandardSchema {
  readonly "~standard": {
    readonly validate: (value: unknown) => unknown
    readonly types?: { readonly output: unknown } | undefined
  }
}

/** A Schema of effect, of any copy. */
export interface EffectSchema {
  readonly ast: object
  readonly Type: unknown
}

export type Decoded =
  | { readonly value: unknown }
  | { readonly issues: ReadonlyArray<{ readonly path: ReadonlyArray<JsonKey>; readonly message: string }> }

/** The decoder of a schema, or a sentence that says why there is none. `file` is the suite's, which may import effect. */
export const decoderOf = (schema: unknown, file: string): ((value: unknown) => Decoded) | string => {
  const standard = isStandard(schema) ? schema : isEffectSchema(schema) ? standardOf(schema, file) : undefined
  if (standard === undefined) {
    return isEffectSchema(schema)
      ? "its schema is of a copy of effect that is not found; give Schema.toStandardSchemaV1(schema)"
      : "its third argument is no schema; give one of passhat/schema, of effect, or any Standard Schema"
  }
  return (value) => decoded(standard["~standard"].validate(value))
}

const decoded = (result: unknown): Decoded => {
  if (!isObject(result) || "then" in result) {
    return { issues: [{ path: [], message: "the schema decodes asynchronously, which rows cannot wait for" }] }
  }
  const { issues, value } = result
  return Array.isArray(issues) ? { issues: issues.map(issueOf) } : { value }
}

const issueOf = (issue: unknown): { readonly path: ReadonlyArray<JsonKey>; readonly message: string } => {
  const { message, path } = isObject(issue) ? issue : {}
  const keys = Array.isArray(path) ? path.map((part: unknown) => (isObject(part) ? part["key"] : part)) : []
  return {
    path: keys.map((key) => (typeof key === "number" ? key : String(key))),
    message: typeof message === "string" ? message : "the schema refuses it"
  }
}

const isStandard = (value: unknown): value is StandardSchema =>
  holds(value) && isObject(value["~standard"]) && typeof value["~standard"]["validate"] === "function"

const isEffectSchema = (value: unknown): value is EffectSchema => holds(value) && isObject(value["ast"])

/** A schema may be a class, which is a function. */
const holds = (value: unknown): value is { readonly [member: string]: unknown } =>
  isObject(value) || typeof value === "function"

/** What of effect's module Schema is used. */
interface SchemaModule {
  readonly String: EffectSchema
  readonly toStandardSchemaV1: (schema: EffectSchema, options: object) => StandardSchema
}

/**
 * Another copy of effect cannot decode with a schema, so its own is looked for: that of `passhat/schema`, or that of the suite, which
 * the suite has loaded already.
 */
const standardOf = (schema: EffectSchema, file: string): StandardSchema | undefined => {
  const load = createRequire(file)
  const candidates = [
    () => (load("passhat/schema") as { readonly Schema: SchemaModule }).Schema,
    () => load("effect/Schema") as SchemaModule
  ]
  for (const candidate of candidates) {
    const module = tryCatch(candidate)
    if (module !== undefined && baseOf(module.String.ast) === baseOf(schema.ast)) {
      return module.toStandardSchemaV1(schema, { parseOptions: { errors: "all" } })
    }
  }
  return undefined
}

/** The class that all syntax trees of one copy extend. */
const baseOf = (ast: object): unknown => {
  let base: unknown = Object.getPrototypeOf(ast)
  for (let next = base; next !== Object.prototype && next !== null; next = Object.getPrototypeOf(next)) base = next
  return base
}
