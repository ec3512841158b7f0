/**
 * A server that has been reached: it has introduced itself and listed its tools.
 *
 * It is spoken to as servers have always been, since some end at the first word of the newer protocol; one that refuses the
 * old is reached anew in the new.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { attempt, FOREVER_MS, ask } from "./ask.ts"
import { brokenServer } from "./brokenServer.ts"
import type { Link } from "./Link.ts"
import { linkTo, type Means } from "./linkTo.ts"
import { type Definition, listTools, Page } from "./listTools.ts"
import type { Client, Sdk } from "./sdk.ts"

export interface Reached {
  readonly client: Client
  readonly link: Link
  readonly tools: ReadonlyArray<Definition>
}

type Protocol = "legacy" | "auto"

/** Long, since a command may have to fetch its program first. */
const OPENING_MS = 60_000

export const reach = (
  connection: Connection,
  means: Means,
  protocol: Protocol = "legacy"
): Effect.Effect<Reached, Infrastructure, Scope.Scope> =>
  Effect.gen(function* () {
    const broken = brokenServer(connection)
    const link = yield* Effect.mapError(linkTo(connection, means), (why) => broken("could not be started", why))
    const client = yield* clientOf(means.sdk, link, protocol)
    return yield* introduced(client, link).pipe(
      Effect.timeoutOrElse({ duration: OPENING_MS, orElse: () => Effect.fail(`It took more than ${OPENING_MS} ms.`) }),
      Effect.map((tools) => ({ client, link, tools })),
      Effect.catch((why) =>
        protocol === "legacy" && refusesOld(means.sdk, why)
          ? reach(connection, means, "auto")
          : Effect.flatMap(link.account, (account) => Effect.fail(broken("could not be opened", why, account)))
      )
    )
  })

const clientOf = (sdk: Sdk, link: Link, mode: Protocol): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new sdk.Client({ name: "passhat", version: "1" }, { versionNegotiation: { mode } })),
    (client) => Effect.andThen(link.farewell, Effect.ignore(attempt(() => client.close())))
  )

const introduced = Effect.fnUntraced(function* (client: Client, link: Link) {
  yield* attempt((signal) => client.connect(link.transport, { signal, timeout: FOREVER_MS }))
  if (client.getServerCapabilities()?.tools === undefined) return []
  return yield* listTools((cursor) => ask(client, "tools/list", cursor === undefined ? {} : { cursor }, Page))
})

/** Over HTTP the refusal is the body of a bad request, which the SDK gives as text. */
const refusesOld = ({ ProtocolError, ProtocolErrorCode }: Sdk, error: unknown): boolean =>
  (error instanceof ProtocolError && error.code === ProtocolErrorCode.UnsupportedProtocolVersion) ||
  (error instanceof Error && error.message.includes(`"code":${ProtocolErrorCode.UnsupportedProtocolVersion}`))
