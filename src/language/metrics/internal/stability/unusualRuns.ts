/**
 * Findings about runs that differ from most runs; at most three each.
 */
import type { ToolCall } from "../../../../base/domain/trace/Trace.ts"
import type { Finding } from "../../../../base/domain/verdict/Verdict.ts"
import { callKeys, toolKey } from "../../../../base/domain/trace/callKey.ts"
import { shortJson } from "../text.ts"
import { type Doubt, doubtfulCall } from "./doubtfulCall.ts"
import { lcsWith } from "../lcs/lcs.ts"
import { callPlace } from "../toolCalls.ts"
import { type Calls, type Group, grouped, largest } from "./runGroups.ts"

const SHOWN = 3
const NAMES = 8

type Findings = ReadonlyArray<Finding>

/** Runs whose sequence of tools has the least in common with the usual one. */
export const unusualSequences = (runs: ReadonlyArray<Calls>): Findings =>
  besideUsual(runs, nameOf, (usual, others) => {
    const commonWith = lcsWith(usual.calls)
    return others
      .map((other) => ({ other, share: commonWith(other.calls) / Math.max(other.calls.length, usual.calls.length) }))
      .toSorted((a, b) => a.share - b.share)
      .map(({ other }) => ({
        run: other.run,
        path: "tool_calls",
        reason: `called ${namesOf(other)}, where ${usual.size} of ${runs.length} runs called ${namesOf(usual)}`
      }))
  })

/** Runs that differ from the usual one within their first two calls. */
export const unusualBeginnings = (runs: ReadonlyArray<Calls>): Findings =>
  besideUsual(runs, nameOf, (usual, others) =>
    others.flatMap((other) =>
      [0, 1]
        .filter((index) => other.calls[index] !== usual.calls[index])
        .slice(0, 1)
        .map((index) => ({
          run: other.run,
          path: `tool_calls[${index}]`,
          reason: `called ${nameAt(other, index)}, where ${usual.size} of ${runs.length} runs called ${nameAt(usual, index)}`
        }))
    )
  )

/**
 * Runs that call the same tool at the same index as the usual run, but with other arguments; or why that is unknown.
 */
export const unusualArguments = (runs: ReadonlyArray<Calls>): Findings => {
  const key = callKeys()
  const doubt = doubtfulCall(grouped(runs, key))
  return doubt === undefined ? otherArguments(runs, key) : [leftOpen(doubt)]
}

const leftOpen = ({ group, index }: Doubt): Finding => ({
  run: group.run,
  ...callPlace(group.trace.tool_calls, index),
  reason: "an integer beyond 2^53 leaves open whether another run makes the same call"
})

const otherArguments = (runs: ReadonlyArray<Calls>, key: (call: ToolCall) => string): Findings =>
  besideUsual(runs, key, (usual, others) =>
    others.flatMap(({ calls, run, trace: { tool_calls } }) =>
      tool_calls
        .map((call, index) => ({ call, index, model: usual.trace.tool_calls[index] }))
        .flatMap(({ model, ...one }) => (model && toolKey(model) === toolKey(one.call) ? [{ ...one, model }] : []))
        .filter(({ index }) => calls[index] !== usual.calls[index])
        .slice(0, 1)
        .map(({ call, index, model }) => ({
          run,
          ...callPlace(tool_calls, index),
          expected: model.args,
          actual: call.args,
          reason: `${call.name} got ${shortJson(call.args)}, in run #${usual.run} ${shortJson(model.args)}`
        }))
    )
  )

const besideUsual = (
  runs: ReadonlyArray<Calls>,
  key: (call: ToolCall) => string,
  findings: (usual: Group, others: ReadonlyArray<Group>) => Findings
): Findings => {
  const groups = grouped(runs, key)
  const usual = largest(groups)
  return usual
    ? findings(
        usual,
        groups.filter((group) => group !== usual)
      ).slice(0, SHOWN)
    : []
}

const nameOf = (call: ToolCall): string => call.name

const nameAt = ({ trace }: Group, index: number): string => trace.tool_calls[index]?.name ?? "nothing"

const namesOf = ({ trace: { tool_calls } }: Group): string => {
  const names = tool_calls.slice(0, NAMES).map(nameOf)
  const rest = tool_calls.length - names.length
  return names.length === 0 ? "nothing" : rest === 0 ? names.join(", ") : `${names.join(", ")} and ${rest} more`
}
