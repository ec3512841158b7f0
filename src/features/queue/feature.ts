/**
 * Records with many machines: commands of a queue in PostgreSQL, and `--queue` to judge what it holds.
 */
import * as Effect from "effect/Effect"
import { lazily } from "../../app/kit/lazily.ts"
import { type Feature, runFeature } from "../../app/run/Feature.ts"

export const queue: Feature = {
  commands: {
    record: async () => (await import("./commands.ts")).record,
    work: async () => (await import("./commands.ts")).work,
    collect: async () => (await import("./commands.ts")).collect,
    queue: async () => (await import("./commands.ts")).queue
  },
  run: runFeature({
    flags: {
      queue: {
        kind: "string",
        metavar: "url",
        description: "Judge what workers recorded on this queue (postgres://...), instead of files"
      }
    },
    hooks: ({ queue: url }, { parts }) =>
      url === undefined ? Effect.succeed(undefined) : Effect.map(queueStores(url, parts), (store) => ({ store }))
  })
}

/** What workers recorded on a queue, in the place of files. */
const queueStores = lazily(() => import("./queueStore.ts"), "queueStores")
