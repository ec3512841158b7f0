/**
 * How many times the agent is run: a single run is a coin flip.
 */
import { type Agent, make } from "./agent.ts"
import type { Fact, OneRun, Sample, NotYet } from "./facts.ts"

/** Runs the agent `n` times. Said once, before the gates that need a sample. */
export const runs =
  <const N extends number>(n: Whole<N>) =>
  <Has extends Fact>(
    self: Agent<Has> & NotYet<Has, OneRun | Sample, "runs to be said once">
  ): Agent<Has | RunsFact<N>> =>
    make({ ...self.node, runs: [...self.node.runs, n as number] })

type RunsFact<N extends number> = N extends 1 ? OneRun : Sample

/** A number the compiler cannot see passes, and is checked again when the plan is made. */
type Whole<N extends number> = number extends N
  ? N
  : `${N}` extends "0" | `-${string}` | `${string}.${string}`
    ? "a whole number from 1"
    : N
