/**
 * What a matcher of a gate may be: one that can be read, and that some value passes and another does not.
 */
import type { JsonSchemaCheck, MatcherData } from "../../base/domain/matching/Matcher.ts"
import { flaws, phrase, schemasIn, thresholds } from "../../base/domain/matching/matchers.ts"
import { type AnyDefinition, type Capabilities, fullTarget } from "../../base/domain/verdict/Metric.ts"
import { isMatcher } from "../../base/domain/plan/predicates.ts"
import { rangeOf } from "../../base/domain/verdict/ranges.ts"
import { passesEvery } from "../metrics/passesEvery.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Problem } from "./Problem.ts"

/** `areOptionsRight` is false for a gate whose options are wrong: a matcher that was made of them needs no sentence of its own. */
export const matcherProblems = (
  definition: AnyDefinition,
  name: string,
  matcher: unknown,
  { jsonSchema }: Capabilities,
  areOptionsRight: boolean
): ReadonlyArray<Problem> => {
  const target = fullTarget(definition, name)
  if (tryCatch(() => (matcher as { op?: unknown } | undefined)?.op) === "judge") {
    return [
      {
        what: `${target} is matched by a model`,
        hint: "Use a matcher that needs none: a verdict never rests on a model."
      }
    ]
  }
  if (!isReadable(matcher))
    return [{ what: `${target} has a matcher that cannot be read`, hint: "Make it with equals, atLeast and the like." }]
  const wrong = [
    ...flaws(matcher, isList(target)),
    ...(jsonSchema === undefined ? [] : unusableSchemas(matcher, jsonSchema))
  ].map((what): Problem => ({ what: `${target} ${what}`, hint: "Correct the matcher." }))
  return wrong.length > 0
    ? wrong
    : [
        ...percentProblems(definition, name, matcher),
        ...(areOptionsRight ? onlyPassing(definition, name, matcher, jsonSchema) : [])
      ]
}

/** A getter of the suite may throw. */
const isReadable = (matcher: unknown): matcher is MatcherData => tryCatch(() => isMatcher(matcher)) === true

const isList = (target: string): boolean => target.includes("[*]")

const unusableSchemas = (matcher: MatcherData, jsonSchema: JsonSchemaCheck): ReadonlyArray<string> =>
  schemasIn(matcher).flatMap((schema) => {
    const checked = jsonSchema(schema, null)
    return "unusable" in checked ? [`is matched by a JSON Schema that cannot be used: ${checked.unusable}`] : []
  })

const percentProblems = (definition: AnyDefinition, name: string, matcher: MatcherData): ReadonlyArray<Problem> =>
  definition.targets[name] === "percent"
    ? thresholds(matcher)
        .filter((value) => value > 0 && value <= 1)
        .map((value) => ({
          what: `${fullTarget(definition, name)} is a percent from 0 to 100, and its threshold is ${value}`,
          hint: `Did you mean ${value * 100}?`
        }))
    : []

/** A check that every value of its target passes checks nothing. */
const onlyPassing = (
  definition: AnyDefinition,
  name: string,
  matcher: MatcherData,
  jsonSchema: JsonSchemaCheck | undefined
): ReadonlyArray<Problem> => {
  const target = fullTarget(definition, name)
  const unit = definition.targets[name]
  const range = rangeOf(unit)
  const lengths = lengthsIn(matcher).filter((of) => passesEvery(of, "count", jsonSchema))
  return lengths.length > 0
    ? lengths.map((of) => ({
        what: `${target} is to have a length of ${phrase(of)}, which every length is`,
        hint: "Give it a length that a value can miss, such as atLeast(1)."
      }))
    : passesEvery(matcher, unit, jsonSchema)
      ? [
          {
            what: `${target} is to be ${phrase(matcher)}, which every ${range?.every ?? "value"} is`,
            hint: range?.hint ?? "Expect what some values do not have."
          }
        ]
      : []
}

/** What the lengths in a matcher are to be. */
const lengthsIn = (matcher: MatcherData): ReadonlyArray<MatcherData> =>
  "of" in matcher ? (matcher.op === "length" ? [matcher.of] : [matcher.of].flat().flatMap(lengthsIn)) : []
