/**
 * `passhat mcp`: an MCP server over stdio for coding agents. Every tool is a command of passhat in a process of its own, on the
 * suites and recordings of one project. Returns the exit code.
 */
import { realpathSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { resolve } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as FileSystem from "effect/FileSystem"
import * as Semaphore from "effect/Semaphore"
import { makeReaper } from "../../engine/layers/live/mcp/reaper.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import type { ValuesOf } from "../../app/flags/commands.ts"
import { missingPermission } from "../../app/kit/permissions.ts"
import { exitCodes, firstSignal } from "../../app/kit/interruption.ts"
import { serveOverStdio } from "../../app/kit/stdioServer.ts"
import { rootAbove } from "../../app/kit/project.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import { callTool } from "./callTool.ts"
import type { Surroundings } from "./childCommand.ts"
import type { Input } from "./inputs.ts"
import type { CommandAnswer } from "./outcome.ts"
import { type CallTool, serverOf } from "./server.ts"
import { type ServedTool, tools } from "./tools.ts"

/** How many commands run at once; other calls wait. */
const AT_ONCE = 4
/** A day: timers of the runtimes end early if they are set for a month. */
const LONGEST_TIMEOUT = 86_400

export const mcp = Effect.fn("mcp")(function* (flags: ValuesOf<"mcp">) {
  const { allowLive, maxTokensTotal, timeout } = flags
  const folder = yield* servedFolder(flags)
  const denied = missingPermission([
    { name: "run", act: "start processes" },
    { name: "write", what: tmpdir(), act: `write ${tmpdir()}` }
  ])
  if (denied !== undefined) return yield* denied
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const environment = process.env
  const reaper = yield* makeReaper(environment)
  const around: Surroundings = { folder, environment, reaper, allowLive, timeoutSeconds: timeout }
  const signal = yield* firstSignal
  const calls = yield* FiberSet.make<CommandAnswer>()
  const start = yield* FiberSet.runtimePromise(calls)<FileSystem.FileSystem>()
  const turn = yield* Semaphore.make(AT_ONCE)
  const served = tools.filter(({ isLive }) => allowLive || !isLive)
  const call: CallTool = (tool, given, cancelled) =>
    start(turn.withPermits(1)(callTool(tool, capped(tool, withoutNulls(given), maxTokensTotal), around)), {
      signal: cancelled
    })
  let code = 0
  const ended = Effect.map(signal, (name) => void (code = exitCodes[name]))
  yield* serveOverStdio(() => serverOf(sdk, served, call), ended)
  return code
}, Effect.scoped)

/** Makes it the current folder: suites are found from there, as by hand. */
const servedFolder = Effect.fnUntraced(function* ({ allowLive, maxTokensTotal, project, timeout }: ValuesOf<"mcp">) {
  const refused = (what: string, hint: string) => Effect.fail(new UsageError({ what, hint }))
  if (timeout < 1 || timeout > LONGEST_TIMEOUT) {
    return yield* refused(`--timeout is ${timeout}.`, `Give it a number of seconds from 1 to ${LONGEST_TIMEOUT}.`)
  }
  if (maxTokensTotal !== undefined && !allowLive) {
    return yield* refused(
      "--max-tokens-total is given, and nothing is served that spends.",
      "Add --allow-live, or leave it out."
    )
  }
  const asked = resolve(project ?? ".")
  const folder = tryCatch(() => (statSync(asked).isDirectory() ? realpathSync(asked) : undefined))
  if (folder === undefined) return yield* refused(`${project ?? "."} is no folder.`, "Name the folder of the project.")
  const root = rootAbove(folder)
  if (root !== undefined && root !== folder) {
    return yield* refused(`${asked} is inside of the project ${root}.`, `Serve that one: passhat mcp ${root}.`)
  }
  process.chdir(folder)
  return folder
})

/** Some models give null for what they leave out. */
const withoutNulls = (given: Input): Input =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))

/** The user's limit holds, whatever a client asks for. What is no number is refused later. */
const capped = (tool: ServedTool, given: Input, most: number | undefined): Input => {
  const { maxTokensTotal = Infinity } = given
  return most === undefined || !tool.names.includes("maxTokensTotal") || typeof maxTokensTotal !== "number"
    ? given
    : { ...given, maxTokensTotal: Math.min(most, maxTokensTotal) }
}
