/**
 * Real MCP servers: started and ended with a run, or shared by all runs if the suite asks for it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { AskedCall } from "../../domain/Cassette.ts"
import type { Cell } from "../../domain/Plan.ts"
import type { Connection, Connections } from "../../services/Connection.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { ToolHub, type ToolSession } from "../../services/ToolHub.ts"
import type { Environment } from "../../std/Environment.ts"
import { openServer, type OpenServer } from "./mcp/openServer.ts"
import { makeReaper } from "./mcp/reaper.ts"
import { loadSdk } from "./mcp/sdk.ts"
import { errorAnswer } from "./mcp/toolAnswer.ts"

export const layer = (connections: Connections, environment: Environment): Layer.Layer<ToolHub> =>
  Layer.effect(
    ToolHub,
    Effect.gen(function* () {
      const reaper = yield* makeReaper(environment)
      const open: Open = Effect.fnUntraced(function* (connection) {
        return yield* openServer(connection, { sdk: yield* loadSdk, environment, reaper })
      })
      const shared = yield* sharedServers(connections, open)
      const inRealTime = yield* realTime
      return {
        open: Effect.fn("ToolHub.open")(function* (cell, run) {
          const own = yield* closedConcurrently(open)
          const servers = yield* Effect.forEach(
            connections.get(cell.id) ?? [],
            (connection) => (connection.shared && shared.get(keyOf(connection))) || own(connection),
            { concurrency: "unbounded" }
          ).pipe(Effect.mapError(inRun(cell, run)), inRealTime)
          return sessionOf(servers, (call) => call.pipe(Effect.mapError(inRun(cell, run)), inRealTime))
        })
      }
    })
  )

type Open = (connection: Connection) => Effect.Effect<OpenServer, Infrastructure, Scope.Scope>

/** Servers use the real clock, even if the run that calls them has a virtual one. */
const realTime = Effect.map(
  Clock.Clock,
  (clock) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.provideService(self, Clock.Clock, clock)
)

/** Opens servers that are closed concurrently: one that does not react does not delay the others. */
const closedConcurrently = Effect.fnUntraced(function* (open: Open) {
  const scope = yield* Scope.fork(yield* Scope.Scope, "parallel")
  return (connection: Connection) => Effect.flatMap(Scope.fork(scope), (own) => Scope.provide(open(connection), own))
})

/** By key; each is opened once, by the first run that needs it. Interrupting that run does not close it. */
const sharedServers = Effect.fnUntraced(function* (connections: Connections, open: Open) {
  const scope = yield* Scope.Scope
  const own = yield* closedConcurrently(open)
  const entries = yield* Effect.forEach(
    [...connections.values()].flat().filter((connection) => connection.shared),
    (connection) =>
      Effect.map(
        Effect.cached(Effect.uninterruptible(Effect.forkIn(own(connection), scope))),
        (opening) => [keyOf(connection), Effect.flatMap(opening, Fiber.join)] as const
      )
  )
  return new Map(entries)
})

/** Cells share a server if their connections are equal. */
const keyOf = (connection: Connection): unknown =>
  "inMemory" in connection ? connection.inMemory : JSON.stringify(connection)

const sessionOf = (
  servers: ReadonlyArray<OpenServer>,
  during: (call: ReturnType<ToolSession["call"]>) => ReturnType<ToolSession["call"]>
): ToolSession => ({
  tools: servers.flatMap(({ tools }) => tools),
  servers: servers.map(({ info }) => info),
  call: (call) => {
    const server = servers.find(({ info }) => info.name === call.server)
    return server === undefined ? Effect.succeed(errorAnswer(unknownTool(call))) : during(server.call(call))
  },
  violations: () => servers.flatMap(({ violations }) => violations())
})

const unknownTool = ({ name, server }: AskedCall): string =>
  server === "" ? `Unknown tool: ${name}.` : `Unknown tool: ${name} on server ${server}.`

const inRun =
  (cell: Cell, run: number) =>
  ({ issue }: Infrastructure): Infrastructure =>
    new Infrastructure({ issue: { ...issue, message: `${cell.name}, run #${run}: ${issue.message}` } })
