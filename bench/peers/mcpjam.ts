/**
 * MCPJam SDK in a bare Bun script, imported as its README does: a `PromptResult` tells selection and budget, its matcher the
 * order of the calls.
 */
import { evaluateToolCalls, PromptResult } from "@mcpjam/sdk"
import { expectedCalls, expectedTool, maxTotalTokens, readTrace, traceFiles } from "./traces.ts"

const expected = expectedCalls.map(({ args, name }) => ({ toolName: name, arguments: args }))

const passes = (file: string): boolean => {
  const { conversation, final_response, tool_calls } = readTrace(file)
  const { input, output, total } = conversation.tokens
  const result = new PromptResult({
    prompt: "",
    messages: [],
    text: final_response,
    toolCalls: tool_calls.map(({ args, name }) => ({ toolName: name, arguments: args })),
    usage: { inputTokens: input, outputTokens: output, totalTokens: total },
    latency: { e2eMs: 0, llmMs: 0, mcpMs: 0 }
  })
  return (
    result.hasToolCall(expectedTool) &&
    result.totalTokens() <= maxTotalTokens &&
    evaluateToolCalls(expected, result.getToolCalls(), { toolCallOrder: "superset", argumentMatching: "partial" })
      .passed
  )
}

const files = traceFiles()
const failed = files.filter((file) => !passes(file))
console.log(`${files.length - failed.length} of ${files.length} passed`)
process.exitCode = failed.length === 0 && files.length > 0 ? 0 : 1
