/**
 * `run`: a program's way to judge or record a suite. The process stays the program's own.
 */
import type { Report } from "../base/domain/verdict/Verdict.ts"
import type { Suite } from "../language/dsl/suite.ts"
import type { NeedsNothing, RunOptions, WithLayers } from "./RunOptions.ts"

/**
 * Judges or records a suite, and returns its report. It prints nothing, ends no process and leaves no listener behind. The
 * promise is rejected with a sentence if the suite cannot be run as asked, and if the signal is aborted. A report whose
 * verdict is not `pass` is no error: look at it.
 *
 * ```ts
 * const mine = suite("mine", asks.pipe(runs(5), stability()))
 *
 * const report = await run(mine, { runs: 3 }).catch((error: Error) => error.message)
 * ```
 */
export const run: {
  <R>(suite: Suite<R> & NeedsNothing<R>, options?: RunOptions): Promise<Report>
  <R>(suite: Suite<R>, options: WithLayers<RunOptions, R>): Promise<Report>
} = async (suite: Suite<unknown>, options: RunOptions = {}): Promise<Report> => {
  const { interpretPromise } = await import("./interpret.ts")
  return interpretPromise(suite, options)
}
