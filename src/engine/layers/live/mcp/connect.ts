/**
 * Connects to a server: opens a link, initializes MCP and lists the tools.
 *
 * The client offers the old protocol first, because some servers exit at the first message of the newer one; a server that
 * rejects the old protocol is connected again with the new.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { type Answering, answering } from "./answering.ts"
import { isReset } from "./errorText.ts"
import { type Link, type ServerRuntime, linkTo } from "./linkTo.ts"
import { Page, type WireTool, listTools } from "./listTools.ts"
import type { Client, Sdk } from "./sdk.ts"
import { serverFailure } from "./serverFailure.ts"
import { type News, followTools } from "./toolListing.ts"

export interface ConnectedServer {
  readonly client: Client
  readonly link: Link
  readonly answering: Answering
  readonly tools: ReadonlyArray<WireTool>
  /** Whether the server has announced another list of tools. */
  readonly news: News
  /** Lists the tools again. */
  readonly list: Effect.Effect<ReadonlyArray<WireTool>, unknown>
}

type Protocol = "legacy" | "auto"

/** Long, because a command such as npx may have to download its program first. */
const OPENING_MS = 60_000

/** The waits before another attempt, where the other side closes the connection, as servers do that are being started. */
const RESET_WAITS_MS = [200, 1_000]

export const connect = (
  connection: Connection,
  runtime: ServerRuntime,
  protocol: Protocol = "legacy",
  [wait, ...waits]: ReadonlyArray<number> = RESET_WAITS_MS
): Effect.Effect<ConnectedServer, Infrastructure, Scope.Scope> =>
  Effect.gen(function* () {
    const failure = serverFailure(connection)
    const link = yield* Effect.mapError(linkTo(connection, runtime), (why) => failure("could not be started", why))
    const answers = answering(runtime.sdk, connection.answers ?? {}, link.violations)
    const client = yield* clientOf(runtime.sdk, link, protocol, answers)
    const news = followTools(client)
    link.listenIf?.(
      () => connection.answers !== undefined || client.getServerCapabilities()?.tools?.listChanged === true
    )
    return yield* initialized(client, link).pipe(
      inTime,
      Effect.map((tools) => ({ client, link, answering: answers, tools, news, list: inTime(list(client)) })),
      Effect.catch((why) => {
        if (protocol === "legacy" && rejectsLegacy(runtime.sdk, why)) return connect(connection, runtime, "auto")
        if (wait !== undefined && isReset(why)) {
          return Effect.delay(connect(connection, runtime, protocol, waits), wait)
        }
        return Effect.flatMap(link.diagnosis, (diagnosis) =>
          Effect.fail(failure("could not be opened", why, diagnosis))
        )
      })
    )
  })

const inTime = Effect.timeoutOrElse({
  duration: OPENING_MS,
  orElse: () => Effect.fail(`It took more than ${OPENING_MS} ms.`)
})

const clientOf = (
  sdk: Sdk,
  link: Link,
  mode: Protocol,
  { capabilities, install }: Answering
): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const client = new sdk.Client({ name: "passhat", version: "1" }, { versionNegotiation: { mode }, capabilities })
      install(client)
      return client
    }),
    (client) => Effect.andThen(link.endSession, Effect.ignore(callSdk(() => client.close())))
  )

const initialized = Effect.fnUntraced(function* (client: Client, link: Link) {
  yield* callSdk((signal) => client.connect(link.transport, { signal, timeout: FOREVER_MS }))
  if (client.getServerCapabilities()?.tools === undefined) return []
  return yield* list(client)
})

const list = (client: Client) =>
  listTools((cursor) => request(client, "tools/list", cursor === undefined ? {} : { cursor }, Page))

/** Over HTTP the rejection is the body of a 400, which the SDK passes on as text. */
const rejectsLegacy = ({ ProtocolError, ProtocolErrorCode }: Sdk, error: unknown): boolean =>
  (error instanceof ProtocolError && error.code === ProtocolErrorCode.UnsupportedProtocolVersion) ||
  (error instanceof Error && error.message.includes(`"code":${ProtocolErrorCode.UnsupportedProtocolVersion}`))

/** The caller limits the wait, so the SDK's own timeout is as long as a timer can be. */
const FOREVER_MS = 2 ** 31 - 1

export const request = <A, I>(
  client: Client,
  method: string,
  params: Record<string, unknown>,
  result: Schema.Codec<A, I>
): Effect.Effect<A, unknown> =>
  callSdk((signal) =>
    client.request({ method, params }, Schema.toStandardSchemaV1(result), { signal, timeout: FOREVER_MS })
  )

/** Fails with what the SDK rejects with. */
const callSdk = <A>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: call, catch: (error) => error })
