/**
 * How many threads can work at once.
 */

/** Only Node before 21 has no navigator: all others need not load `node:os`. */
export const cores = async (): Promise<number> =>
  globalThis.navigator?.hardwareConcurrency ?? (await import("node:os")).availableParallelism()
