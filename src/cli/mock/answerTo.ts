/**
 * What a healthy mock answers to a call.
 */
import * as Effect from "effect/Effect"
import type { AskedCall, ToolAnswer } from "../../domain/Cassette.ts"
import type { Sdk } from "../../layers/live/command/toolServer.ts"
import { match } from "../../metrics/match.ts"
import type { MockTool, Response } from "./ToolsFile.ts"

/** The first response whose `when` is part of the arguments, else the tool's own. */
export const answerTo = (sdk: Sdk, tools: ReadonlyArray<MockTool>, { args, name }: AskedCall) =>
  Effect.suspend(() => {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) {
      return Effect.fail(new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`))
    }
    const fitting = tool.responses?.find(({ when }) => match({ op: "contains", value: when }, args).passed)
    return Effect.succeed(answerOf((fitting ?? tool).response ?? "ok"))
  })

const answerOf = (response: Response): ToolAnswer => {
  if (typeof response === "string") return answerOf({ content: response })
  const { content, isError = false, structuredContent } = response
  return {
    is_error: isError,
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
    ...(structuredContent !== undefined && { structured: structuredContent }),
    timed_out: false
  }
}
