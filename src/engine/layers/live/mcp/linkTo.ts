/**
 * Opens the link that a connection describes: HTTP, in memory, or a process.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection, InMemoryServer } from "../../../services/Connection.ts"
import type { Environment } from "../../../../base/std/Environment.ts"
import { httpLink } from "./httpLink.ts"
import type { Reaper } from "./reaper.ts"
import type { Sdk, Transport } from "./sdk.ts"
import { stdioLink } from "./stdioLink.ts"
import { matchReplies } from "./matchReplies.ts"
import { type Violations, collectViolations } from "./violations.ts"
import { platform } from "node:os"

/** What opening any server needs. */
export interface ServerRuntime {
  readonly sdk: Sdk
  readonly environment: Environment
  readonly reaper: Reaper
}

export const linkTo = (
  connection: Connection,
  { environment, reaper, sdk }: ServerRuntime
): Effect.Effect<Link, unknown, Scope.Scope> => {
  if ("url" in connection) return httpLink(sdk, connection)
  if ("inMemory" in connection) return inMemoryLink(sdk, connection.inMemory)
  const env = { ...childEnvironment(environment, connection.env), ...reaper.mark }
  return stdioLink({ command: connection.command, env, cwd: connection.cwd, reaper })
}

/** A link to a server in this process. Its messages are serialized to JSON, as on any other link. */
const inMemoryLink = Effect.fnUntraced(function* (
  sdk: Sdk,
  makeServer: () => InMemoryServer
): Effect.fn.Return<Link, string> {
  const [ours, theirs] = sdk.InMemoryTransport.createLinkedPair()
  const send = theirs.send.bind(theirs)
  theirs.send = async (message, options) => send(JSON.parse(JSON.stringify(message)), options)
  yield* Effect.tryPromise({ try: async () => makeServer().connect(theirs as never), catch: String })
  const violations = collectViolations()
  matchReplies(ours, violations)
  return { transport: ours, violations, hasEnded: () => false, diagnosis: Effect.succeed(""), endSession: Effect.void }
})

const windows =
  "APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES " +
  "PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP USERNAME USERPROFILE WINDIR"
const posix = "HOME LANG LC_ALL LOGNAME PATH SHELL TERM TMPDIR TZ USER"
const harmless = (platform() === "win32" ? windows : posix).split(" ")

/** Values that start with `()` are left out: they are shell functions, which some shells would run. */
export const childEnvironment = (environment: Environment, declared: Environment): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    harmless.flatMap((name) => {
      const value = environment[name]
      return value === undefined || value.startsWith("()") ? [] : [[name, value]]
    })
  ),
  ...declared
})

/** A connection to one server: the transport that the MCP SDK's client uses, and what is known when it breaks. */
export interface Link {
  readonly transport: Transport
  readonly violations: Violations
  /** Whether the server's end is known to be gone, though not all that it wrote was read yet. */
  readonly hasEnded: () => boolean
  /** What the server's end did, in full sentences, for error messages. Empty if nothing is known. */
  readonly diagnosis: Effect.Effect<string>
  /** Over HTTP, a stream of what the server sends by itself is only opened if this is true once the server has introduced itself. */
  readonly listenIf?: (isOfUse: () => boolean) => void
  /** Runs before the transport is closed. */
  readonly endSession: Effect.Effect<void>
}
