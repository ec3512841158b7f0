/**
 * OpenTelemetry: a trace a cell, with a span a run, the tool calls below it, and what was judged of a run as events
 * `gen_ai.evaluation.result` of its span. Names are those of OpenTelemetry's conventions for generative AI.
 *
 * A line is a whole request of OTLP in JSON, so a file has the form of the collector's file exporter. Arguments, results and
 * words may be private: of them it holds only what a finding quotes.
 */
import type { Issue } from "../../../../base/domain/Issue.ts"
import type { Trace } from "../../../../base/domain/trace/Trace.ts"
import type {
  CellVerdict,
  Check,
  GateVerdict,
  Report,
  RunVerdict,
  SuiteVerdict
} from "../../../../base/domain/verdict/Verdict.ts"
import { canonicalJson } from "../../../../base/std/canonicalJson.ts"
import { escapeJson } from "../../../../base/std/escape.ts"
import type { Json } from "../../../../base/std/Json.ts"
import { sha256 } from "../../../../base/std/sha256.ts"
import { shorten } from "../../../../base/std/shorten.ts"
import { columnText } from "../../cases/columnLines.ts"
import type { Reporter } from "../../Reporter.ts"
import { attributesOf, type Evaluation, type SpanPlace, span } from "./span.ts"
import { knownResults } from "../../../../base/domain/trace/oneResultPerCall.ts"

export const otlp: Reporter = {
  name: "otlp",
  showsAnalysis: true,
  isSent: true,
  render: function* (report, { time = 0 }) {
    for (const suite of report.suites) {
      if (suite.issues.length > 0 || suite.cells.length === 0 || suite.case_tables !== undefined)
        yield lineOf(suiteSpans(suite, time))
      for (const cell of suite.cells) yield lineOf(cellSpans(suite, cell, report, time))
    }
  }
}

const lineOf = (spans: ReadonlyArray<Json>): string => `${escapeJson(canonicalJson(requestOf(spans)))}\n`

const requestOf = (spans: ReadonlyArray<Json>): Json => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ "service.name": "passhat" }) },
      scopeSpans: [{ scope: { name: "passhat" }, spans }]
    }
  ]
})

/** A suite that is invalid has no cells, and its issues are to be seen; so are the totals of its cases. */
const suiteSpans = (
  { case_tables: tables, issues, suite, verdict }: SuiteVerdict,
  time: number
): ReadonlyArray<Json> => [
  span(placeOf(`${time}/${suite}`, time), {
    name: `evaluate ${suite}`,
    spanId: idOf(`${time}/${suite}/suite`, 16),
    milliseconds: 0,
    verdict,
    attributes: {
      "passhat.suite": suite,
      "passhat.verdict": verdict,
      "passhat.issues": issueTexts(issues),
      "passhat.cases": tables?.flatMap(({ columns, table }) =>
        columns.map((column) => `${table} on ${column.model}: ${columnText(column)}`)
      )
    },
    events: []
  })
]

const placeOf = (seed: string, time: number): SpanPlace => ({
  traceId: idOf(seed, 32),
  nanoseconds: (ms) => `${Math.round(time + ms)}000000`
})

const issueTexts = (issues: ReadonlyArray<Issue>): ReadonlyArray<string> =>
  issues.map(({ code, message }) => `${code}: ${message}`)

const cellSpans = (
  { suite }: SuiteVerdict,
  cell: CellVerdict,
  { status }: Report,
  time: number
): ReadonlyArray<Json> => {
  const seed = `${time}/${suite}/${cell.id}`
  const place = placeOf(seed, time)
  const spanId = idOf(`${seed}/cell`, 16)
  const lengths = cell.runs.map(({ trace }) => trace?.clock.virtual_ms ?? 0)
  const root = span(place, {
    name: `evaluate ${cell.name}`,
    spanId,
    milliseconds: Math.max(0, ...lengths),
    verdict: cell.verdict,
    attributes: {
      "gen_ai.agent.name": cell.agent,
      "gen_ai.request.model": cell.model,
      "passhat.suite": suite,
      "passhat.cell": cell.id,
      "passhat.case": cell.case?.row,
      "passhat.table": cell.case?.table,
      "passhat.verdict": cell.verdict,
      "passhat.status": status,
      "passhat.issues": issueTexts(cell.issues)
    },
    events: cell.gates.filter(({ scope }) => scope !== "run").flatMap(gateEvents)
  })
  return [root, ...cell.runs.flatMap((run) => runSpans(place, `${seed}/${run.index}`, spanId, cell, run))]
}

const runSpans = (
  place: SpanPlace,
  seed: string,
  parentSpanId: string,
  { agent, model }: CellVerdict,
  { checks, index, issues, trace, verdict }: RunVerdict
): ReadonlyArray<Json> => {
  const spanId = idOf(seed, 16)
  const tokens = trace?.conversation.tokens
  const run = span(place, {
    name: `invoke_agent ${agent}`,
    spanId,
    parentSpanId,
    milliseconds: trace?.clock.virtual_ms ?? 0,
    verdict,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": agent,
      "gen_ai.request.model": model,
      "gen_ai.usage.input_tokens": tokens?.input,
      "gen_ai.usage.output_tokens": tokens?.output,
      "gen_ai.response.finish_reasons": trace && [trace.stop_reason],
      "passhat.user.input_tokens": trace?.conversation.user_tokens?.input,
      "passhat.user.output_tokens": trace?.conversation.user_tokens?.output,
      "passhat.run": index,
      "passhat.verdict": verdict,
      "passhat.issues": issueTexts(issues)
    },
    events: checks.map(checkEvent)
  })
  return [run, ...(trace === undefined ? [] : toolSpans(place, seed, spanId, trace))]
}

const toolSpans = (place: SpanPlace, seed: string, parentSpanId: string, trace: Trace): ReadonlyArray<Json> => {
  const results = new Map(knownResults(trace).map((result) => [result.call_id, result]))
  return trace.tool_calls.map(({ id, name, server }, at) => {
    const result = results.get(id)
    const error = result?.timed_out === true ? "timeout" : result?.is_error === true ? "tool_error" : undefined
    return span(place, {
      name: `execute_tool ${name}`,
      spanId: idOf(`${seed}/${at}`, 16),
      parentSpanId,
      milliseconds: 0,
      verdict: error === undefined ? "pass" : "fail",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        "gen_ai.tool.call.id": id,
        "passhat.server": server,
        "error.type": error
      },
      events: []
    })
  })
}

const checkEvent = ({ actual, advisory, evidence, expected, target, verdict }: Check): Evaluation => ({
  name: target,
  value: actual,
  verdict,
  advisory,
  explanation:
    verdict === "pass"
      ? undefined
      : explained([`expected ${expected}`, ...evidence.findings.map(({ reason }) => reason)])
})

const explained = (reasons: ReadonlyArray<string>): string => shorten(reasons.join("; "), LONGEST)

/** The checks of a gate over all runs. One that could not be measured has an event that says so. */
const gateEvents = ({ advisory, checks, gate, issues, verdict }: GateVerdict): ReadonlyArray<Evaluation> =>
  checks.length > 0
    ? checks.map(checkEvent)
    : [{ name: gate, value: null, verdict, advisory, explanation: explained(issues.map(({ message }) => message)) }]

/** The longest explanation. */
const LONGEST = 1_000

const idOf = (seed: string, digits: number): string => sha256(seed).slice(0, digits)
