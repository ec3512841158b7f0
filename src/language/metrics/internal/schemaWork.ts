/**
 * Bounds the work of checking a value against a JSON Schema. A schema is a text of whoever wrote it, and a small one can ask for work without
 * end: by a pattern, or by references that double at each level. Without them the work is at most the size of the schema times that of the value.
 */
import type { _ as Code, Ajv2020 } from "ajv/dist/2020.js"
import { nestedIn } from "../../../base/domain/matching/schemaKeywords.ts"
import { canonicalJson } from "../../../base/std/canonicalJson.ts"
import { deepPath } from "../../../base/std/deepPath.ts"
import { isJsonObject, isObject, type Json } from "../../../base/std/Json.ts"
import { findsMatch } from "../../../base/std/regex/findsMatch.ts"

/** References that a check may follow, each time anew: two in an `allOf` at each of 30 levels are a billion. About a second. */
const MOST_REFERENCES = 1_000_000

/** Ajv writes code for each schema inside a schema: some seconds for so many, and a path in the code for each level. */
const MOST_SCHEMAS = 10_000
const DEEPEST = 128

/** What is too large about a schema, if anything is. */
export const excessSize = (schema: Json): string | undefined => {
  if (deepPath(schema, DEEPEST) !== undefined) return `it is nested deeper than ${DEEPEST} levels`
  const open = [schema]
  let count = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (++count > MOST_SCHEMAS) return `it has more than ${MOST_SCHEMAS} schemas inside it`
    if (isJsonObject(next)) for (const nested of nestedIn(next)) open.push(nested.schema)
  }
  return undefined
}

/** Of the check that runs now. */
const work = { references: 0, isUndecided: false }

/** Begins a check. */
export const beginWork = (): void => void Object.assign(work, { references: MOST_REFERENCES, isUndecided: false })

/** What took too much since a check began, if anything did: the check has no result then. */
export const excessWork = (): string | undefined => {
  const subject =
    work.references < 0 ? "its references take" : work.isUndecided ? "one of its patterns takes" : undefined
  return subject && `${subject} too much work with this value`
}

export const boundedRegExp = Object.assign(
  (pattern: string, flags: string) => {
    const expression = new RegExp(pattern, flags)
    return {
      // Ajv tells patterns apart by it.
      toString: () => String(expression),
      test: (text: string): boolean => {
        const found = findsMatch(pattern, flags, text)
        work.isUndecided ||= found === undefined
        return found === true
      }
    }
  },
  { code: "regExp" }
)

/**
 * Validators that it compiles from now on count the references that they follow, and throw after the last one; and they look for elements
 * that are the same in one pass. Ajv is slow to load, so its maker of code is an argument.
 */
export const bounded = (ajv: Ajv2020, code: typeof Code): Ajv2020 => {
  for (const keyword of ["$ref", "$dynamicRef"]) {
    const rule = ajv.RULES.all[keyword]
    if (typeof rule !== "object" || !("code" in rule.definition)) continue
    const follow = rule.definition.code
    rule.definition.code = (context, type) => {
      const { gen } = context
      const mayFollow = gen.scopeValue("func", { ref: follows })
      gen.if(code`!${mayFollow}()`, () => gen.throw(code`new Error()`))
      follow(context, type)
    }
  }
  const rule = ajv.RULES.all["uniqueItems"]
  if (typeof rule === "object" && "code" in rule.definition) {
    const compareEach = rule.definition.code
    rule.definition.code = (context, type) => {
      const { data, gen, parentSchema, schema } = context
      const items: unknown = parentSchema["items"]
      // Ajv compares what it knows to be texts and numbers by their hash, and everything else with everything else.
      if (schema !== true || (isObject(items) && SCALARS.has(items["type"]))) return compareEach(context, type)
      const find = gen.scopeValue("func", { ref: samePair })
      const pair = gen.const("pair", code`${find}(${data})`)
      context.setParams({ i: code`${pair}[0]`, j: code`${pair}[1]` })
      context.fail(code`${pair} !== undefined`)
    }
  }
  return ajv
}

const SCALARS: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"])

/** The last element that equals an earlier one, and that one. */
const samePair = (list: ReadonlyArray<Json>): readonly [number, number] | undefined => {
  const before = new Map<string, number>()
  let pair: readonly [number, number] | undefined
  for (const [at, value] of list.entries()) {
    const text = canonicalJson(value)
    const same = before.get(text)
    if (same !== undefined) pair = [at, same]
    before.set(text, at)
  }
  return pair
}

const follows = (): boolean => --work.references >= 0
