/**
 * Opens the link that a connection describes: HTTP, in memory, or a process.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "../../../services/Connection.ts"
import type { Environment } from "../../../../base/std/Environment.ts"
import { childEnvironment } from "./childEnvironment.ts"
import { httpLink } from "./httpLink.ts"
import { inMemoryLink } from "./inMemoryLink.ts"
import type { Link } from "./Link.ts"
import type { Reaper } from "./reaper.ts"
import type { Sdk } from "./sdk.ts"
import { stdioLink } from "./stdioLink.ts"

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
