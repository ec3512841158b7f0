/**
 * Sessions with real servers, for tests, and a way to find their remaining processes.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import type { ToolAnswer } from "../../../../src/domain/Cassette.ts"
import type { Issue } from "../../../../src/domain/Issue.ts"
import type { JsonObject } from "../../../../src/domain/Json.ts"
import { layer } from "../../../../src/layers/live/toolHub.ts"
import type { Connection } from "../../../../src/services/Connection.ts"
import type { Infrastructure } from "../../../../src/services/Infrastructure.ts"
import { ToolHub, type ToolSession } from "../../../../src/services/ToolHub.ts"
import { cell } from "../../recordings.ts"

const root = join(import.meta.dirname, "../../../..")

export const npmServer = (name: "everything" | "filesystem"): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)

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

export const newMark = (): string => randomUUID()

/** Whether the system has /proc. */
export const hasProc = existsSync("/proc/self/environ")

/** The processes with a mark, without zombies. */
export const marked = (mark: string): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const environ = Result.try(() => readFileSync(`/proc/${pid}/environ`, "utf8"))
      return Result.isSuccess(environ) && environ.success.split("\0").includes(`TEST_MARK=${mark}`)
    })

/** Polls until the condition holds; returns how long that took. */
export const eventually = async (holds: () => boolean | Promise<boolean>, deadline = 20_000): Promise<number> => {
  const start = performance.now()
  const look = async (): Promise<number> => {
    const passed = performance.now() - start
    if (await holds()) return passed
    if (passed > deadline) throw new Error(`It does not hold after ${deadline} ms.`)
    await new Promise((resume) => setTimeout(resume, 20))
    return look()
  }
  return look()
}
