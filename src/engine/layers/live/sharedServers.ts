/**
 * Servers that all runs share: the first run that needs one opens it, and the first run after its end opens it again. Interrupting
 * a run does not close them.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Connection } from "../../services/Connection.ts"
import type { Infrastructure } from "../../services/Infrastructure.ts"
import type { OpenServer } from "./mcp/openServer.ts"

export type Open = (connection: Connection) => Effect.Effect<OpenServer, Infrastructure, Scope.Scope>

interface Opening {
  readonly scope: Scope.Closeable
  readonly fiber: Fiber.Fiber<OpenServer, Infrastructure>
}

export const sharedServers = Effect.fnUntraced(function* (open: Open) {
  const scope = yield* Scope.fork(yield* Scope.Scope, "parallel")
  const openings = new Map<unknown, Opening>()
  const oneAtATime = yield* Semaphore.make(1)

  const opened = Effect.fnUntraced(function* (connection: Connection) {
    const key = keyOf(connection)
    const last = openings.get(key)
    if (last !== undefined && !isOver(last)) return last.fiber
    const own = yield* Scope.fork(scope)
    const closed = last === undefined ? Effect.void : Scope.close(last.scope, Exit.void)
    const fiber = yield* Effect.forkIn(Effect.andThen(closed, Scope.provide(open(connection), own)), scope)
    openings.set(key, { scope: own, fiber })
    return fiber
  })

  return (connection: Connection) =>
    Effect.flatMap(Effect.uninterruptible(oneAtATime.withPermits(1)(opened(connection))), Fiber.join)
})

/** Whether it could not be opened, or has ended since. */
const isOver = ({ fiber }: Opening): boolean => {
  const exit = fiber.pollUnsafe()
  return exit !== undefined && (Exit.isFailure(exit) || exit.value.isGone())
}

/** Cells share a server if their connections are equal. Functions are equal only to themselves. */
export const keyOf = (connection: Connection): unknown =>
  connection.answers ?? ("inMemory" in connection ? connection.inMemory : JSON.stringify(connection))
