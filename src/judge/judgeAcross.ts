/**
 * Judges one gate over all runs of a cell, by the scope that its definition states. It keeps of each run what it needs.
 */
import { tryCatch } from "../std/tryCatch.ts"
import type { Issue } from "../domain/Issue.ts"
import { issue } from "../domain/issues.ts"
import { isPlainData } from "../std/isJson.ts"
import type { CellDefinition, Capabilities } from "../domain/Metric.ts"
import type { Trace } from "../domain/Trace.ts"
import type { GateVerdict, RunVerdict, Verdict } from "../domain/Verdict.ts"
import { byPlace, type Placed } from "./byPlace.ts"
import { type First, foremost } from "./foremost.ts"
import { interner } from "./interned.ts"
import { type BoundGate, broken, gateJudge, type Opinion, unjudged, worded } from "./judgeGate.ts"

export interface GateAcross extends Keeping {
  readonly finish: (sample: Sample) => GateVerdict
}

interface Keeping {
  /** A run that was observed, and what the gate said of it if it looks at each. */
  readonly take: (index: number, trace: Trace, opinion: Opinion | undefined) => void
  readonly clear: () => void
  /** What it keeps, as plain data; nothing where it keeps more than that. */
  readonly part: () => GatePart | undefined
  /** Takes in what another one kept of other runs. */
  readonly join: (part: GatePart) => void
}

/** What a gate keeps of some runs. One that looks at their outcomes keeps nothing. */
export interface GatePart {
  readonly kept?: Placed<unknown>
  /** The run that stands for all, or the first one that a digest could not be made of. */
  readonly first?: First | undefined
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
        title: definition.title ?? definition.name,
        ...worded(gate, opinion),
        ...(bound.source !== undefined && { source: bound.source })
      }
    }
  }
}

interface Looking extends Keeping {
  readonly judge: (sample: Sample) => Opinion
}

const ranks: { readonly [V in Verdict]: number } = { fail: 0, none: 1, pass: 2 }

/** The first of the worst runs stands for a gate that looks at each run. */
const eachRun = ({ gate }: BoundGate): Looking => {
  const worst = foremost(gate)
  return {
    take: (index, _, opinion) => {
      if (opinion !== undefined) worst.offer(index, ranks[opinion.judged.verdict], opinion)
    },
    clear: worst.clear,
    part: () => ({ first: worst.first() }),
    join: ({ first }) => worst.join(first),
    judge: () => worst.opinion()!
  }
}

const allRuns = (bound: BoundGate, means: Capabilities): Looking => {
  const { digest = (trace: Trace): unknown => trace } = bound.definition as CellDefinition<any, any, unknown>
  const kept = byPlace<unknown>()
  const interned = interner()
  const thrown = foremost(bound.gate)
  return {
    take: (index, trace) => {
      const taken = tryCatch(
        () => ({ digest: digest(trace, bound.gate.spec, index) }),
        (cause) => ({ cause })
      )
      if ("digest" in taken) kept.put(index, interned(taken.digest))
      else thrown.offer(index, 0, broken(bound.gate, taken.cause))
    },
    clear: () => {
      kept.clear()
      thrown.clear()
    },
    part: () => {
      const placed = kept.placed()
      return placed.values.every(isPlainData) ? { kept: placed, first: thrown.first() } : undefined
    },
    join: (part) => {
      if (part.kept !== undefined) kept.add({ ...part.kept, values: part.kept.values.map(interned) })
      thrown.join(part.first)
    },
    judge: ({ runs }) => thrown.opinion() ?? gateJudge(bound, means)(kept.upTo(runs.length))
  }
}

/** A run that could not be judged, or that no deciding gate looks at, has no outcome. */
const allOutcomes = (bound: BoundGate, means: Capabilities): Looking => ({
  take: () => undefined,
  clear: () => undefined,
  part: () => ({}),
  join: () => undefined,
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
