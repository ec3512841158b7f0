/**
 * Live runs in one process, against a stand-in for the provider and a real server over stdio in each run.
 */
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import { startStandin } from "../../test/standin/standin.ts"
import type { Sample } from "./growth.ts"
import { place, type Runtime, startPasshat } from "./process.ts"

export interface Lived {
  readonly samples: ReadonlyArray<Sample>
  /** What went wrong with the process itself. */
  readonly problem?: string
}

/** `size` is that of a result in bytes, at least. */
export const liveRuns = async (runtime: Runtime, runs: number, every: number, size: number): Promise<Lived> => {
  using its = place()
  const standin = await startStandin({
    scripts: () => [{ turns: [{ calls: [{ server: "echo", name: "echo", args: {} }] }, { text: "Echo." }] }]
  })
  const suite = join(import.meta.dirname, "livingSuite.ts")
  const args = ["run", suite, "--record", "--concurrency", "1", "--quiet", "--cassettes", join(its.folder, "cassettes")]
  const { finished } = startPasshat(runtime, args, root, {
    ...its.env,
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: standin.url,
    RUNS: String(runs),
    EVERY: String(every),
    SIZE: String(size)
  })
  const { code, stderr } = await finished
  await standin.close()
  return {
    samples: its.samples(),
    ...(code !== 0 && { problem: `passhat ended with ${code}: ${stderr.slice(-500)}` })
  }
}
