/**
 * Serves MCP over the standard input and output of this process, until the client closes its end or the caller is done.
 */
import process from "node:process"
import type { Server } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"

/** Completes when the client has closed its end, or when `done` completes. Closing cuts the calls that hang. */
export const serveOverStdio = Effect.fnUntraced(function* (makeServer: () => Server, done: Effect.Effect<void>) {
  const { serveStdio } = yield* Effect.promise(() => import("@modelcontextprotocol/server/stdio"))
  const connection = serveStdio(makeServer)
  yield* Effect.raceFirst(done, inputEnded)
  yield* Effect.promise(() => connection.close())
  process.stdin.destroy()
})

const inputEnded: Effect.Effect<void> = Effect.callback((resume) => {
  process.stdin.once("end", () => resume(Effect.void))
  process.stdin.once("close", () => resume(Effect.void))
})
