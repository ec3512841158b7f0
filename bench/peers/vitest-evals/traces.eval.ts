/**
 * vitest-evals: a harness that hands over recorded runs, its judge of tool calls, and one assertion for the budget.
 */
import { expect } from "vitest"
import { createHarness, describeEval, ToolCallJudge, toolCalls } from "vitest-evals"
import { expectedCalls, expectedTool, includesArgs, maxTotalTokens, readTrace, traceFiles } from "../traces.ts"

const recorded = createHarness<string, string>({
  name: "recorded",
  run: ({ input: file }) => {
    const { conversation, final_response, tool_calls, tool_results } = readTrace(file)
    const { input, output, total } = conversation.tokens
    return {
      output: final_response,
      usage: { inputTokens: input, outputTokens: output, totalTokens: total },
      events: [
        { type: "message", role: "user", content: conversation.turns[0]?.content ?? "" },
        ...tool_calls.flatMap(({ args, id, name }, at) => [
          { type: "message" as const, role: "assistant" as const, content: conversation.turns[at + 1]?.content ?? "" },
          { type: "tool_call" as const, id, name, arguments: { ...args } as Record<string, string | number> },
          {
            type: "tool_result" as const,
            toolCallId: id,
            name,
            content: tool_results[at]?.content[0]?.text ?? ""
          }
        ]),
        { type: "message", role: "assistant", content: final_response }
      ]
    }
  }
})

const rightCalls = ToolCallJudge({
  ordered: true,
  requireAll: true,
  allowExtras: true,
  params: (expected, actual) => includesArgs(actual as Record<string, unknown>, expected as Record<string, unknown>),
  expectedTools: expectedCalls.map(({ args, name }) => ({ name, arguments: args }))
})

describeEval("refunds", { harness: recorded, judges: [rightCalls], judgeThreshold: 1 }, (it) => {
  it.for(traceFiles())("%s", async (file, { run }) => {
    const result = await run(file)
    expect(toolCalls(result).map(({ name }) => name)).toContain(expectedTool)
    expect(result.usage.totalTokens).toBeLessThanOrEqual(maxTotalTokens)
  })
})
