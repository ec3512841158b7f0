/**
 * The runtimes that passhat runs on. A test file that imports this goes over all of them, so it belongs to the lane of the matrix.
 */
export const everyRuntime = ["bun", "deno", "node"] as const

export type Runtime = (typeof everyRuntime)[number]

/** All cases on Bun, and on the others the first of them: for cases that differ in what does not depend on the runtime. */
export const casesOn = <A>(runtime: Runtime, cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  runtime === "bun" ? cases : cases.slice(0, 1)
