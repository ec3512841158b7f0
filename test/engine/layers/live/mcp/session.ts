/**
 * Sessions with real servers, for tests.
 */
import * as Effect from "effect/Effect"
import { join } from "node:path"
import process from "node:process"
import type { ToolAnswer } from "../../../../../src/base/domain/recording/Cassette.ts"
import type { Issue } from "../../../../../src/base/domain/Issue.ts"
import type { JsonObject } from "../../../../../src/base/domain/Json.ts"
import { layer } from "../../../../../src/engine/layers/live/toolHub.ts"
import type { Connection } from "../../../../../src/engine/services/Connection.ts"
import type { Infrastructure } from "../../../../../src/engine/services/Infrastructure.ts"
import { ToolHub, type ToolSession } from "../../../../../src/engine/services/ToolHub.ts"
import { cell } from "../../recordings.ts"

/** A server over stdio. The processes that it starts inherit the mark, by which tests find them. */
export const stdio = (name: string, command: ReadonlyArray<string>, mark = "", shared = false): Connection => ({
  name,
  shared,
  command,
  env: { TEST_MARK: mark }
})

export const hostile = (mode = "", mark = "", shared = false): Connection =>
  stdio("hostile", ["node", join(import.meta.dirname, "hostileServer.js"), mode], mark, shared)

export const hub = (...connections: ReadonlyArray<Connection>) => layer(new Map([[cell.id, connections]]), process.env)

/** Opens a session, uses it and closes it. */
export const withSession = <A, E>(
  connections: ReadonlyArray<Connection>,
  use: (session: ToolSession) => Effect.Effect<A, E>
): Promise<A> =>
  Effect.runPromise(
    ToolHub.use((tools) => Effect.flatMap(tools.open(cell, 1), use)).pipe(
      Effect.scoped,
      Effect.provide(hub(...connections))
    )
  )

/** The message of the failure of a session, or of its use. */
export const issueOf = <A>(
  connections: ReadonlyArray<Connection>,
  use: (session: ToolSession) => Effect.Effect<A, Infrastructure>
): Promise<Issue> =>
  Effect.runPromise(
    ToolHub.use((tools) => Effect.flatMap(tools.open(cell, 1), use)).pipe(
      Effect.scoped,
      Effect.flip,
      Effect.map(({ issue }) => issue),
      Effect.provide(hub(...connections))
    )
  )

export const failure: (...args: Parameters<typeof issueOf>) => Promise<string> = async (...args) =>
  (await issueOf(...args)).message

export const call = (
  session: ToolSession,
  name: string,
  args: JsonObject = {},
  server = "hostile"
): Effect.Effect<ToolAnswer, Infrastructure> => session.call({ id: "c1", server, name, args })
