/**
 * Judges one gate over all runs of a cell, by the scope of its definition. It keeps of each run only what the gate
 * needs.
 */
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { Judgement } from "../../base/domain/recording/Judgement.ts"
import type { Vote } from "../../base/domain/plan/juries.ts"
import {
  type Capabilities,
  type CellDefinition,
  type OutcomesDefinition,
  stopOf
} from "../../base/domain/verdict/Metric.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { GateVerdict, RunVerdict, Verdict } from "../../base/domain/verdict/Verdict.ts"
import { interner } from "./intern.ts"
import { type BoundGate, type Opinion, broken, gateJudge, unjudged, verdictOf } from "./judgeGate.ts"
import { type Jury, juryOf } from "./jury.ts"
import { runTable } from "./runTable.ts"

export interface GateAcross extends RunKeeper {
  readonly finish: (sample: PlannedRuns) => GateVerdict
}

interface RunKeeper {
  /** Takes a run with a trace; `opinion` is given for a gate with scope "run", `judgements` are what judges said of the run. */
  readonly take: (index: number, trace: Trace, opinion: Opinion | undefined, judgements?: Judgements) => void
  readonly clear: () => void
}

type Judgements = ReadonlyArray<Judgement> | undefined

/** All runs of the cell's plan. */
export interface PlannedRuns {
  readonly runs: ReadonlyArray<RunVerdict>
  /** The indices of runs without a trace. */
  readonly lost: ReadonlyArray<number>
  /** Whether a deciding gate has scope "run". */
  readonly decidesRuns: boolean
  /** How many runs were planned, if the cell stopped before the last. */
  readonly planned?: number
}

/** If a run has no trace, every gate is "none": the sample is smaller than the plan asks for. */
export const gateAcross = (bound: BoundGate, means: Capabilities): GateAcross => {
  const { definition, gate } = bound
  const scope = scopes[definition.scope ?? "cell"](bound, means)
  return {
    ...scope,
    finish: (sample) => {
      const { lost, runs } = sample
      const opinion =
        lost.length > 0
          ? unjudged(without(gate.gate, lost))
          : runs.length === 0
            ? unjudged(empty(gate.gate))
            : scope.judge(sample)
      return {
        id: gate.id,
        gate: gate.gate,
        scope: gate.scope,
        ...(gate.always === true && { always: gate.always }),
        title: definition.title ?? definition.name,
        ...stated(verdictOf(gate, opinion), bound, sample),
        ...(bound.source !== undefined && { source: bound.source })
      }
    }
  }
}

/** A gate beside the one that stopped the cell has fewer runs than the plan says, and tells so. */
const stated = (
  verdict: ReturnType<typeof verdictOf>,
  { definition }: BoundGate,
  { planned, runs }: PlannedRuns
): ReturnType<typeof verdictOf> =>
  planned === undefined || stopOf(definition) !== undefined
    ? verdict
    : { ...verdict, summary: `${verdict.summary}, over ${runs.length} of ${planned} runs` }

interface ScopeJudge extends RunKeeper {
  readonly judge: (sample: PlannedRuns) => Opinion
}

const ranks: { readonly [V in Verdict]: number } = { fail: 0, none: 1, pass: 2 }

/** The verdict of a gate with scope "run" is that of its worst run. */
const eachRun = (): ScopeJudge => {
  const worst = worstRun()
  return {
    take: (index, _, opinion) => {
      if (opinion !== undefined) worst.offer(index, ranks[opinion.judged.verdict], opinion)
    },
    clear: worst.clear,
    judge: () => worst.opinion()!
  }
}

const allRuns = (bound: BoundGate, means: Capabilities): ScopeJudge => {
  const { digest = (trace: Trace): unknown => trace } = bound.definition as CellDefinition<any, any, unknown>
  const { clear, digests, take, thrown } = digestKeeper(bound, digest, juryOf(bound, means))
  return {
    take,
    clear,
    judge: ({ runs }) => thrown() ?? gateJudge(bound, means)(digests(runs.length))
  }
}

/** A run whose verdict is "none", or that no deciding gate judged, has no outcome. */
const allOutcomes = (bound: BoundGate, means: Capabilities): ScopeJudge => {
  const { digest } = bound.definition as OutcomesDefinition<any, any>
  const kept = digest && digestKeeper(bound, digest)
  return {
    take: kept?.take ?? (() => undefined),
    clear: kept?.clear ?? (() => undefined),
    judge: ({ decidesRuns, runs }) => {
      const open = runs.filter(({ verdict }) => verdict === "none" || !decidesRuns)
      if (open.length > 0) {
        return unjudged(
          undecided(
            bound.gate.gate,
            open.map(({ index }) => index)
          )
        )
      }
      const own = kept === undefined ? means : { ...means, digests: kept.digests(runs.length) }
      return kept?.thrown() ?? gateJudge(bound, own)(runs.map(({ verdict }) => verdict))
    }
  }
}

interface DigestKeeper extends RunKeeper {
  readonly digests: (runs: number) => ReadonlyArray<unknown>
  /** The opinion if a `digest` threw. */
  readonly thrown: () => Opinion | undefined
}

const digestKeeper = (
  { gate }: BoundGate,
  digest: (trace: Trace, spec: unknown, run: number, votes?: ReadonlyArray<Vote>) => unknown,
  jury?: Jury
): DigestKeeper => {
  const digests = runTable<unknown>()
  const intern = interner()
  /** The first run whose `digest` threw. */
  const thrown = worstRun()
  return {
    take: (index, trace, _, judgements) => {
      const taken = tryCatch(
        () => ({ digest: digest(trace, gate.spec, index, jury?.votes(trace, judgements)) }),
        (cause) => ({ cause })
      )
      if ("digest" in taken) digests.put(index, intern(taken.digest))
      else thrown.offer(index, 0, broken(gate, taken.cause))
    },
    clear: () => {
      digests.clear()
      thrown.clear()
    },
    digests: digests.upTo,
    thrown: thrown.opinion
  }
}

const scopes = { run: eachRun, cell: allRuns, outcomes: allOutcomes }

/** How many runs a message lists. */
const NAMED = 20

const listed = (runs: ReadonlyArray<number>): string => {
  const named = runs.slice(0, NAMED).map((index) => `#${index}`)
  const rest = runs.length - named.length
  return `run ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`
}

const without = (gate: string, runs: ReadonlyArray<number>): Issue =>
  issue("INFRASTRUCTURE", `${gate} cannot be judged without ${listed(runs)}.`, "See the run for the reason.")

const undecided = (gate: string, runs: ReadonlyArray<number>): Issue =>
  issue("NO_GATES", `${gate} cannot be judged: ${listed(runs)} has no outcome.`, "Add a gate that looks at each run.")

const empty = (gate: string): Issue => issue("INFRASTRUCTURE", `${gate} has no run to judge.`, "Run the suite again.")

/** Tracks the worst run (ties: lowest index), whose opinion becomes the verdict and summary of a gate over many runs. */
interface WorstRun {
  /** The lower the rank, the worse the run. */
  readonly offer: (index: number, rank: number, opinion: Opinion) => void
  /** Undefined before any run was offered. */
  readonly opinion: () => Opinion | undefined
  readonly clear: () => void
}

export const worstRun = (): WorstRun => {
  let held: { readonly index: number; readonly rank: number; readonly opinion: Opinion } | undefined
  return {
    offer: (index, rank, opinion) => {
      if (held === undefined || rank < held.rank || (rank === held.rank && index < held.index)) {
        held = { index, rank, opinion }
      }
    },
    opinion: () => held?.opinion,
    clear: () => {
      held = undefined
    }
  }
}
