/**
 * The mock over standard input and output, until either the client closes its end or a fault loses the connection.
 */
import process from "node:process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { Servers } from "./mockServer.ts"

/** Closing cuts the calls that hang: nothing holds the process then. */
export const overStdio = Effect.fnUntraced(function* (servers: Servers) {
  const { serveStdio } = yield* Effect.promise(() => import("@modelcontextprotocol/server/stdio"))
  const over = yield* Deferred.make<void>()
  const connection = serveStdio(servers(Effect.andThen(Deferred.succeed(over, undefined), Effect.never)))
  yield* Effect.raceFirst(Deferred.await(over), inputEnded)
  yield* Effect.promise(() => connection.close())
  process.stdin.destroy()
})

const inputEnded: Effect.Effect<void> = Effect.callback((resume) => {
  process.stdin.once("end", () => resume(Effect.void))
  process.stdin.once("close", () => resume(Effect.void))
})
