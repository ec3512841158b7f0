/**
 * Compares two runs call by call, of one recording or of two, and marks the first difference.
 */
import type { Header } from "../../base/domain/recording/Cassette.ts"
import { alignCalls, type AlignedCall } from "../../base/domain/trace/alignCalls.ts"
import { type Difference, differences } from "../../base/std/differences.ts"
import type { Json } from "../../base/domain/Json.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import { phraseDifference } from "../../engine/cassette/explain/phraseDifference.ts"
import { callKey, toolKey } from "../../base/domain/trace/callKey.ts"
import { shortJson } from "../../edges/report/text/shortJson.ts"
import { type Line, line } from "../../edges/report/text/Line.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

/** A run that was replayed. */
export interface ReplayedRun {
  /** `run #1`, with its recording if there are two. */
  readonly name: string
  readonly trace: Trace
}

export const diffLines = (
  { agent, model, suite }: Header,
  left: ReplayedRun,
  right: ReplayedRun
): ReadonlyArray<Line> => {
  const steps = alignCalls(left.trace.tool_calls, right.trace.tool_calls, { call: callKey, tool: toolKey })
  const put: Put = (one, other) => `is ${one} in ${left.name} and ${other} in ${right.name}`
  const lines = steps.map((step) => stepLines(step, left, right, put))
  // The first line is the call; the others are differences.
  const parting = steps.findIndex(({ kind }, at) => kind !== "same" || (lines[at] ?? []).length > 1)
  return [
    line(0, "heading", `${suite} > ${agent} > ${model}, ${left.name} and ${right.name}`),
    ...lines.flatMap((its, at) => (at === parting ? [line(1, "heading", "here they part"), ...its] : its)),
    line(1, "faint", summary(steps, left, right)),
    ...endLines(left.trace, right.trace, put)
  ]
}

/** How much of the arguments of a call is shown, and how many differences. */
const MAX = 200
const SHOWN = 5

/** Words a difference between the runs, neither of which is the expected one. */
type Put = (left: string, right: string) => string

const stepLines = (step: AlignedCall, left: ReplayedRun, right: ReplayedRun, put: Put): ReadonlyArray<Line> => {
  switch (step.kind) {
    case "missing":
      return [line(1, "none", `- ${callText(step.left)}`)]
    case "extra":
      return [line(1, "none", `+ ${callText(step.right)}`)]
    case "changed":
      return [
        line(1, "none", `~ ${callText(step.left)}`),
        ...changeLines(differences(step.left.args, step.right.args, "args"), put)
      ]
    case "same":
      return [
        line(1, "plain", `= ${callText(step.left)}`),
        ...changeLines(differences(resultOf(left.trace, step.left), resultOf(right.trace, step.right), "result"), put)
      ]
  }
}

const callText = ({ args, name, server }: ToolCall): string => `${server} ${name} ${shortJson(args, MAX)}`

/** The result without the id of its call; null if there is none. */
const resultOf = (trace: Trace, { id }: ToolCall): Json => {
  const result = knownResults(trace).find(({ call_id }) => call_id === id)
  if (result === undefined) return null
  const { call_id: _, ...answer } = result
  return answer
}

const changeLines = (found: ReadonlyArray<Difference>, put: Put): ReadonlyArray<Line> => [
  ...found.slice(0, SHOWN).map((one) => line(3, "plain", phraseDifference(one, put))),
  ...(found.length > SHOWN ? [line(3, "faint", `... and ${found.length - SHOWN} more`)] : [])
]

const summary = (steps: ReadonlyArray<AlignedCall>, left: ReplayedRun, right: ReplayedRun): string => {
  const counted = (kind: AlignedCall["kind"]): number => steps.filter((step) => step.kind === kind).length
  return [
    `calls: = ${counted("same")} the same`,
    `~ ${counted("changed")} with other arguments`,
    `- ${counted("missing")} only in ${left.name}`,
    `+ ${counted("extra")} only in ${right.name}`
  ].join(", ")
}

const endLines = (left: Trace, right: Trace, put: Put): ReadonlyArray<Line> =>
  differences(ending(left), ending(right)).map((one) => line(1, "plain", phraseDifference(one, put)))

/** The parts of a trace that say how it ended, under the same keys. */
const ending = ({ clock, conversation: { tokens }, final_response, stop_reason }: Trace): Json => ({
  stop_reason,
  final_response,
  conversation: tokens === undefined ? {} : { tokens: { total: tokens.total } },
  clock: { virtual_ms: clock.virtual_ms }
})
