/**
 * Replays one recorded run: plays its exchanges to the trace builder, and checks that each call is the recorded one.
 */
import type {
  AskedCall,
  Exchange,
  RecordedRun,
  ToolAnswer,
  UserExchange
} from "../../base/domain/recording/Cassette.ts"
import { asReported, driverTrace } from "../../base/domain/recording/driverTrace.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue, notice } from "../../base/domain/issues.ts"
import type { Cell } from "../../base/domain/plan/Plan.ts"
import { recordedMs } from "../../base/domain/recording/recordedSteps.ts"
import type { RunResult } from "../../base/domain/recording/Run.ts"
import { toolResult } from "../../base/domain/recording/toolResult.ts"
import type { Tokens, Trace } from "../../base/domain/trace/Trace.ts"
import { differences, isSame } from "../../base/std/differences.ts"
import { shorten } from "../../base/std/shorten.ts"
import { traceBuilder } from "./traceBuilder.ts"
import { violationNotices } from "./violationNotices.ts"

/**
 * The trace of the run, or why it has none: it did not complete, or its conversation is not the one of this cell. `reported` is
 * the recorded trace of a user's own agent whose calls were made again.
 */
export const replayRun = (cell: Cell, run: RecordedRun, file: string, reported?: Trace): RunResult => {
  const result = resultOf(cell, run, file, reported)
  const { reported_tokens } = "trace" in result ? result.trace.conversation : {}
  if (run.violations === undefined && reported_tokens === undefined) return result
  const notices = [
    ...violationNotices(run.violations ?? []),
    ...("trace" in result && reported_tokens !== undefined
      ? [tokensDiffer(cell, run, result.trace, reported_tokens)]
      : [])
  ]
  return { ...result, issues: [...(result.issues ?? []), ...notices] }
}

const resultOf = (cell: Cell, run: RecordedRun, file: string, reported?: Trace): RunResult => {
  const { exchanges, index, outcome } = run
  if (outcome.status === "infrastructure_error") return { index, issue: outcome.issue }
  const diverged = (what: string): RunResult => ({
    index,
    issue: issue("DIVERGED", `${file}, run ${index}: ${what}.`, "Record it again with --record.")
  })
  const unobserved = cell.observations.find(({ name }) => run.observations?.[name] === undefined)
  if (unobserved !== undefined) return diverged(`the observation "${unobserved.name}" was not recorded`)
  const isDriven = cell.behaviour.driver !== undefined
  if (run.trace !== undefined && !isDriven) return diverged("it holds the trace of a driver, and the agent has none")
  if (run.trace === undefined && isDriven && reported === undefined)
    return diverged("the trace of its driver is missing")
  const trace = run.trace === undefined ? traceOf(cell, exchanges) : driverTrace(run.trace)
  if (typeof trace === "string") return diverged(trace)
  const servers = cell.behaviour.servers.map(({ name }) => name)
  const whole = withObservations(
    reported === undefined ? trace : asReported(trace, driverTrace(reported), servers),
    run
  )
  return {
    index,
    trace: whole,
    exchanges,
    ...(whole.error !== undefined && { issues: [ended(cell, run, whole.error)] }),
    ...(run.judgements !== undefined && { judgements: run.judgements })
  }
}

const tokensDiffer = ({ name }: Cell, { index }: RecordedRun, { conversation }: Trace, reported: Tokens): Issue => {
  const { tokens } = conversation
  const carried = tokens === undefined ? "more, not all of which are known" : tokensText(tokens)
  return notice(
    "TOKENS_DIFFER",
    `${name}, run #${index}: the agent reports ${tokensText(reported)}, and its exchanges with its model carry ${carried}.`,
    `${tokens === undefined ? "No tokens count" : "Those of the exchanges count"}. Let the agent report the tokens of every answer.`
  )
}

const tokensText = ({ input, output, total }: Tokens): string => `${total} tokens (${input} input, ${output} output)`

/** An agent that ended with an error may fail, and never passes. */
const ended = ({ name }: Cell, { index }: RecordedRun, error: string): Issue =>
  issue("INFRASTRUCTURE", `${name}, run #${index}: ${error}`, "Let the agent deal with what its tools answer.")

/** The trace, or a sentence without a subject that says where the conversation is not the recorded one. */
const traceOf = ({ behaviour }: Cell, exchanges: ReadonlyArray<Exchange>): Trace | string => {
  const builder = traceBuilder(behaviour)
  let at = 0
  for (let isAsking = true; isAsking;) {
    const asked = exchanges[at++]
    if (asked?.kind !== "model") return `the agent asks the model, and ${found(exchanges, at - 1)}`
    const calls = builder.answered(asked.answer)
    if (calls === undefined) break
    const answers: Array<ToolAnswer> = []
    for (const call of calls) {
      const made = exchanges[at++]
      if (made?.kind !== "tool") return `the agent calls ${call.server}.${call.name}, and ${found(exchanges, at - 1)}`
      if (!isSameCall(made.call, call)) return difference(made.call, call, at - 1)
      answers.push(made.answer)
    }
    const said = builder.asksUser() ? exchanges[at++] : NOT_ASKED
    if (said?.kind !== "user") return `the user speaks, and ${found(exchanges, at - 1)}`
    isAsking = builder.returned(answers, said === NOT_ASKED ? undefined : said)
  }
  return at < exchanges.length
    ? `the agent stops after ${at} of ${exchanges.length} recorded exchanges`
    : withRecordedMs(builder.trace(), recordedMs(exchanges))
}

const NOT_ASKED: UserExchange = { kind: "user" }

const withRecordedMs = (trace: Trace, recorded_ms: number | undefined): Trace =>
  recorded_ms === undefined ? trace : { ...trace, clock: { ...trace.clock, recorded_ms } }

/** What was observed beside the agent: the world after it, what its servers asked, and how their tools changed. */
const withObservations = (trace: Trace, run: RecordedRun): Trace => {
  const { observations = {}, relisted, server_requests } = run
  const results = Object.entries(observations).map(([name, answer]) => [name, toolResult(`observe-${name}`, answer)])
  if (results.length === 0 && relisted === undefined && server_requests === undefined) return trace
  return {
    ...trace,
    ...(results.length > 0 && { observations: Object.fromEntries(results) }),
    ...(server_requests !== undefined && { server_requests }),
    ...(relisted !== undefined && { relisted })
  }
}

/** Compares every field of a call. */
const isSameCall = (one: AskedCall, other: AskedCall): boolean =>
  one.id === other.id &&
  one.name === other.name &&
  one.server === other.server &&
  isSame(one.args, other.args) &&
  isSame(one.caller, other.caller)

const difference = (recorded: AskedCall, call: AskedCall, at: number): string => {
  const [first] = differences({ ...recorded }, { ...call })
  const path = `exchanges[${at}].call${first === undefined ? "" : `.${first.path}`}`
  return `${path} is recorded as ${shown(first?.before)}, and the agent sends ${shown(first?.after)}`
}

const found = (exchanges: ReadonlyArray<Exchange>, at: number): string => {
  const exchange = exchanges[at]
  if (exchange === undefined) return `the recording ends after ${exchanges.length} exchanges`
  if (exchange.kind === "user") return `exchanges[${at}] is a message of the user`
  return `exchanges[${at}] is ${exchange.kind === "model" ? "an answer of the model" : `a call of ${exchange.call.name}`}`
}

/** An argument may be of any length, and the sentence is for a person. */
const shown = (value: unknown): string => (value === undefined ? "absent" : shorten(JSON.stringify(value), 200))
