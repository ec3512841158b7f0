/**
 * Judges one gate over all runs of a cell, by the scope that its definition states. It keeps of each run what it needs.
 */
import * as Result from "effect/Result"
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import type { CellDefinition, Means } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import type { GateVerdict, RunVerdict, Verdict } from "../domain/Verdict.ts"
import { interner } from "./interned.ts"
import { type BoundGate, broken, gateJudge, type Opinion, unjudged, worded } from "./judgeGate.ts"

export interface GateAcross {
  /** A run that was observed, and what the gate said of it if it looks at each. */
  readonly take: (index: number, trace: Trace, opinion: Opinion | undefined) => void
  readonly clear: () => void
  readonly finish: (sample: Sample) => GateVerdict
}

/** All runs that were asked for. */
export interface Sample {
  readonly runs: ReadonlyArray<RunVerdict>
  /** Those that could not be observed. */
  readonly lost: ReadonlyArray<number>
  /** Whether a gate that decides looks at each run. */
  readonly decidesRuns: boolean
}

/** A run without a trace leaves every gate without a verdict: the sample is not the one that was asked for. */
export const gateAcross = (bound: BoundGate, means: Means): GateAcross => {
  const { definition, gate } = bound
  const scope = scopes[definition.scope ?? "cell"](bound, means)
  return {
    take: scope.take,
    clear: scope.clear,
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
        title: definition.title ?? definition.name,
        ...worded(gate, opinion),
        ...(bound.source !== undefined && { source: bound.source })
      }
    }
  }
}

type Looking = Pick<GateAcross, "take" | "clear"> & { readonly judge: (sample: Sample) => Opinion }

const ranks: { readonly [V in Verdict]: number } = { fail: 0, none: 1, pass: 2 }

/** The first of the worst runs stands for a gate that looks at each run. */
const eachRun = (): Looking => {
  let stands: { readonly index: number; readonly opinion: Opinion } | undefined
  const isWorse = (index: number, { judged }: Opinion): boolean => {
    if (stands === undefined) return true
    const rank = ranks[judged.verdict] - ranks[stands.opinion.judged.verdict]
    return rank < 0 || (rank === 0 && index < stands.index)
  }
  return {
    take: (index, _, opinion) => {
      if (opinion !== undefined && isWorse(index, opinion)) stands = { index, opinion }
    },
    clear: () => {
      stands = undefined
    },
    judge: () => stands!.opinion
  }
}

const allRuns = (bound: BoundGate, means: Means): Looking => {
  const { digest = (trace: Trace): unknown => trace } = bound.definition as CellDefinition<any, any, unknown>
  const kept: Array<unknown> = []
  const interned = interner()
  const thrown = new Map<number, unknown>()
  return {
    take: (index, trace) => {
      const taken = Result.try({ try: () => digest(trace, bound.gate.spec, index), catch: (cause) => cause })
      if (Result.isSuccess(taken)) kept[index - 1] = interned(taken.success)
      else thrown.set(index, taken.failure)
    },
    clear: () => {
      kept.length = 0
      thrown.clear()
    },
    judge: ({ runs }) => {
      kept.length = runs.length
      return thrown.size === 0
        ? gateJudge(bound, means)(kept)
        : broken(bound.gate, thrown.get(Math.min(...thrown.keys())))
    }
  }
}

/** A run that could not be judged, or that no deciding gate looks at, has no outcome. */
const allOutcomes = (bound: BoundGate, means: Means): Looking => ({
  take: () => undefined,
  clear: () => undefined,
  judge: ({ decidesRuns, runs }) => {
    const open = runs.filter(({ verdict }) => verdict === "none" || !decidesRuns)
    return open.length > 0
      ? unjudged(
          undecided(
            bound.gate.gate,
            open.map(({ index }) => index)
          )
        )
      : gateJudge(bound, means)(runs.map(({ verdict }) => verdict))
  }
})

const scopes = { run: eachRun, cell: allRuns, outcomes: allOutcomes }

/** Nobody reads the numbers of a thousand runs. */
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
