/**
 * Tool selection: in how many runs the agent called the expected tool, and how many tokens the runs used.
 *
 * A run selects when any of its calls is a call of the tool. If the tokens of a run were not recorded, the most
 * expensive run is unknown, and so is whether all runs stayed within the cap: those numbers are undefined.
 */
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Finding } from "../../base/domain/verdict/Verdict.ts"
import { passHatK } from "./passAtK.ts"
import { natural } from "../../base/std/checks.ts"
import { isCallOf } from "./internal/toolCalls.ts"

export interface Spec {
  readonly expected_tool: string
  /** Default: the tool of any server. */
  readonly server?: string
  readonly min_selection_rate: number
  /** The most tokens that one run may use. */
  readonly max_total_tokens?: number
  /** The k of pass^k. Default: 1. */
  readonly k?: number
}

export interface Report {
  /** The share of runs that select, in 0..1. */
  readonly selection_rate: number
  /** The tokens of the most expensive run. */
  readonly max_tokens: number | undefined
  /** The chance that k runs all select within the cap, in 0..1. Undefined with fewer than k runs. */
  readonly pass_hat_k: number | undefined
}

/** The part of a run that the gate keeps. */
export interface Digest {
  readonly selects: boolean
  readonly tokens: number | undefined
  /** The distinct tools that were called; only in a run that does not select. */
  readonly called?: ReadonlyArray<string>
}

export const digest = (run: Trace, { expected_tool, server }: Spec): Digest => {
  const tool = server === undefined ? expected_tool : { name: expected_tool, server }
  const tokens = natural(run.conversation.tokens?.total)
  return run.tool_calls.some((call) => isCallOf(tool, call))
    ? { selects: true, tokens }
    : { selects: false, tokens, called: [...new Set(run.tool_calls.map((call) => call.name))] }
}

type Digests = ReadonlyArray<Digest>

export const measure = (runs: Digests, spec: Spec): Report => {
  const good = countOf(runs, (run) => run.selects && !isOver(run, spec))
  const priced = runs.length > 0 && runs.every((run) => run.tokens !== undefined)
  const judged = priced || spec.max_total_tokens === undefined
  return {
    selection_rate: runs.length === 0 ? 0 : selectedOf(runs) / runs.length,
    max_tokens: priced ? runs.reduce((most, run) => Math.max(most, run.tokens ?? 0), 0) : undefined,
    pass_hat_k: judged ? passHatK(runs.length, good, kOf(spec)) : undefined
  }
}

/** `selection 9/10 (90%), pass^1 90%, max tokens 1840`. Percents are truncated. */
export const describe = (report: Report, spec: Spec, runs: Digests): string => {
  const selected = selectedOf(runs)
  return [
    `selection ${selected}/${runs.length} (${Math.floor((selected * 100) / runs.length)}%)`,
    `pass^${kOf(spec)} ${report.pass_hat_k === undefined ? whyUndefined(runs, spec) : `${percent(report.pass_hat_k)}%`}`,
    `max tokens ${report.max_tokens ?? "not recorded"}`
  ].join(", ")
}

/** Findings for runs that did not select, for runs over the cap, and for runs whose tokens were not recorded. */
export const explain = (
  runs: Digests,
  spec: Spec,
  report: Report
): { readonly [Target in keyof Report]: ReadonlyArray<Finding> } => {
  const missed = runs.flatMap((run, index) => (run.selects ? [] : [calledInstead(run, index + 1, spec)]))
  const costs = runs.flatMap((run, index) => costFinding(run, index + 1, spec, report))
  const short = runs.length < kOf(spec) ? [{ reason: `pass^${kOf(spec)} is ${whyUndefined(runs, spec)}` }] : []
  return { selection_rate: missed, max_tokens: costs, pass_hat_k: [...short, ...missed, ...costs] }
}

const selectedOf = (runs: Digests): number => countOf(runs, (run) => run.selects)

const countOf = (runs: Digests, isCounted: (run: Digest) => boolean): number =>
  runs.reduce((count, run) => (isCounted(run) ? count + 1 : count), 0)

const isOver = ({ tokens }: Digest, { max_total_tokens = Infinity }: Spec): boolean => (tokens ?? 0) > max_total_tokens

const kOf = ({ k = 1 }: Spec): number => k

/** Truncated. The sum corrects shares such as 29/100, whose double times 100 is slightly below 29. */
const percent = (share: number): number => Math.floor(share * 100 + 1e-9)

const whyUndefined = (runs: Digests, spec: Spec): string =>
  runs.length < kOf(spec) ? `undefined for fewer than ${kOf(spec)} runs` : "undefined without recorded tokens"

const calledInstead = ({ called: names = [] }: Digest, index: number, { expected_tool }: Spec): Finding => ({
  run: index,
  path: "tool_calls",
  expected: expected_tool,
  actual: names,
  reason: names.length === 0 ? "called no tool" : `called ${names.join(", ")} instead of ${expected_tool}`
})

/** Without a cap, the most expensive run is reported. */
const costFinding = ({ tokens }: Digest, index: number, spec: Spec, report: Report): ReadonlyArray<Finding> => {
  const at = { run: index, path: "conversation.tokens.total" }
  if (tokens === undefined) return [{ ...at, reason: "its tokens were not recorded" }]
  const cap = spec.max_total_tokens
  if (cap !== undefined && tokens > cap) {
    return [{ ...at, expected: cap, actual: tokens, reason: `${tokens} tokens, over the cap of ${cap}` }]
  }
  return cap === undefined && tokens === report.max_tokens
    ? [{ ...at, actual: tokens, reason: `${tokens} tokens, the most of any run` }]
    : []
}
