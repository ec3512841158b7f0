/**
 * Makes sure that a contestant does the work: it has to pass good traces, and fail those with one bad trace among them.
 */
import type { Spoiling } from "../workload/steps.ts"
import type { Workload } from "../workload/write.ts"
import type { Contestant } from "./interleave.ts"
import { meter } from "./meter.ts"

export interface Trials {
  readonly good: Workload
  readonly bad: Readonly<Record<Spoiling, Workload>>
}

/** Everything that it got wrong; nothing when its numbers can be trusted. */
export const misjudged = async (contestant: Contestant, { bad, good }: Trials): Promise<ReadonlyArray<string>> => {
  const { exit, said } = await meter(contestant.command(good))
  if (exit !== 0) return [`it fails good traces with exit ${exit}: ${said.split("\n").at(-1)}`]
  const wrong: Array<string> = []
  for (const [spoiling, work] of Object.entries(bad)) {
    const sample = await meter(contestant.command(work))
    if (sample.exit === 0) wrong.push(`it passes a trace that is spoilt: ${spoiling}`)
  }
  return wrong
}
