/**
 * `assertSuite` and `testSuite`: suites as tests of `bun test`, `deno test`, `node:test` and vitest.
 */
import type { Report } from "../base/domain/verdict/Verdict.ts"
import type { Suite } from "../language/dsl/suite.ts"
import type { NeedsNothing, RunOptions, WithLayers } from "./RunOptions.ts"

/** The function that a test runner registers tests with: `test` of `bun:test`, `node:test` or vitest, or `Deno.test`. */
export interface TestFunction {
  (name: string, body: () => Promise<void>): unknown
  readonly skip?: (name: string, body: () => Promise<void>) => unknown
  readonly ignore?: (name: string, body: () => Promise<void>) => unknown
}

/**
 * Judges a suite as `run` does, and returns its report if it passes. Otherwise the promise is rejected with what a terminal would
 * show of the red cells, and the commands that show them again. No verdict, an empty selection and an interruption are no pass.
 *
 * ```ts
 * const mine = suite("mine", asks.pipe(runs(5), stability()))
 *
 * // test("mine", passes)
 * const passes = async () => void (await assertSuite(mine))
 * ```
 */
export const assertSuite: {
  <R>(suite: Suite<R> & NeedsNothing<R>, options?: RunOptions): Promise<Report>
  <R>(suite: Suite<R>, options: WithLayers<RunOptions, R>): Promise<Report>
} = async (suite: Suite<unknown>, options: RunOptions = {}): Promise<Report> => {
  const { assertPassed } = await import("./testing.ts")
  return assertPassed(suite, options)
}

/**
 * Registers a test for each cell of a suite: one that is red is one failing test. The suite is judged once, by the test that comes
 * first. Await it where the file is loaded.
 *
 * ```ts
 * const mine = suite("mine", asks.pipe(runs(5), stability()))
 *
 * // await registered(test)
 * const registered = (test: TestFunction) => testSuite(mine, test)
 * ```
 */
export const testSuite: {
  <R>(suite: Suite<R> & NeedsNothing<R>, test: TestFunction, options?: RunOptions): Promise<void>
  <R>(suite: Suite<R>, test: TestFunction, options: WithLayers<RunOptions, R>): Promise<void>
} = async (suite: Suite<unknown>, test: TestFunction, options: RunOptions = {}): Promise<void> => {
  const { registerTests } = await import("./testing.ts")
  return registerTests(suite, test, options)
}
