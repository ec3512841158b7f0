/**
 * Bounds the work of checking a value against a JSON Schema. A schema is a text of whoever wrote it, and a small one can ask for work without
 * end: by a pattern, or by references that double at each level. Without them the work is at most the size of the schema times that of the value.
 */
import type { _ as Code, Ajv2020 } from "ajv/dist/2020.js"
import { findsMatch } from "../../../base/std/regex/findsMatch.ts"

/** References that a check may follow, each time anew: two in an `allOf` at each of 30 levels are a billion. About a second. */
const MOST_REFERENCES = 1_000_000

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
 * Validators that it compiles from now on count the references that they follow, and throw after the last one. Ajv is slow to load, so its
 * maker of code is an argument.
 */
export const boundReferences = (ajv: Ajv2020, code: typeof Code): Ajv2020 => {
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
  return ajv
}

const follows = (): boolean => --work.references >= 0
