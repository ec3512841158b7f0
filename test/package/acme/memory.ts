// layers/memory.ts
import * as Effect from "effect/Effect"
import { Layers } from "passhat/effect"

/** Recordings in a map: for a test that records and replays, and leaves no file behind. */
export const inMemory = (texts: Map<string, string> = new Map()) =>
  Layers.cassettes({
    name: "memory",
    read: (name) => Effect.sync(() => texts.get(name)),
    write: (name, text) => Effect.sync(() => void texts.set(name, text)),
    names: Effect.sync(() => [...texts.keys()])
  })
