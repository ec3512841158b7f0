/**
 * The way to a server, whichever way it is reached.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "../../../services/Connection.ts"
import { childEnvironment, type Environment } from "./childEnvironment.ts"
import { httpLink } from "./httpLink.ts"
import { inMemoryLink } from "./inMemoryLink.ts"
import type { Link } from "./Link.ts"
import type { Reaper } from "./reaper.ts"
import type { Sdk } from "./sdk.ts"
import { stdioLink } from "./stdioLink.ts"

/** What servers are opened with. */
export interface Means {
  readonly sdk: Sdk
  readonly environment: Environment
  readonly reaper: Reaper
}

export const linkTo = (
  connection: Connection,
  { environment, reaper, sdk }: Means
): Effect.Effect<Link, unknown, Scope.Scope> => {
  if ("url" in connection) return httpLink(sdk, connection)
  if ("inMemory" in connection) return inMemoryLink(sdk, connection.inMemory)
  const env = { ...childEnvironment(environment, connection.env), ...reaper.mark }
  return stdioLink({ command: connection.command, env, cwd: connection.cwd, reaper })
}
