/**
 * An open server: its name and version, its tools, and how to call them until the scope closes.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer, Violation } from "../../../../base/domain/recording/Cassette.ts"
import type { ServerRequest } from "../../../../base/domain/trace/ServerRequests.ts"
import type { OfferedTool } from "../../../../base/domain/plan/Tool.ts"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { infrastructure } from "../infrastructure.ts"
import { connect, request } from "./connect.ts"
import { errorSentence } from "./errorText.ts"
import type { ServerRuntime } from "./linkTo.ts"
import { type WireTool, listedInfo } from "./listTools.ts"
import type { Client, Sdk } from "./sdk.ts"
import { serverFailure, statusOf } from "./serverFailure.ts"
import { CallResult, answerOf, errorAnswer } from "../toolHub.ts"
import { toolListing } from "./toolListing.ts"

export interface OpenServer {
  readonly name: string
  /** As it is now. Asks the server only if it has announced another list of tools. */
  readonly listing: Effect.Effect<Listing, Infrastructure>
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
  /** What it sent against the protocol since the last call. */
  readonly violations: () => ReadonlyArray<Violation>
  /** What it asked and was answered since the last call. */
  readonly requests: () => ReadonlyArray<ServerRequest>
  /** Whether its connection has ended, or a call of it was not answered. */
  readonly isGone: () => boolean
}

export interface Listing {
  readonly info: ServerInfo
  readonly tools: ReadonlyArray<OfferedTool>
}

export const openServer = Effect.fnUntraced(function* (
  connection: Connection,
  runtime: ServerRuntime
): Effect.fn.Return<OpenServer, Infrastructure, Scope.Scope> {
  const { name } = connection
  const { answering, client, link, list, news, tools } = yield* connect(connection, runtime)
  const listingOf = (listed: ReadonlyArray<WireTool>): Listing => ({
    info: infoOf(name, client, listed),
    tools: listed.map((tool) => offered(name, tool))
  })
  const listing = toolListing(news, listingOf(tools), Effect.map(list, listingOf))
  let gone = false
  Object.assign(client, {
    onclose: () => {
      gone = true
    }
  })
  const broken = (what: string, why: unknown) => {
    gone = true
    return Effect.flatMap(link.diagnosis, (diagnosis) => Effect.fail(serverFailure(connection)(what, why, diagnosis)))
  }
  const unanswered = Effect.catch(answering.failed, ({ error, method }) => {
    gone = true
    return Effect.fail(answerFailed(name, method, error))
  })
  return {
    name,
    listing: Effect.catch(listing, (why) => broken("did not list its tools again", why)),
    call: ({ args, name: tool }) =>
      request(client, "tools/call", { name: tool, arguments: args }, CallResult).pipe(
        Effect.map(answerOf),
        Effect.catch((why) =>
          isAnswer(runtime.sdk, why)
            ? Effect.succeed(errorAnswer(why.message, codeOf(why)))
            : broken(`did not answer a call of ${tool}`, why)
        ),
        connection.answers === undefined ? identity : Effect.raceFirst(unanswered)
      ),
    violations: () => link.violations.take().map((violation) => ({ server: name, ...violation })),
    requests: () => answering.take().map((asked) => ({ server: name, ...asked })),
    isGone: () => gone || link.hasEnded()
  }
})

const answerFailed = (server: string, method: string, error: unknown): Infrastructure =>
  infrastructure(
    `The server ${server} asked ${method}, and the function of the suite that answers it failed: ${errorSentence(error)}`,
    `Correct the function in server("${server}", ...).`
  )

const infoOf = (name: string, client: Client, tools: ReadonlyArray<WireTool>): ServerInfo => {
  const instructions = client.getInstructions()
  return {
    name,
    version: client.getServerVersion()?.version ?? "",
    ...(instructions !== undefined && { instructions }),
    tools: listedInfo(tools)
  }
}

const offered = (server: string, { annotations, description, inputSchema, name }: WireTool): OfferedTool => ({
  server,
  name,
  ...(description !== undefined && { description }),
  ...(annotations !== undefined && { annotations }),
  input_schema: inputSchema
})

/** True if the server answered with an error, refused the call, or gave an invalid result: the agent sees a failed call. */
const isAnswer = ({ ProtocolError, SdkError, SdkErrorCode }: Sdk, error: unknown): error is Error =>
  error instanceof ProtocolError ||
  (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) ||
  (error instanceof Error && REFUSED.has(statusOf(error)))

/**
 * The statuses with which a server that works refuses one call: payment, permission, conflict, size, content, rate and law. Any other
 * status is of a server that does not work, or of a suite that does not reach it.
 */
const REFUSED = new Set<unknown>([402, 403, 409, 413, 422, 429, 451])

/** The code of a JSON-RPC error, or the HTTP status. */
const codeOf = (error: Error): number | undefined =>
  [statusOf(error), "code" in error ? error.code : undefined].find((code) => typeof code === "number")
