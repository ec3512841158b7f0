/**
 * How many threads can work at once.
 */
import * as Effect from "effect/Effect"

/** Only Node before 21 has no navigator: all others need not load `node:os`. */
export const cores: Effect.Effect<number> = Effect.promise(
  async () => globalThis.navigator?.hardwareConcurrency ?? (await import("node:os")).availableParallelism()
)
