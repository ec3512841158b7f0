/**
 * The lines of a trace in order: the prompt, each answer with its calls and their results, and how the run ended.
 */
import type { Relisting } from "../../../base/domain/trace/ServerRequests.ts"
import type { FaultMark, Tokens, ToolCall, ToolResult, Trace } from "../../../base/domain/trace/Trace.ts"
import { indent, type Line, line } from "../text/Line.ts"
import { groupBy } from "../../../base/std/groupBy.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { blockText } from "../text/blockText.ts"
import { shortJson } from "../text/shortJson.ts"
import { knownResults } from "../../../base/domain/trace/oneResultPerCall.ts"

/** Code points of a text, of arguments or of a result that are shown. */
const LONGEST = 300

export const traceLines = (trace: Trace): ReadonlyArray<Line> => [
  line(0, "faint", `trace: ${ending(trace)}`),
  ...turnLines(trace),
  ...trace.faults.map((fault) => line(1, "plain", faultText(fault))),
  ...(trace.relisted ?? []).map((one) => line(1, "plain", relistedText(one))),
  ...(trace.server_requests ?? []).map(({ answer, method, params, server }) =>
    line(1, "plain", `${server} asked ${method} ${shortJson(params, LONGEST)}, answered ${shortJson(answer, LONGEST)}`)
  ),
  ...Object.entries(trace.observations ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, result]) => line(1, "plain", `observed ${name}, ${resultText(result)}`)),
  ...(trace.error === undefined ? [] : [line(1, "none", shorten(trace.error, LONGEST))]),
  ...(trace.error !== undefined || trace.final_response === trace.conversation.turns.at(-1)?.content
    ? []
    : [line(1, "plain", `final response: ${shorten(trace.final_response, LONGEST)}`)])
]

const ending = ({ conversation: { tokens, user_tokens }, stop_reason }: Trace): string =>
  [
    tokens === undefined ? "tokens not recorded" : tokensText(tokens),
    ...(user_tokens === undefined ? [] : [`its simulated user ${tokensText(user_tokens)}`]),
    `stopped with ${stop_reason}`
  ].join(", ")

const tokensText = ({ input, output, total }: Tokens): string => `${total} tokens (${input} in, ${output} out)`

/** Calls follow the answer that made them; calls without a known answer and results without a call come last. */
const turnLines = (trace: Trace): ReadonlyArray<Line> => {
  const { conversation, tool_calls } = trace
  const known = knownResults(trace)
  const calls = groupBy(tool_calls, (call) => call.turn)
  const results = groupBy(known, (result) => result.call_id)
  const ids = new Set(tool_calls.map((call) => call.id))
  const callsOf = (turn: number | undefined): ReadonlyArray<Line> =>
    (calls.get(turn) ?? []).flatMap((call) => callLines(call, results.get(call.id) ?? []))
  let answers = 0
  const turns = conversation.turns.flatMap(({ content, role }) => [
    line(1, "plain", `${role}: ${content === "" ? "(no text)" : shorten(content, LONGEST)}`),
    ...(role === "assistant" ? callsOf(++answers) : [])
  ])
  return [
    ...turns,
    ...[...calls.keys()].filter((turn) => turn === undefined || turn < 1 || turn > answers).flatMap(callsOf),
    ...known.filter((result) => !ids.has(result.call_id)).map(resultLine)
  ]
}

const callLines = ({ args, id, name, server }: ToolCall, results: ReadonlyArray<ToolResult>): ReadonlyArray<Line> => [
  line(1, "plain", `call ${id}: ${server} ${name} ${shortJson(args, LONGEST)}`),
  ...indent(results.map(resultLine), 1)
]

const resultLine = (result: ToolResult): Line =>
  line(1, result.is_error ? "none" : "plain", `result ${result.call_id}, ${resultText(result)}`)

const resultText = ({ content, is_error, structured, timed_out }: ToolResult): string => {
  const outcome = `${is_error ? "error" : "ok"}${timed_out ? ", timed out" : ""}`
  const texts = content.map((block) => blockText(block) ?? shortJson(block, LONGEST))
  const text = content.length === 0 && structured !== undefined ? shortJson(structured, LONGEST) : texts.join("\n")
  return `${outcome}: ${shorten(text, LONGEST)}`
}

const relistedText = ({ added, changed, removed, server, turn }: Relisting): string => {
  const parts = [
    ["added", added],
    ["removed", removed],
    ["changed", changed]
  ] as const
  const told = parts.flatMap(([what, names]) => (names.length === 0 ? [] : [`${what} ${names.join(", ")}`]))
  return `${server} listed its tools again before answer ${turn}: ${told.join("; ")}`
}

const faultText = ({ call_id, detected_ms, fault, kind, start_ms }: FaultMark): string => {
  const noticed = detected_ms === undefined ? "never noticed" : `noticed at ${detected_ms} ms`
  return `fault ${fault} (${kind}) met by call ${call_id} at ${start_ms} ms, ${noticed}`
}
