/**
 * What goes through the session of a user's own agent: its calls, and what it reports of itself.
 */
import type { AskedCall, ToolAnswer, Usage, Violation } from "../../base/domain/recording/Cassette.ts"
import type { SaidMessage, Session, StepReport } from "../../base/domain/recording/Driver.ts"
import { stopReason } from "../../base/domain/trace/stopReason.ts"
import type { WireExchange } from "../../base/domain/recording/Wire.ts"
import { natural } from "../../base/std/checks.ts"
import type { FaultCounts, Faulted } from "../agentLoop/faults.ts"
import type { ReportedTurn } from "./driverTurns.ts"
import type { ModelProxy } from "../services/Driver.ts"
import { ownCall } from "./ownCalls.ts"

/** In the order in which it was asked for. */
export interface Log {
  /** The messages of the user so far, with what the agent answered to all but the last. */
  readonly parts: Array<LoggedPart>
  readonly calls: Array<NotedCall>
  readonly reported: Array<ReportedTurn>
  /** The milliseconds of the run. It has no clock before the agent begins. */
  now: () => number
  counts: FaultCounts
  /** How many calls have started or ended. */
  events: number
  spent: Usage | undefined
  /** Whether a step came without its tokens, and whether the agent reported tokens beside its steps. */
  isStepUnmeasured: boolean
  isRunMeasured: boolean
  /** What the agent sent and passhat could not read. */
  unreadable: Violation | undefined
  /** What the agent reaches its model through, if it does. */
  proxy: ModelProxy | undefined
  /** What it and its model sent each other. */
  exchanges: ReadonlyArray<WireExchange>
  /** The binary data of results, in base64, by its hash. */
  readonly media: Map<string, string>
}

/** A part of a conversation: what the user said, and how many calls and reports came before it. */
export interface LoggedPart {
  readonly said: string
  readonly calls: number
  readonly reported: number
  answered?: string
}

/** Without an end it is still open; with an end but no answer, the agent gave it up. */
export interface NotedCall {
  readonly call: AskedCall
  /** How many turns the agent had reported by then. */
  reportedBefore: number
  /** Its turn, if the agent told that itself; null if it told its turns and not that of this call. */
  toldTurn?: number | null
  readonly faulted: Faulted | undefined
  start_ms: number
  end_ms?: number
  /** When it started and ended among all that happened. */
  started: number
  ended?: number
  answer?: ToolAnswer
}

export const emptyLog = (): Log => ({
  parts: [],
  calls: [],
  reported: [],
  now: () => 0,
  counts: new Map(),
  events: 0,
  spent: undefined,
  isStepUnmeasured: false,
  isRunMeasured: false,
  unreadable: undefined,
  proxy: undefined,
  exchanges: [],
  media: new Map()
})

/** The functions of a session with which an agent reports of itself. `used` receives the tokens that it reports. */
export const reporting = (
  log: Log,
  used: (tokens: Usage) => void = () => undefined
): Pick<Session, "say" | "step" | "usage"> => ({
  say: (text, turn) => {
    log.reported.push({ kind: "said", text, calls: turn?.calls, stop: undefined, ownCalls: [] })
  },
  step: (step) => {
    log.reported.push(turnOf(step))
    const tokens = measured(step.usage)
    if (tokens === undefined) log.isStepUnmeasured = true
    else spend(log, tokens, used)
  },
  usage: (given) => {
    const tokens = measured(given)
    if (tokens === undefined) return
    log.isRunMeasured = true
    spend(log, tokens, used)
  }
})

const spend = (log: Log, tokens: Usage, used: (tokens: Usage) => void): void => {
  log.spent = sum(log.spent, tokens)
  used(tokens)
}

/** Takes what an agent told of a part of the conversation as a whole, once that had ended. */
export const tell = (log: Log, steps: ReadonlyArray<StepReport>, turns: ReadonlyMap<string, number>): void => {
  const { calls, reported } = log.parts.at(-1) ?? { calls: 0, reported: 0 }
  const { step } = reporting(log)
  for (const one of steps) step(one)
  for (const noted of log.calls.slice(calls)) {
    noted.toldTurn = turns.get(noted.call.id) ?? null
    noted.reportedBefore = reported + (noted.toldTurn ?? 1) - 1
  }
}

/** Begins a part of the conversation. */
export const hear = (log: Log, said: string): void => {
  log.parts.push({ said, calls: log.calls.length, reported: log.reported.length })
}

/** What was said before the last message of the user. */
export const saidBefore = ({ parts }: Log): ReadonlyArray<SaidMessage> =>
  parts.slice(0, -1).flatMap(({ answered = "", said }) => [
    { role: "user", content: said },
    { role: "assistant", content: answered }
  ])

/** The tokens of the run; undefined if those of a step are missing: unrecorded is not zero. */
export const loggedTokens = ({ isRunMeasured, isStepUnmeasured, spent }: Log): Usage | undefined =>
  isStepUnmeasured && !isRunMeasured ? undefined : spent

const turnOf = ({ calls, ownCalls, stopReason: reason, text }: StepReport): ReportedTurn => ({
  kind: "step",
  text: typeof text === "string" ? text : "",
  calls,
  stop: typeof reason === "string" ? stopReason(reason) : undefined,
  ownCalls: (ownCalls ?? []).map(ownCall)
})

/**
 * Undefined unless both are whole numbers and not both zero, since no answer is without tokens: frameworks give undefined, NaN
 * or zeros for what a provider did not tell.
 */
const measured = (tokens: StepReport["usage"]): Usage | undefined => {
  const [input, output] = [natural(tokens?.input), natural(tokens?.output)]
  return input === undefined || output === undefined || input + output === 0 ? undefined : { input, output }
}

const sum = (one: Usage = { input: 0, output: 0 }, other: Usage): Usage => ({
  input: one.input + other.input,
  output: one.output + other.output
})
