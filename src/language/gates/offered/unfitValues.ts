/**
 * Values in an expectation that no valid call of a tool has: another JSON type, or a value that the schema of the tool does not list.
 */
import type { MatcherData } from "../../../base/domain/matching/Matcher.ts"
import type { GateAgent } from "../../../base/domain/verdict/Metric.ts"
import type { PathStep } from "../../metrics/resolveTarget.ts"
import { isArray, type Json } from "../../../base/std/Json.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { knowsPath } from "./argumentPaths.ts"
import { type Comparing, type Mismatch, mismatchOf } from "./argumentValues.ts"

/** What is wrong with the values that a matcher compares with what a path into the arguments leads to, as sentences. */
export const unfitValues = (
  matcher: MatcherData,
  path: ReadonlyArray<PathStep>,
  isList: boolean,
  tools: GateAgent["tools"]
): ReadonlyArray<string> => {
  const takers = tools.filter((tool) => knowsPath(tool.input_schema, path))
  const [taker, ...others] = takers
  return comparedIn(matcher, isList).flatMap((readings) => {
    const found = takers.flatMap((tool) =>
      readings.map(({ comparing, value }) => mismatchOf(tool.input_schema, nestedAt(value, path), comparing))
    )
    const [first] = found
    return taker === undefined || first === undefined || found.includes(undefined)
      ? []
      : [unfitText(first, others.length === 0 ? `${taker.server}/${taker.name}` : "every tool")]
  })
}

export const unfitText = ({ path, takes, value }: Mismatch, tool: string): string =>
  `${path === "" ? "the arguments are" : `the argument ${path} is`} ${shorten(JSON.stringify(value), 100)}, and the schema of ${tool} takes ${takes}`

interface Reading {
  readonly value: Json
  readonly comparing: Comparing
}

/** The values that a matcher compares with, each in every way in which it may be read. */
const comparedIn = (matcher: MatcherData, isList: boolean): ReadonlyArray<ReadonlyArray<Reading>> => {
  switch (matcher.op) {
    case "equals":
      if (!isList) return [[{ value: matcher.value, comparing: "whole" }]]
      return isArray(matcher.value) ? matcher.value.map((value) => [{ value, comparing: "whole" as const }]) : []
    case "contains":
      return containedIn(matcher.value, isList)
    case "containsAll":
      return matcher.values.flatMap((value) => containedIn(value, isList))
    case "not":
      return comparedIn(matcher.of, isList)
    case "allOf":
    case "anyOf":
      return matcher.of.flatMap((one) => comparedIn(one, isList))
    default:
      return []
  }
}

/** An element of a list, and where the target is no list of values also a part of a text or of an object. */
const containedIn = (value: Json, isList: boolean): ReadonlyArray<ReadonlyArray<Reading>> => {
  if (isList) return (isArray(value) ? value : [value]).map((one) => [{ value: one, comparing: "part" as const }])
  const whole: Reading = { value, comparing: typeof value === "object" ? "part" : "type" }
  return [isArray(value) ? [whole] : [whole, { value: [value], comparing: "part" }]]
}

/** Arguments that have a value at a path. */
const nestedAt = (value: Json, path: ReadonlyArray<PathStep>): Json =>
  path.reduceRight<Json>((inner, step) => ("key" in step ? { [step.key]: inner } : [inner]), value)
