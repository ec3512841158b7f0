/**
 * How many times the agent is run.
 */
import { type Agent, extend } from "./agent.ts"
import type { Fact, NotYet, OneRun, Sample } from "./facts.ts"

/**
 * Runs the agent `n` times. Written once, before the gates that need two or more runs.
 *
 * ```ts
 * asks.pipe(runs(5), stability())
 * ```
 */
export const runs =
  <const N extends number>(n: Whole<N>) =>
  <Has extends Fact>(
    self: Agent<Has> & NotYet<Has, OneRun | Sample, "runs to be said once">
  ): Agent<Has | RunsFact<N>> =>
    extend(self, (node) => ({ runs: [...node.runs, n as number] }))

type RunsFact<N extends number> = N extends 1 ? OneRun : Sample

/** The plan checks a number again whose value the compiler does not know. */
type Whole<N extends number> = number extends N
  ? N
  : `${N}` extends "0" | `-${string}` | `${string}.${string}`
    ? "a whole number from 1"
    : N
