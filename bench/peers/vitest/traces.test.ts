/**
 * vitest: one test a trace.
 */
import { expect, test } from "vitest"
import { expectedTool, inOrder, maxTotalTokens, readTrace, traceFiles } from "../traces.ts"

test.for(traceFiles())("%s", (file) => {
  const trace = readTrace(file)
  expect(trace.tool_calls.map(({ name }) => name)).toContain(expectedTool)
  expect(inOrder(trace)).toBe(true)
  expect(trace.conversation.tokens.total).toBeLessThanOrEqual(maxTotalTokens)
})
