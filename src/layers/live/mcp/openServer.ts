/**
 * One server, opened: it has introduced itself and listed its tools, and can be called until its scope closes.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer } from "../../../domain/Cassette.ts"
import type { OfferedTool } from "../../../domain/Tool.ts"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { brokenServer } from "./brokenServer.ts"
import type { Link } from "./Link.ts"
import { linkTo, type Means } from "./linkTo.ts"
import { type Definition, hashOf, listTools, Page } from "./listTools.ts"
import type { Client, Sdk } from "./sdk.ts"
import { answerOf, CallResult, errorAnswer } from "./toolAnswer.ts"

export interface OpenServer {
  readonly info: ServerInfo
  readonly tools: ReadonlyArray<OfferedTool>
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
}

/** Long, since a command may have to fetch its program first. */
const OPENING_MS = 60_000

export const openServer = Effect.fnUntraced(function* (
  connection: Connection,
  means: Means
): Effect.fn.Return<OpenServer, Infrastructure, Scope.Scope> {
  const { name } = connection
  const broken = brokenServer(connection)
  const link = yield* Effect.mapError(linkTo(connection, means), (why) => broken("could not be started", why))
  const client = yield* clientOf(means.sdk, link)
  const definitions = yield* introduced(client, link).pipe(
    Effect.timeoutOrElse({ duration: OPENING_MS, orElse: () => Effect.fail(`It took more than ${OPENING_MS} ms.`) }),
    Effect.catch((why) =>
      Effect.flatMap(link.account, (account) => Effect.fail(broken("could not be opened", why, account)))
    )
  )
  return {
    info: { name, version: client.getServerVersion()?.version ?? "", tools_sha256: hashOf(definitions) },
    tools: definitions.map((definition) => offered(name, definition)),
    call: (call) =>
      ask(client, "tools/call", { name: call.name, arguments: call.args }, CallResult).pipe(
        Effect.map(answerOf),
        Effect.catch((why) =>
          isAnswer(means.sdk, why)
            ? Effect.succeed(errorAnswer(why.message))
            : Effect.flatMap(link.account, (account) =>
                Effect.fail(broken(`did not answer a call of ${call.name}`, why, account))
              )
        )
      )
  }
})

const clientOf = (sdk: Sdk, link: Link): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new sdk.Client({ name: "passhat", version: "1" })),
    (client) => Effect.andThen(link.farewell, Effect.ignore(Effect.tryPromise(() => client.close())))
  )

const introduced = Effect.fnUntraced(function* (client: Client, link: Link) {
  yield* attempt((signal) => client.connect(link.transport, { signal, timeout: FOREVER_MS }))
  if (client.getServerCapabilities()?.tools === undefined) return []
  return yield* listTools((cursor) => ask(client, "tools/list", cursor === undefined ? {} : { cursor }, Page))
})

/** Whoever waits says for how long, so the SDK does not: this is as long as a timer can be. */
const FOREVER_MS = 2 ** 31 - 1

/** An interrupted request is cancelled at the server. Results are taken as they are on the wire, not as the SDK reads them. */
const ask = <A, I>(client: Client, method: string, params: Record<string, unknown>, result: Schema.Codec<A, I>) =>
  attempt((signal) =>
    client.request({ method, params }, Schema.toStandardSchemaV1(result), { signal, timeout: FOREVER_MS })
  )

const attempt = <A>(call: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: call, catch: (error) => error })

/** The server did answer, with an error or with something that is no result: that is for the agent to see. */
const isAnswer = (sdk: Sdk, error: unknown): error is Error =>
  error instanceof sdk.ProtocolError || (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.InvalidResult)

const offered = (server: string, { description, inputSchema, name }: Definition): OfferedTool => ({
  server,
  name,
  ...(description !== undefined && { description }),
  input_schema: inputSchema
})
