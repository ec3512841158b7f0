/**
 * An open server: its name and version, its tools, and how to call them until the scope closes.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer, Violation } from "../../../domain/Cassette.ts"
import type { OfferedTool } from "../../../domain/Tool.ts"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { connect } from "./connect.ts"
import type { ServerRuntime } from "./linkTo.ts"
import { type Definition, listedInfo } from "./listTools.ts"
import { request } from "./request.ts"
import type { Client, Sdk } from "./sdk.ts"
import { serverFailure } from "./serverFailure.ts"
import { answerOf, CallResult, errorAnswer } from "./toolAnswer.ts"

export interface OpenServer {
  readonly info: ServerInfo
  readonly tools: ReadonlyArray<OfferedTool>
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
  /** What it sent against the protocol since the last call. */
  readonly violations: () => ReadonlyArray<Violation>
}

export const openServer = Effect.fnUntraced(function* (
  connection: Connection,
  runtime: ServerRuntime
): Effect.fn.Return<OpenServer, Infrastructure, Scope.Scope> {
  const { name } = connection
  const { client, link, tools } = yield* connect(connection, runtime)
  const unanswered = (tool: string, why: unknown) =>
    Effect.flatMap(link.diagnosis, (diagnosis) =>
      Effect.fail(serverFailure(connection)(`did not answer a call of ${tool}`, why, diagnosis))
    )
  return {
    info: infoOf(name, client, tools),
    tools: tools.map((tool) => offered(name, tool)),
    call: ({ args, name: tool }) =>
      request(client, "tools/call", { name: tool, arguments: args }, CallResult).pipe(
        Effect.map(answerOf),
        Effect.catch((why) =>
          isAnswer(runtime.sdk, why) ? Effect.succeed(errorAnswer(why.message)) : unanswered(tool, why)
        )
      ),
    violations: () => link.violations.take().map((violation) => ({ server: name, ...violation }))
  }
})

const infoOf = (name: string, client: Client, tools: ReadonlyArray<Definition>): ServerInfo => {
  const instructions = client.getInstructions()
  return {
    name,
    version: client.getServerVersion()?.version ?? "",
    ...(instructions !== undefined && { instructions }),
    tools: listedInfo(tools)
  }
}

const offered = (server: string, { annotations, description, inputSchema, name }: Definition): OfferedTool => ({
  server,
  name,
  ...(description !== undefined && { description }),
  ...(annotations !== undefined && { annotations }),
  input_schema: inputSchema
})

/** Whether the server answered, with an error or with an invalid result: the agent sees that as a failed call. */
const isAnswer = ({ ProtocolError, SdkError, SdkErrorCode }: Sdk, error: unknown): error is Error =>
  error instanceof ProtocolError || (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
