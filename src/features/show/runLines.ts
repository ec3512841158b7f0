/**
 * Shows one recorded run: what the agent did, when its faults occurred, and how long each exchange took.
 */
import type { Exchange, RecordedRun, Recording } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import type { Judgement } from "../../base/domain/recording/Judgement.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { WireExchange } from "../../base/domain/recording/Wire.ts"
import { indent, type Line, line } from "../../edges/report/text/Line.ts"
import { traceLines } from "../../edges/report/red/traceLines.ts"
import { replayRun } from "../../engine/agentLoop/replayRun.ts"
import { shorten } from "../../base/std/shorten.ts"
import { cellOf } from "../../app/recordings/cellOf.ts"

export const runLines = ({ file, header }: Recording, run: RecordedRun): ReadonlyArray<Line> => {
  const result = replayRun(cellOf(header), run, file)
  return [
    line(0, "plain", ""),
    line(0, "heading", `run #${run.index}`),
    ...indent("trace" in result ? traceWithClock(result.trace) : issueLines(result.issue), 1),
    ...indent((result.issues ?? []).filter(({ advisory }) => advisory).flatMap(issueLines), 1),
    ...indent(exchangeLines(run.exchanges), 1),
    ...indent(wireLines(run.wire?.exchanges ?? []), 1),
    ...indent(judgementLines(run.judgements ?? []), 1)
  ]
}

/** Faults are printed with the clock instead of with the trace. */
const traceWithClock = (trace: Trace): ReadonlyArray<Line> => [
  ...traceLines({ ...trace, faults: [] }),
  ...timeLine(trace)
]

/** A run has no trace if it ended for a reason outside the agent, or can no longer be replayed. */
const issueLines = ({ advisory, code, hint, message }: Issue): ReadonlyArray<Line> => [
  line(0, advisory ? "plain" : "none", `${code}: ${message}`),
  line(1, "plain", hint)
]

/** When each fault occurred, was noticed and was recovered from. Empty for a run without faults. */
const timeLine = ({ clock, faults }: Trace): ReadonlyArray<Line> => {
  const marks = faults.flatMap(({ call_id, detected_ms, fault, kind: how, late_reply_ms, recovered_ms, start_ms }) =>
    [
      [start_ms, `${fault} (${how}) is met by call ${call_id}`] as const,
      [detected_ms, `${fault} is noticed`] as const,
      [recovered_ms, `${fault} is got over`] as const,
      [late_reply_ms, `an answer to call ${call_id} arrives, and is not read`] as const
    ].flatMap(([at, what]) => (at === undefined ? [] : [{ at, what }]))
  )
  return faults.length === 0
    ? []
    : [
        line(0, "faint", `clock: ${clock.virtual_ms} ms ${clock.kind === "wall" ? "on the wall" : "of virtual time"}`),
        ...marks.toSorted((a, b) => a.at - b.at).map(({ at, what }) => line(1, "plain", `${at} ms: ${what}`))
      ]
}

const exchangeLines = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Line> =>
  exchanges.length === 0
    ? []
    : [
        line(0, "faint", `exchanges: ${exchanges.length}${total(exchanges)}`),
        ...exchanges.map((exchange) => line(1, "plain", `${took(exchange)}: ${exchangeText(exchange)}`))
      ]

/** What an agent of the user's own asked its model, in order. */
const wireLines = (exchanges: ReadonlyArray<WireExchange>): ReadonlyArray<Line> =>
  exchanges.length === 0
    ? []
    : [
        line(0, "faint", `exchanges with its model: ${exchanges.length}`),
        ...exchanges.map(({ api, cut, method, path, status }) =>
          line(
            1,
            "plain",
            `${method} ${api}/${path}: ${status ?? "no answer"}${cut === undefined ? "" : `, cut off by the ${cut}`}`
          )
        )
      ]

/** What judges said. No verdict depends on it. */
const judgementLines = (judgements: ReadonlyArray<Judgement>): ReadonlyArray<Line> =>
  judgements.length === 0
    ? []
    : [
        line(0, "faint", `judges, advisory: ${judgements.length}`),
        ...judgements.map(({ model, question, reason, verdict = "could not answer" }) =>
          line(1, "plain", `${model}, asked ${JSON.stringify(shorten(question, 200))}: ${verdict}: ${reason}`)
        )
      ]

/** Empty if a latency is missing: unrecorded is not zero. */
const total = (exchanges: ReadonlyArray<Exchange>): string =>
  exchanges.some(({ latency_ms }) => latency_ms === undefined)
    ? ""
    : ` in ${exchanges.reduce((sum, { latency_ms = 0 }) => sum + latency_ms, 0)} ms`

const took = ({ latency_ms }: Exchange): string => (latency_ms === undefined ? "not timed" : `${latency_ms} ms`)

const exchangeText = (exchange: Exchange): string => {
  if (exchange.kind === "tool") {
    const { answer, call } = exchange
    return `call ${call.id} of ${call.server} ${call.name}${answer.is_error ? ", error" : ""}${answer.timed_out ? ", timed out" : ""}`
  }
  if (exchange.kind === "user" && exchange.answer === undefined)
    return "message of the user, by a function of the suite"
  const { stop_reason, usage } = exchange.answer!
  const tokens = usage === undefined ? "tokens not recorded" : `${usage.input} tokens in, ${usage.output} out`
  if (exchange.kind === "model") return `answer of the model, ${tokens}, ${stop_reason}`
  return `${exchange.message === undefined ? "end of the conversation" : "message"} by the simulated user, ${tokens}`
}
