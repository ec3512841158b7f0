/**
 * Real MCP servers: started and ended with a run, or shared by all runs if the suite asks for it.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import type { AskedCall, ToolAnswer } from "../../../base/domain/recording/Cassette.ts"
import type { Cell } from "../../../base/domain/plan/Plan.ts"
import type { Connection, Connections } from "../../services/Connection.ts"
import { Infrastructure } from "../../services/Infrastructure.ts"
import { ToolHub, type ToolSession } from "../../services/ToolHub.ts"
import type { Environment } from "../../../base/std/Environment.ts"
import { type Listing, type OpenServer, openServer } from "./mcp/openServer.ts"
import { makeReaper } from "./mcp/reaper.ts"
import { loadSdk } from "./mcp/sdk.ts"
import { changeOf } from "./mcp/toolListing.ts"
import { type Open, sharedServers } from "./sharedServers.ts"
import { Json, JsonObject } from "../../../base/domain/Json.ts"

export const layer = (connections: Connections, environment: Environment): Layer.Layer<ToolHub> =>
  Layer.effect(
    ToolHub,
    Effect.gen(function* () {
      const reaper = yield* makeReaper(environment)
      const open: Open = Effect.fnUntraced(function* (connection) {
        return yield* openServer(connection, { sdk: yield* loadSdk, environment, reaper })
      })
      const shared = yield* sharedServers(open)
      const inRealTime = yield* realTime
      return {
        open: Effect.fn("ToolHub.open")(function* (cell, run) {
          const own = yield* closedConcurrently(open)
          const servers = yield* Effect.forEach(
            connections.get(cell.id) ?? [],
            (connection) => (connection.shared ? shared(connection) : own(connection)),
            { concurrency: "unbounded" }
          ).pipe(Effect.mapError(inRun(cell, run)), inRealTime)
          const during: During = (work) => work.pipe(Effect.mapError(inRun(cell, run)), inRealTime)
          return sessionOf(servers, yield* during(listingsOf(servers)), during)
        })
      }
    })
  )

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

type During = <A>(work: Effect.Effect<A, Infrastructure>) => Effect.Effect<A, Infrastructure>

const listingsOf = (servers: ReadonlyArray<OpenServer>): Effect.Effect<ReadonlyArray<Listing>, Infrastructure> =>
  Effect.forEach(servers, ({ listing }) => listing, { concurrency: "unbounded" })

const sessionOf = (servers: ReadonlyArray<OpenServer>, opened: ReadonlyArray<Listing>, during: During): ToolSession => {
  let known = opened
  return {
    tools: opened.flatMap(({ tools }) => tools),
    servers: opened.map(({ info }) => info),
    call: (call) => {
      const server = servers.find(({ name }) => name === call.server)
      return server === undefined ? Effect.succeed(errorAnswer(unknownTool(call))) : during(server.call(call))
    },
    violations: () => servers.flatMap(({ violations }) => violations()),
    serverRequests: () => servers.flatMap(({ requests }) => requests()),
    relist: Effect.map(during(listingsOf(servers)), (now) => {
      const changes = now.flatMap(({ info, tools }, at) => changeOf(info.name, known[at]!.tools, tools) ?? [])
      known = now
      return { tools: now.flatMap(({ tools }) => tools), changes }
    })
  }
}

const unknownTool = ({ name, server }: AskedCall): string =>
  server === "" ? `Unknown tool: ${name}.` : `Unknown tool: ${name} on server ${server}.`

const inRun =
  (cell: Cell, run: number) =>
  ({ issue }: Infrastructure): Infrastructure =>
    new Infrastructure({ issue: { ...issue, message: `${cell.name}, run #${run}: ${issue.message}` } })

/** The result as the server sends it. Content blocks are not decoded further. */
export const CallResult = Schema.Struct({
  content: Schema.optionalKey(Schema.Array(Json)),
  structuredContent: Schema.optionalKey(Json),
  isError: Schema.optionalKey(Schema.Boolean),
  _meta: Schema.optionalKey(JsonObject)
})
export interface CallResult extends Schema.Schema.Type<typeof CallResult> {}

export const answerOf = ({ _meta, content = [], isError = false, structuredContent }: CallResult): ToolAnswer => ({
  is_error: isError,
  content,
  ...(structuredContent !== undefined && { structured: structuredContent }),
  ...(_meta !== undefined && { _meta }),
  timed_out: false
})

/** The result of a failed call, as the agent sees it. */
export const errorAnswer = (text: string, error_code?: number): ToolAnswer => ({
  is_error: true,
  content: [{ type: "text", text }],
  timed_out: false,
  ...(error_code !== undefined && { error_code })
})
