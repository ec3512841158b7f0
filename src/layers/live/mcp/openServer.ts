/**
 * One server, open: what it is, what it offers, and how to call it until its scope closes.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AskedCall, ServerInfo, ToolAnswer } from "../../../domain/Cassette.ts"
import type { OfferedTool } from "../../../domain/Tool.ts"
import type { Connection } from "../../../services/Connection.ts"
import type { Infrastructure } from "../../../services/Infrastructure.ts"
import { ask } from "./ask.ts"
import { brokenServer } from "./brokenServer.ts"
import type { Means } from "./linkTo.ts"
import { type Definition, listedInfo } from "./listTools.ts"
import { reach } from "./reach.ts"
import type { Client, Sdk } from "./sdk.ts"
import { answerOf, CallResult, errorAnswer } from "./toolAnswer.ts"

export interface OpenServer {
  readonly info: ServerInfo
  readonly tools: ReadonlyArray<OfferedTool>
  readonly call: (call: AskedCall) => Effect.Effect<ToolAnswer, Infrastructure>
}

export const openServer = Effect.fnUntraced(function* (
  connection: Connection,
  means: Means
): Effect.fn.Return<OpenServer, Infrastructure, Scope.Scope> {
  const { name } = connection
  const { client, link, tools } = yield* reach(connection, means)
  const unanswered = (tool: string, why: unknown) =>
    Effect.flatMap(link.account, (account) =>
      Effect.fail(brokenServer(connection)(`did not answer a call of ${tool}`, why, account))
    )
  return {
    info: infoOf(name, client, tools),
    tools: tools.map((tool) => offered(name, tool)),
    call: ({ args, name: tool }) =>
      ask(client, "tools/call", { name: tool, arguments: args }, CallResult).pipe(
        Effect.map(answerOf),
        Effect.catch((why) =>
          isAnswer(means.sdk, why) ? Effect.succeed(errorAnswer(why.message)) : unanswered(tool, why)
        )
      )
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

/** The server did answer, with an error or with something that is no result: that is for the agent to see. */
const isAnswer = ({ ProtocolError, SdkError, SdkErrorCode }: Sdk, error: unknown): error is Error =>
  error instanceof ProtocolError || (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
