/**
 * Real MCP servers: started for a run and gone with it, or shared by all runs where the suite says so.
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
import type { Environment } from "./mcp/childEnvironment.ts"
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
          const own = yield* sideBySide(open)
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

/** Servers live in real time, even where the run that calls them does not. */
const realTime = Effect.map(
  Clock.Clock,
  (clock) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.provideService(self, Clock.Clock, clock)
)

/** Servers that are closed at the same time: a deaf one does not make the others wait. */
const sideBySide = Effect.fnUntraced(function* (open: Open) {
  const scope = yield* Scope.fork(yield* Scope.Scope, "parallel")
  return (connection: Connection) => Effect.flatMap(Scope.fork(scope), (own) => Scope.provide(open(connection), own))
})

/** By key, each opened when it is first asked for, and never again. A run that is interrupted meanwhile does not end it. */
const sharedServers = Effect.fnUntraced(function* (connections: Connections, open: Open) {
  const scope = yield* Scope.Scope
  const own = yield* sideBySide(open)
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

/** Cells that reach a server in the same way share it. */
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
  }
})

const unknownTool = ({ name, server }: AskedCall): string =>
  server === "" ? `Unknown tool: ${name}.` : `Unknown tool: ${name} on server ${server}.`

const inRun =
  (cell: Cell, run: number) =>
  ({ issue }: Infrastructure): Infrastructure =>
    new Infrastructure({ issue: { ...issue, message: `${cell.name}, run #${run}: ${issue.message}` } })
