/**
 * What is wrong with calls that a gate names: a tool or an argument that the agent does not have, a JSON Schema that checks
 * nothing. Types find the first two; suites in JavaScript are not checked by types.
 */
import type { Capabilities, GateAgent } from "../../../base/domain/verdict/Metric.ts"
import { schemaFlaws } from "../../../base/domain/matching/schemaFlaws.ts"
import type { ExpectedCall } from "../../metrics/trajectory.ts"
import { quoteUnknown } from "../../../base/std/nearest.ts"
import { mismatchOf } from "./argumentValues.ts"
import { unfitText } from "./unfitValues.ts"
import { pathsIn, unknownArgument } from "./unknownNames.ts"

export const unknownCalls = (
  calls: ReadonlyArray<ExpectedCall>,
  offered: GateAgent,
  means: Capabilities
): ReadonlyArray<string> => {
  const unnamed = calls.flatMap((call) => {
    const others = offered.tools.filter(({ server }) => server === (call.server ?? server))
    const tool = others.find(({ name }) => name === call.name)
    // A server that the agent does not use is reported as a need that is not met.
    if (others.length === 0) return []
    if (tool === undefined) {
      return [
        `${call.server === undefined ? "the agent" : `the server ${call.server}`} has no tool ${quoteUnknown(
          call.name,
          others.map(({ name }) => name)
        )}`
      ]
    }
    return [
      ...valuesOf(call)
        .flatMap((value) => pathsIn(value, []))
        .flatMap((path) => unknownArgument(path, { tools: [tool] })),
      ...unfitArguments(call, tool)
    ]
  })
  return [...new Set([...unnamed, ...unusableShapes(calls, means)])]
}

/** Arguments that no valid call of the tool has: the type, or a value that the schema of the tool does not list. */
export const unfitCalls = (calls: ReadonlyArray<ExpectedCall>, { tools }: GateAgent): ReadonlyArray<string> =>
  calls.flatMap((call) => {
    const named = tools.filter(({ name, server }) => name === call.name && server === (call.server ?? server))
    const found = named.map((tool) => unfitArguments(call, tool))
    return found.every((one) => one.length > 0) ? (found[0] ?? []) : []
  })

const unfitArguments = (call: ExpectedCall, tool: GateAgent["tools"][number]): ReadonlyArray<string> =>
  valuesOf(call).flatMap((value) => {
    const found = mismatchOf(tool.input_schema, value, isExact(call) ? "whole" : "part")
    return found === undefined ? [] : [unfitText(found, `${tool.server}/${tool.name}`)]
  })

const isExact = ({ args }: ExpectedCall): boolean => typeof args === "object" && "exact" in args

/** What is wrong with the JSON Schemas of calls. */
export const unusableShapes = (
  calls: ReadonlyArray<ExpectedCall>,
  { jsonSchema }: Capabilities
): ReadonlyArray<string> =>
  calls.flatMap(({ args, name }) => {
    if (typeof args !== "object" || !("schema" in args)) return []
    const checked = jsonSchema?.(args.schema, {}) ?? []
    return [
      ...schemaFlaws(args.schema).map((flaw) => `the arguments of ${name} are matched by a JSON Schema with ${flaw}`),
      ...("unusable" in checked
        ? [`the arguments of ${name} are matched by a JSON Schema that cannot be used: ${checked.unusable}`]
        : [])
    ]
  })

const valuesOf = ({ args }: ExpectedCall) =>
  typeof args !== "object" || "schema" in args
    ? []
    : ["exact" in args ? args.exact : "subset" in args ? args.subset : args.includes]
