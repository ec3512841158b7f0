/**
 * Names in an expectation that are mistakes: a fault or an argument that no run can have, and a slip in the name of a tool or a server.
 *
 * Any other name of a tool or a server is accepted. Runs have calls of tools that no server of the suite has: those of a driver itself,
 * those that a provider runs, and those that a model makes up.
 */
import { OWN_SERVER } from "../../../base/domain/recording/Driver.ts"
import type { MatcherData } from "../../../base/domain/matching/Matcher.ts"
import type { GateAgent } from "../../../base/domain/verdict/Metric.ts"
import { parsePath, type PathStep } from "../../metrics/resolveTarget.ts"
import { isArray, isJsonObject, type Json } from "../../../base/std/Json.ts"
import { isSlip, quoteUnknown } from "../../../base/std/nearest.ts"
import { argumentNames, knowsPath } from "./argumentPaths.ts"
import { unfitValues } from "./unfitValues.ts"

/** What is wrong with a target of `expect` and its matcher, as sentences. */
export const unknownNames = (target: string, matcher: MatcherData, offered: GateAgent): ReadonlyArray<string> => {
  const [list, element, field, ...below] = parsePath(target) ?? []
  const root = keyOf(list)
  const { faults, tools } = offered
  if (root === "faults" && faults.length === 0) {
    return [`"${target}" is about faults, and no fault is injected into the agent`]
  }
  if (element === undefined || (root !== "tool_calls" && root !== "faults")) return []
  const ofList = "every" in element
  switch (`${root}.${keyOf(field)}`) {
    case "tool_calls.name":
      return denied(matcher)
        .flatMap((one) => strangers(one, ofList, tools.flatMap(namesOf)))
        .filter((name) => isSlip(name, tools.flatMap(namesOf)))
        .map(
          (name) =>
            `no tool of the agent is named ${quoteUnknown(
              name,
              tools.map((tool) => tool.name)
            )}`
        )
    case "tool_calls.server": {
      const servers = [...new Set(tools.map(({ server }) => server))]
      return denied(matcher)
        .flatMap((one) => strangers(one, ofList, [...servers, OWN_SERVER]))
        .filter((name) => isSlip(name, servers))
        .map((name) => `no server of the agent is named ${quoteUnknown(name, servers)}`)
    }
    case "faults.fault":
      return strangers(matcher, ofList, faults).map(
        (name) => `no fault of the agent is named ${quoteUnknown(name, faults)}`
      )
    case "tool_calls.args":
      return [
        ...new Set([
          ...[below, ...valuesOf(matcher).flatMap((one) => pathsIn(one, below))].flatMap((path) =>
            unknownArgument(path, offered)
          ),
          ...unfitValues(matcher, below, target.includes("[*]"), tools)
        ])
      ]
    default:
      return []
  }
}

/** The first name of a path into the arguments that no tool knows, as a sentence. */
export const unknownArgument = (
  path: ReadonlyArray<PathStep>,
  { hasOwnTools, tools }: Pick<GateAgent, "tools" | "hasOwnTools">
): ReadonlyArray<string> => {
  const known = (steps: ReadonlyArray<PathStep>): boolean => tools.some((tool) => knowsPath(tool.input_schema, steps))
  const at = path.findIndex((step, index) => "key" in step && !known(path.slice(0, index + 1)))
  if (at === -1) return []
  const names = tools.flatMap((tool) => argumentNames(tool.input_schema))
  if (hasOwnTools === true && !isSlip(keyOf(path[at]) ?? "", names)) return []
  const [tool, ...others] = tools
  const argument = quoteUnknown(keyOf(path[at]) ?? "", names)
  return tool !== undefined && others.length === 0
    ? [`${tool.server}/${tool.name} has no argument ${argument}`]
    : [`no tool of the agent has an argument ${argument}`]
}

/** The names under which calls of a tool are recorded. */
const namesOf = ({ name, server }: GateAgent["tools"][number]): ReadonlyArray<string> => [name, `${server}__${name}`]

const keyOf = (step: PathStep | undefined): string | undefined =>
  step !== undefined && "key" in step ? step.key : undefined

/** The parts of a matcher that must not hold: a check of a slip among them can only pass. A slip that must hold fails in every run. */
const denied = (matcher: MatcherData, isDenied = false): ReadonlyArray<MatcherData> => {
  if (matcher.op === "not") return denied(matcher.of, !isDenied)
  if (matcher.op === "allOf" || matcher.op === "anyOf") return matcher.of.flatMap((one) => denied(one, isDenied))
  return isDenied ? [matcher] : []
}

/** The texts that a matcher compares a name with and that no known name equals, or contains where the target is one text. */
const strangers = (matcher: MatcherData, ofList: boolean, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  namesIn(matcher, ofList)
    .filter(({ isPart, name }) => !known.some((one) => (isPart ? one.includes(name) : one === name)))
    .map(({ name }) => name)

interface Compared {
  readonly name: string
  /** Whether it only has to be part of a name. */
  readonly isPart: boolean
}

const namesIn = (matcher: MatcherData, ofList: boolean): ReadonlyArray<Compared> => {
  const texts = (value: Json, isPart: boolean): ReadonlyArray<Compared> =>
    typeof value === "string"
      ? [{ name: value, isPart }]
      : isArray(value)
        ? value.flatMap((one) => texts(one, false))
        : []
  switch (matcher.op) {
    case "equals":
      return texts(matcher.value, false)
    case "contains":
      return texts(matcher.value, !ofList)
    case "containsAll":
      return matcher.values.flatMap((value) => texts(value, !ofList))
    case "not":
      return namesIn(matcher.of, ofList)
    case "allOf":
    case "anyOf":
      return matcher.of.flatMap((one) => namesIn(one, ofList))
    default:
      return []
  }
}

/** The values that a matcher compares with. */
const valuesOf = (matcher: MatcherData): ReadonlyArray<Json> => {
  switch (matcher.op) {
    case "equals":
    case "contains":
      return [matcher.value]
    case "containsAll":
      return matcher.values
    case "not":
      return valuesOf(matcher.of)
    case "allOf":
    case "anyOf":
      return matcher.of.flatMap(valuesOf)
    default:
      return []
  }
}

/** The paths of all keys in a value that is compared with what a path leads to. */
export const pathsIn = (value: Json, path: ReadonlyArray<PathStep>): ReadonlyArray<ReadonlyArray<PathStep>> =>
  isArray(value)
    ? value.flatMap((one) => pathsIn(one, [...path, { every: true }]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, one]) => [[...path, { key }], ...pathsIn(one, [...path, { key }])])
      : []
