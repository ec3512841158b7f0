/**
 * Locks: a text that does not name a process that is gone keeps the recording to whoever holds it.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Files from "../../../src/engine/layers/platform/fileSystem.ts"
import { thisProcess } from "../../../src/engine/layers/platform/processes.ts"
import { lock } from "../../../src/engine/layers/record/lock.ts"
import { strictJson } from "../strictJson.ts"
import { at, textOf } from "../evidence.ts"
import { bytesOf, type Reader } from "../Reader.ts"

/** No system gives out this number. */
const GONE = 2 ** 22 + 4321

export const lockReader = (directory: string): Reader => {
  const path = join(directory, "asks.jsonl.lock")
  const me = thisProcess()
  return {
    name: "lock",
    seeds: bytesOf(
      JSON.stringify({ ...me, token: "a" }),
      JSON.stringify({ pid: GONE, started: "1", host: me.host, token: "b" }),
      JSON.stringify({ pid: GONE, host: "elsewhere", token: "c" })
    ),
    place: /./,
    read: async (bytes) => {
      writeFileSync(path, bytes)
      const taken = await Effect.runPromise(
        lock(path).pipe(
          Effect.as(true),
          Effect.catchTag("Held", () => Effect.succeed(false)),
          Effect.scoped,
          Effect.provide(Files.layer)
        )
      )
      const isOwn = isOf(bytes, me.pid, me.started, me.host)
      return { refusals: [], ...(taken && isOwn && { wrong: "the lock of a living process was taken from it" }) }
    }
  }
}

const isOf = (bytes: Uint8Array, pid: number, started: string | undefined, host: string): boolean => {
  const json = strictJson(textOf(bytes) ?? "")
  return (
    at(json, "pid") === pid &&
    at(json, "host") === host &&
    (at(json, "started") === undefined || at(json, "started") === started)
  )
}
