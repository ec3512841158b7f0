/**
 * A run as a judge reads it: one JSON value a line, in the order of the conversation.
 *
 * What an agent or a server wrote is untrusted. As JSON it cannot end its line, and the mark around the lines is a hash of them, which no
 * text in them can contain.
 */
import type { Cell } from "../../base/domain/plan/Plan.ts"
import type { ToolCall, Trace } from "../../base/domain/trace/Trace.ts"
import type { Json } from "../../base/std/Json.ts"
import { sha256 } from "../../base/std/sha256.ts"
import { knownResults } from "../../base/domain/trace/oneResultPerCall.ts"

export interface Transcript {
  readonly text: string
  /** Is written in the line before the text and in the line after it. */
  readonly mark: string
}

/** Characters of one line, and of all lines. */
const LONGEST_LINE = 20_000
const LONGEST = 400_000

export const transcriptOf = ({ behaviour }: Cell, trace: Trace): Transcript => {
  const lines = [
    ...(behaviour.system === undefined ? [] : [{ system: behaviour.system }]),
    ...conversation(trace),
    ...Object.entries(trace.observations ?? {}).map(([observed, { content, is_error, structured }]) => ({
      observed,
      is_error,
      result: structured ?? content
    })),
    { final_response: trace.final_response, stop_reason: trace.stop_reason }
  ].map((line) => shortened(JSON.stringify(line), LONGEST_LINE))
  const text = shortened(lines.join("\n"), LONGEST)
  return { text, mark: sha256(text).slice(0, 32) }
}

/** Calls follow the answer that asked for them. Calls whose turn is not known follow everything that was said. */
const conversation = (trace: Trace): ReadonlyArray<Json> => {
  const { tool_calls, conversation: said } = trace
  let answers = 0
  const turns = said.turns.flatMap(({ content, role }): ReadonlyArray<Json> => {
    if (role === "user") return [{ user: content }]
    answers++
    return [{ assistant: content }, ...tool_calls.filter(({ turn }) => turn === answers).flatMap(callLines(trace))]
  })
  const rest = tool_calls.filter(({ turn }) => turn === undefined || turn > answers)
  return [...turns, ...rest.flatMap(callLines(trace))]
}

const callLines =
  (trace: Trace) =>
  ({ args, id, name, server }: ToolCall): ReadonlyArray<Json> => {
    const result = knownResults(trace).find(({ call_id }) => call_id === id)
    return [
      { call: `${server}.${name}`, args },
      result === undefined
        ? { result: null }
        : { is_error: result.is_error, result: result.structured ?? result.content }
    ]
  }

/** The middle is left out, since the beginning and the end say most. */
const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  // Half a character is none.
  const [start, end] = [
    text.slice(0, half).replace(/[\ud800-\udbff]$/, ""),
    text.slice(-half).replace(/^[\udc00-\udfff]/, "")
  ]
  return `${start} [${text.length - start.length - end.length} characters are left out here] ${end}`
}
